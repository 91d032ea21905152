import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { discardDraft } from '#api/recordings/old/removing.ts';
import { tellOfKeepsakes } from './tell-of-keepsakes.ts';

/** Removes the file of an erased keepsake, unless the same file was stored again meanwhile. */
export const removeKeepsakeFile = job({
  name: 'keepsakes.removeFile',
  input: z.object({ storageKey: z.string() }),
  retries: 12,
  async run({ storageKey }) {
    if (!(await db.media.count({ where: { storageKey } }))) await ports.storage.remove(storageKey);
  },
});

/** Erases keepsakes at once that turned out not to be the subject's; they can't be restored. */
export async function eraseSentFiles(tx: Tx, wake: Wake, ids: readonly string[]) {
  const where = { id: { in: [...ids] } };
  const media = await tx.media.findMany({ where, select: { id: true, storageKey: true, subjectId: true } });
  const drafts = await tx.oldRecording.findMany({
    where: { mediaId: { in: [...ids] }, status: { not: 'IN_BOOK' } },
    select: { id: true },
  });
  for (const { id } of drafts) await discardDraft(tx, id);
  for (const [subjectId, erased] of Map.groupBy(media, (each) => each.subjectId)) {
    const erasedIds = erased.map(({ id }) => id);
    await tellOfKeepsakes(tx, wake, subjectId, erasedIds);
  }
  await tx.media.deleteMany({ where });
  for (const { storageKey, subjectId } of media)
    await enqueue(tx, removeKeepsakeFile, { storageKey }, { subjectId });
}
