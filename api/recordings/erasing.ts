import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import type { MakingKind } from '#api/generated/prisma/enums.ts';
import { tellOfKeepsakes } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { dropCallRecordings, removeAtProvider } from './calls/removing.ts';
import { dropOldRecordings, eraseDraftSounds } from './old/removing.ts';

/** Erases the silenced recordings of a subject: the files first, then their rows. */
export const eraseSilenced = job({
  name: 'recordings.eraseSilenced',
  input: z.object({ subjectId: z.uuid() }),
  retries: 12,
  perSubject: true,
  run: ({ subjectId }) => eraseRecordings({ subjectId, isSilenced: true }),
});

/**
 * Silences all recordings of a subject in the transaction that withdraws the consent, and queues their erasure.
 * Recordings made after a new consent are not affected.
 */
export async function silenceRecordings(tx: Tx, wake: Wake, subjectId: string): Promise<void> {
  await dropOldRecordings(tx, wake, subjectId);
  const { count } = await tx.recording.updateMany({
    where: { subjectId, silencedAt: null, heldKey: null },
    data: { silencedAt: clock.now() },
  });
  if (count === 0) return;
  await enqueue(tx, eraseSilenced, { subjectId }, { subjectId });
  const problem = 'Recording is no longer agreed to. Have it made again.';
  await endFilesWithSound(tx, subjectId, ['EXPORT', 'HIGHLIGHT'], problem);
}

/**
 * Lets the recordings be heard that came from another Evertold, with the keepsakes of the person's voice, in the
 * transaction in which the person agrees.
 */
export async function releaseHeldRecordings(tx: Tx, wake: Wake, subjectId: string): Promise<void> {
  const held = await tx.media.updateManyAndReturn({
    where: { subjectId, held: true },
    data: { held: false, deletedAt: null },
    select: { id: true },
  });
  await tellOfKeepsakes(
    tx,
    wake,
    subjectId,
    held.map(({ id }) => id),
  );
  await tx.$executeRaw`
    update recording set storage_key = held_key, held_key = null
    where subject_id = ${subjectId}::uuid and held_key is not null`;
}

/** Ends the finished and running files of these kinds, because they may contain a recording that is silenced. */
async function endFilesWithSound(tx: Tx, subjectId: string, kinds: MakingKind[], problem: string) {
  const files = { subjectId, kind: { in: kinds } };
  await tx.making.updateMany({ where: { ...files, status: 'DONE' }, data: { status: 'EXPIRED', problem } });
  await tx.making.updateMany({
    where: { ...files, status: 'WORKING' },
    data: { status: 'CANCELLED', problem },
  });
}

/** Silences the recording of one conversation and queues its erasure, also at the provider. */
export async function silenceRecordingOf(
  tx: Tx,
  { conversationId, subjectId }: { conversationId: string; subjectId: string },
): Promise<void> {
  await dropCallRecordings(tx, subjectId, { id: conversationId });
  const { count } = await tx.recording.updateMany({
    where: { conversationId, silencedAt: null },
    data: { silencedAt: clock.now() },
  });
  if (!count) return;
  await enqueue(tx, eraseSilenced, { subjectId }, { subjectId });
  await endFilesWithSound(tx, subjectId, ['HIGHLIGHT'], 'A recording was removed since. Have it made again.');
}

/** Erases the recordings of a subject, or those that are silenced, with their files and the times in their messages. */
export async function eraseRecordings({
  subjectId,
  isSilenced,
}: {
  subjectId: string;
  isSilenced?: boolean;
}): Promise<void> {
  if (!isSilenced) {
    const left = await db.callRecording.findMany({ where: { subjectId, removedAt: null } });
    for (const { conversationId } of left) await removeAtProvider(conversationId);
    await eraseDraftSounds(subjectId);
  }
  const recordings = await db.recording.findMany({
    where: { subjectId, ...(isSilenced && { silencedAt: { not: null } }) },
    include: { takes: true },
  });
  for (const { id, conversationId, storageKey, heldKey, takes } of recordings) {
    for (const key of takes.flatMap(({ pieces }) => pieces)) await ports.storage.remove(key);
    for (const key of [storageKey, heldKey]) if (key) await ports.storage.remove(key);
    await db.$transaction([
      db.recordingMark.deleteMany({ where: { message: { conversationId } } }),
      db.message.updateMany({
        // An old recording keeps the times, because its keepsake may be restored and its private words must stay silent.
        where: {
          conversationId,
          audioStartMs: { not: null },
          conversation: { channel: { not: 'RECORDING' } },
        },
        data: { audioStartMs: null, audioEndMs: null, wordStartsMs: [] },
      }),
      db.recording.deleteMany({ where: { id } }),
    ]);
  }
}
