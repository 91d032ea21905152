import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, job } from '#api/platform/jobs.ts';

/** Deletes the recording of a call at the provider; safe to run twice. */
export const removeCallRecording = job({
  name: 'recordings.removeAtProvider',
  input: z.object({ conversationId: z.uuid() }),
  retries: 12,
  timeoutSeconds: 60,
  run: ({ conversationId }) => removeAtProvider(conversationId),
});

export async function removeAtProvider(conversationId: string): Promise<void> {
  const recording = await db.callRecording.findUnique({
    where: { conversationId },
    include: { conversation: { select: { call: { select: { providerId: true } } } } },
  });
  const callId = recording?.conversation.call?.providerId;
  if (!recording || recording.removedAt) return;
  const { askedAt, providerId } = recording;
  if (askedAt && callId) {
    // If the response to our request was lost, the recording is among those of the call.
    const ids = providerId ? [providerId] : await ports.telephony.recordingsOf(callId);
    for (const id of ids) await ports.telephony.removeRecording({ callId, id });
  }
  await db.callRecording.update({ where: { conversationId }, data: { removedAt: clock.now() } });
}

/**
 * Drops the recordings of these calls that are not stored yet, and queues their deletion at the provider, which also
 * stops running ones.
 */
export async function dropCallRecordings(
  tx: Tx,
  subjectId: string,
  conversation: Prisma.ConversationWhereInput,
): Promise<void> {
  const dropped = await tx.callRecording.updateManyAndReturn({
    where: {
      ...{ subjectId, status: { in: ['AGREED', 'RECORDING', 'READY'] } },
      conversation,
    },
    data: { status: 'NOT_KEPT' },
    select: { conversationId: true },
  });
  for (const { conversationId } of dropped)
    await enqueue(tx, removeCallRecording, { conversationId }, { subjectId });
}
