import { limitedWords } from '#api/audiences/policy.ts';
import { holdBook } from '#api/biography/book.ts';
import { withholdMessages } from '#api/conversations/engine/withhold.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';

/**
 * Erases stories, or sentences of them. Words of stories that an audience limits, on which no such story rests any more
 * then, become private, as otherwise everybody could read them from then on.
 */
export async function eraseTold(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  erase: () => Promise<void>,
): Promise<void> {
  await holdBook(tx, subjectId);
  const before = await limitedWords(tx, subjectId);
  await erase();
  const still = new Set((await limitedWords(tx, subjectId)).map(({ id }) => id));
  const ids = before.flatMap(({ id }) => (still.has(id) ? [] : id));
  const open = await tx.message.findMany({
    where: { id: { in: ids }, private: false },
    select: { id: true },
  });
  if (open.length)
    await withholdMessages(
      tx,
      wake,
      subjectId,
      open.map(({ id }) => id),
    );
}
