import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';

/** Keepsakes were added, described anew, deleted or restored, or others may see them. One is named, several are not. */
export async function keepsakesChanged(tx: Tx, wake: Wake, subjectId: string, ids: readonly string[]) {
  const [keepsakeId, ...others] = ids;
  const payload: Record<string, string> = keepsakeId && others.length === 0 ? { keepsakeId } : {};
  await append(tx, topics.keepsakes(subjectId), 'keepsakes-changed', payload, subjectId);
  wake(topics.keepsakes(subjectId));
}
