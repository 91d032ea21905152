import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { tellOfKeepsakes } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, job } from '#api/platform/jobs.ts';

/** Removes a stored sound that no row refers to any more. */
export const removeSound = job({
  name: 'recordings.removeSound',
  input: z.object({ key: z.string() }),
  retries: 12,
  run: ({ key }) => ports.storage.remove(key),
});

/**
 * Hides the keepsakes of a subject whose words are in the book, and deletes the drafts of the others, in the transaction
 * that withdraws the consent to recording. A hidden keepsake is erased after 30 days.
 */
export async function dropOldRecordings(tx: Tx, wake: Wake, subjectId: string): Promise<void> {
  const dropped = await tx.media.updateManyAndReturn({
    where: { subjectId, deletedAt: null, oldRecording: { is: { status: 'IN_BOOK' } } },
    data: { deletedAt: clock.now() },
    select: { id: true },
  });
  await tellOfKeepsakes(
    tx,
    wake,
    subjectId,
    dropped.map(({ id }) => id),
  );
  const unfinished = await tx.oldRecording.findMany({
    where: { subjectId, status: { not: 'IN_BOOK' } },
    select: { id: true },
  });
  for (const { id } of unfinished) await discardDraft(tx, id);
}

/** Deletes the draft of a recording that is not in the book, and queues the removal of its sound. */
export async function discardDraft(tx: Tx, id: string): Promise<void> {
  const { subjectId, storageKey } = await tx.oldRecording.delete({ where: { id } });
  if (storageKey) await enqueue(tx, removeSound, { key: storageKey }, { subjectId });
}

/** Deletes the draft of a keepsake that is being erased. A recording in the book stays, without its keepsake. */
export async function dropDraftOf(mediaId: string): Promise<void> {
  const draft = await db.oldRecording.findFirst({ where: { mediaId, status: { not: 'IN_BOOK' } } });
  if (!draft) return;
  if (draft.storageKey) await ports.storage.remove(draft.storageKey);
  await db.oldRecording.deleteMany({ where: { id: draft.id } });
}

/** Removes the sounds of all drafts of a subject that is being erased. */
export async function eraseDraftSounds(subjectId: string): Promise<void> {
  const drafts = await db.oldRecording.findMany({ where: { subjectId, storageKey: { not: null } } });
  for (const { storageKey } of drafts) if (storageKey) await ports.storage.remove(storageKey);
}
