import { z } from 'zod';
import { messagesChanged } from '#api/conversations/events.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import { parse, words } from '#api/platform/values/input.ts';

export const CorrectMessage = z.object({ id: z.string(), text: words(20_000) });

/**
 * Corrects what was heard. The words as they were first stored stay: sources point into them. The first words
 * again take the correction back.
 */
export async function correctMessage(input: z.input<typeof CorrectMessage>): Promise<void> {
  const { id, text } = parse(CorrectMessage, input);
  await transaction(async (tx, wake) => {
    const message = await tx.message.findUnique({
      where: { id },
      select: { subjectId: true, role: true, text: true },
    });
    if (!message) throw new NotFound('Message', ['id']);
    if (message.role !== 'user') {
      throw new InvalidInput([{ path: 'id', message: 'only what the person said can be corrected' }]);
    }
    await tx.message.update({ where: { id }, data: { correctedText: text === message.text ? null : text } });
    await messagesChanged(tx, wake, message.subjectId, [id]);
  });
}
