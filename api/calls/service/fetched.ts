import { setWordsAside } from '#api/conversations/engine/instruction-reading.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { dropCallRecordings } from '#api/recordings/calls/removing.ts';

type Fetched = { conversationId: string; subjectId: string; seq: number };

/**
 * Notes with which message somebody else went to fetch the person: what was heard until then is told by nobody, a
 * recording that they agreed to is dropped, and whoever comes hears the opening.
 */
export async function noteFetched({ conversationId, subjectId, seq }: Fetched): Promise<void> {
  await transaction(async (tx) => {
    await takeTurn(tx, conversationId);
    await setWordsAside(tx, conversationId);
    await dropCallRecordings(tx, subjectId, { id: conversationId });
    await tx.call.update({ where: { conversationId }, data: { fetchedSeq: seq } });
  });
}
