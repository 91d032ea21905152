import { z } from 'zod';
import { holdBook } from '#api/biography/book.ts';
import { correctBook } from '#api/biography/correcting/correct-book.ts';
import { readCorrection } from '#api/conversations/engine/reading.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import { languageOf } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';

export const CorrectMessage = z.object({ id: z.string(), text: words(20_000) });

/**
 * Corrects misheard words, and the book with them, in one transaction. The words as first stored are kept; correcting
 * to them removes the correction.
 */
export async function correctMessage(input: z.input<typeof CorrectMessage>): Promise<void> {
  const { id, text } = parse(CorrectMessage, input);
  await transaction(async (tx, wake) => {
    const message = await lockMessage(tx, id);
    if (!message) throw new NotFound('Message', ['id']);
    if (message.role !== 'user') {
      throw new InvalidInput([{ path: 'id', message: 'only what the person said can be corrected' }]);
    }
    const reading = await readCorrection(text, message.subjectId, languageOf(message.subject.language));
    await tx.message.update({
      where: { id },
      data: { correctedText: text === message.text ? null : text, reading },
    });
    const before = message.correctedText ?? message.text;
    if (text !== before) await correctBook(tx, wake, { id, before, after: text });
    await messagesChanged(tx, wake, message.subjectId, [id]);
  });
}

/** Locks a message and then its subject's book, in the same order as the code that makes words private. */
async function lockMessage(tx: Tx, id: string) {
  await tx.$queryRaw`select 1 from message where id = ${id}::uuid for no key update`;
  const message = await tx.message.findUnique({
    where: { id },
    select: {
      ...{ subjectId: true, role: true, text: true, correctedText: true },
      subject: { select: { language: true } },
    },
  });
  return message && (await holdBook(tx, message.subjectId)) ? message : null;
}
