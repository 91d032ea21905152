import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { hooks } from '#api/calls/addresses.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { hasConsent } from '#api/consent/policy.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { removeCallRecording } from './removing.ts';

/** Whether a call may be recorded once the person agrees: it needs the consent to recording for this phone. */
export function mayRecordCall(tx: Tx, subjectId: string, phone: string | null): Promise<boolean> {
  if (phone === null) return Promise.resolve(false);
  return hasConsent(tx, subjectId, 'RECORDING', phone);
}

/**
 * Queues the recording of a live call, after the person agreed with message `messageId`. Does nothing when repeated, or
 * without the consent for the phone.
 */
export async function recordCall(conversationId: string, messageId: string): Promise<void> {
  await transaction(async (tx) => {
    const { subjectId } = await tx.conversation.findUniqueOrThrow({
      where: { id: conversationId },
      select: { subjectId: true },
    });
    // Locked, so that the consent can't be withdrawn between the check and the insert.
    await lockSubject(tx, subjectId);
    const { phone, status } = await tx.conversation.findUniqueOrThrow({ where: { id: conversationId } });
    if (status !== 'IN_PROGRESS' || !(await mayRecordCall(tx, subjectId, phone))) return;
    const { count } = await tx.callRecording.createMany({
      data: [{ conversationId, subjectId, messageId }],
      skipDuplicates: true,
    });
    if (count) await enqueue(tx, startCallRecording, { conversationId }, { subjectId });
  });
}

/** Asks the provider to record; a retry after a failure never makes a second recording. */
export const startCallRecording = job({
  name: 'recordings.startCall',
  input: z.object({ conversationId: z.uuid() }),
  retries: 3,
  timeoutSeconds: 60,
  atOnce: 8,
  run: ({ conversationId }) => start(conversationId),
});

const promptMs = 1_500;

/**
 * Estimates when a recording began that was requested at `askedAt` and is running now: halfway between. Null if the two
 * are too far apart to tell which words were spoken when.
 */
export function estimateStart(askedAt: Date | null): Date | null {
  const now = clock.now().getTime();
  const asked = askedAt?.getTime() ?? 0;
  return now - asked <= promptMs ? new Date((asked + now) / 2) : null;
}

async function start(conversationId: string): Promise<void> {
  const asking = await transaction(async (tx) => {
    const recording = await tx.callRecording.findUnique({
      where: { conversationId },
      include: { conversation: { include: { call: true } } },
    });
    if (recording?.status !== 'AGREED') return null;
    const { subjectId, conversation, askedAt } = recording;
    await lockSubject(tx, subjectId);
    const callId = conversation.call?.providerId;
    const isLive = conversation.status === 'IN_PROGRESS';
    if (!callId || !isLive || !(await mayRecordCall(tx, subjectId, conversation.phone))) {
      await tx.callRecording.update({ where: { conversationId }, data: { status: 'NOT_KEPT' } });
      await enqueue(tx, removeCallRecording, { conversationId }, { subjectId });
      return null;
    }
    await tx.callRecording.update({
      where: { conversationId },
      data: { askedAt: askedAt ?? clock.now() },
    });
    return { subjectId, callId, again: askedAt !== null };
  });
  if (!asking) return;
  const { subjectId, callId, again } = asking;
  const statusUrl = `${publicUrl()}${hooks.recording}?call=${conversationId}`;
  const askedAt = clock.now();
  const providerId = await ports.telephony.startRecording({ callId, statusUrl, again });
  // After a failed request, it is not known which of the requests started the recording.
  const startedAt = again ? null : estimateStart(askedAt);
  await transaction(async (tx) => {
    await lockSubject(tx, subjectId);
    const recording = await tx.callRecording.findUnique({ where: { conversationId } });
    if (!recording) return;
    if (providerId === null) {
      await tx.callRecording.updateMany({
        where: { conversationId, status: 'AGREED' },
        data: { status: 'NOT_KEPT', removedAt: clock.now() },
      });
      return;
    }
    // The provider's report may have arrived first.
    await tx.callRecording.update({
      where: { conversationId },
      data: {
        providerId,
        startedAt: recording.startedAt ?? startedAt,
        ...(recording.status === 'AGREED' && { status: 'RECORDING' }),
        // It was marked as removed before the provider's id was known, so it still has to be removed.
        ...(recording.status === 'NOT_KEPT' && { removedAt: null }),
      },
    });
    if (recording.status === 'NOT_KEPT')
      await enqueue(tx, removeCallRecording, { conversationId }, { subjectId });
  });
}
