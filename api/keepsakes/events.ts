import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';

/** Tells those who follow a subject that a keepsake was added, changed, deleted or brought back. */
export async function keepsakeChanged(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  keepsakeId: string,
): Promise<void> {
  await append(tx, topics.subject(subjectId), 'keepsake-changed', { keepsakeId }, subjectId);
  wake(topics.subject(subjectId));
}
