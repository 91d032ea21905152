import { lockSubject } from '#api/consent/ledger.ts';
import type { CallRecording } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { estimateStart } from './agreeing.ts';
import { queueRecordingFetch } from './keeping.ts';
import { removeCallRecording } from './removing.ts';

/** A report about a recording's state from the provider's webhook. */
export type RecordingReport = {
  providerId: string;
  status: string;
  durationSeconds: number | null;
};

/**
 * Handles a report about the recording of a call. The state only moves forward: a repeated or late report changes
 * nothing, and neither does one about a recording that nobody agreed to.
 */
export async function handleRecordingReport(conversationId: string, report: RecordingReport): Promise<void> {
  const found = await db.callRecording.findUnique({ where: { conversationId } });
  if (!found) return;
  await transaction(async (tx) => {
    await lockSubject(tx, found.subjectId);
    const recording = await tx.callRecording.findUnique({ where: { conversationId } });
    const isOther = recording?.providerId && recording.providerId !== report.providerId;
    if (recording && !isOther) await advance(tx, recording, report);
  });
}

async function advance(
  tx: Tx,
  { conversationId, subjectId, status, startedAt, askedAt, removedAt, providerId: known }: CallRecording,
  { providerId, status: reported, durationSeconds }: RecordingReport,
): Promise<void> {
  const where = { conversationId };
  const isUnderWay = status === 'AGREED' || status === 'RECORDING';
  const remove = () => enqueue(tx, removeCallRecording, { conversationId }, { subjectId });
  switch (reported) {
    case 'in-progress':
      if (isUnderWay)
        await tx.callRecording.update({
          where,
          data: { providerId, status: 'RECORDING', startedAt: startedAt ?? estimateStart(askedAt) },
        });
      return;
    case 'completed':
      // An earlier removal may have found nothing, because the response with the recording's id was lost.
      if (status === 'NOT_KEPT' && !(known && removedAt)) {
        await tx.callRecording.update({ where, data: { providerId, removedAt: null } });
        await remove();
      }
      if (!isUnderWay) return;
      await tx.callRecording.update({
        where,
        data: { providerId, status: 'READY', durationSeconds },
      });
      if (!(await isLive(tx, conversationId))) await queueRecordingFetch(tx, conversationId);
      return;
    case 'absent':
    case 'failed':
      if (!isUnderWay) return;
      await tx.callRecording.update({ where, data: { providerId, status: 'NOT_KEPT' } });
      await remove();
  }
}

async function isLive(tx: Tx, conversationId: string): Promise<boolean> {
  const { status } = await tx.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    select: { status: true },
  });
  return status === 'RINGING' || status === 'IN_PROGRESS';
}
