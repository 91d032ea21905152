import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import type { Tx } from '#api/platform/database/database.ts';

/** A reading that marks all words as an instruction, so that no story is written from them. */
export function instructionReading(text: string): UtteranceReading {
  return {
    spans: [
      {
        act: 'INSTRUCTS',
        label: 'instruct',
        labels: ['instruct'],
        doubtful: false,
        start: 0,
        end: text.length,
      },
    ],
  };
}

/**
 * Marks all that was heard in a conversation as told by nobody, because the subject was not there: nothing is written
 * from it, and the interviewer never comes back to it.
 */
export async function setWordsAside(tx: Tx, conversationId: string): Promise<void> {
  const said = await tx.message.findMany({
    where: { conversationId, role: 'user' },
    select: { id: true, text: true, correctedText: true },
  });
  for (const { id, text, correctedText } of said)
    await tx.message.update({ where: { id }, data: { reading: instructionReading(correctedText ?? text) } });
}
