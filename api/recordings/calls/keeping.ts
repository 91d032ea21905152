import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { queueWordTimes } from '../words/time-words.ts';
import { mayRecordCall } from './agreeing.ts';
import { align, type TranscriptMessage } from './align.ts';
import { removeCallRecording } from './removing.ts';
import { speechIn } from './speech.ts';
import { readWav, UnusableSound } from './wav.ts';

/** The size limit of a fetched sound: two channels of 16 bits at 8 kHz, for a little more than the longest call. */
const mostBytes = 2 * 2 * 8_000 * 60 * 135;
/** The provider reports whole seconds, rounded up or down. */
const durationSlackMs = 2_000;

/**
 * Fetches the recording of an ended call, stores it as the conversation's recording with the times of its messages, and
 * queues its deletion at the provider.
 */
export const keepCallRecording = job({
  name: 'recordings.keepCall',
  input: z.object({ conversationId: z.uuid() }),
  timeoutSeconds: 1_800,
  perSubject: true,
  run: ({ conversationId }, signal) => keep(conversationId, signal),
});

/** Queues the fetching of a call's recording if the provider has it. Called in the transaction that ends the call. */
export async function queueRecordingFetch(tx: Tx, conversationId: string): Promise<void> {
  const recording = await tx.callRecording.findUnique({ where: { conversationId } });
  if (recording?.status !== 'READY') return;
  await enqueue(tx, keepCallRecording, { conversationId }, { subjectId: recording.subjectId });
}

async function keep(conversationId: string, signal: AbortSignal): Promise<void> {
  const fetching = await transaction((tx) => mayKeep(tx, conversationId));
  if (!fetching) return;
  const { subjectId, providerId, durationSeconds, startedAt, createdAt } = fetching;
  const sound = await ports.telephony.openRecording(providerId, signal);
  if (!sound) throw new Error('The phone service does not have the recording');
  if (!/^audio\/(?:x-|vnd\.)?wave?\b/.test(sound.mediaType)) throw new UnusableSound('Not a WAV');
  if (sound.size !== null && sound.size > mostBytes) throw new UnusableSound('The sound is too long');
  // Loaded only where audio is processed.
  const { encodeCall } = await import('./encode.ts');
  const wav = await readWav(sound.content, mostBytes);
  const { content, durationMs, loudness, levels } = await encodeCall(wav, signal);
  const announcedMs = durationSeconds === null ? durationMs : durationSeconds * 1_000;
  if (durationMs === 0 || Math.abs(durationMs - announcedMs) > durationSlackMs)
    throw new UnusableSound(`The sound is ${durationMs} ms long, not ${announcedMs}`);

  const id = newId();
  const storageKey = `${subjectId}/recordings/${id}-${randomUUID()}`;
  await ports.storage.put(storageKey, content);
  const isKept = await transaction(async (tx) => {
    // The consent may have been withdrawn while the sound was fetched.
    if (!(await mayKeep(tx, conversationId))) return false;
    const { unheard } = await tx.callRecording.update({
      where: { conversationId },
      data: { status: 'KEPT' },
    });
    const [person, evertold] = levels.map(speechIn);
    const speech = person && evertold ? { person, evertold } : null;
    const said = startedAt ? await messagesOf(tx, conversationId, startedAt) : [];
    const { placed, isMeasured } = align(said, { speech, durationMs, unheard });
    await tx.recording.create({
      data: {
        ...{
          id,
          subjectId,
          conversationId,
          mediaType: 'audio/webm',
          approximate: !(startedAt && isMeasured),
        },
        ...{ startedAt: startedAt ?? createdAt, durationMs, storageKey, loudness },
      },
    });
    for (const { id: messageId, startMs, endMs } of placed) {
      await tx.message.update({
        where: { id: messageId },
        data: { audioStartMs: startMs, audioEndMs: endMs },
      });
    }
    await enqueue(tx, removeCallRecording, { conversationId }, { subjectId });
    await queueWordTimes(tx, subjectId, conversationId);
    return true;
  });
  if (!isKept) await ports.storage.remove(storageKey);
}

/**
 * The recording of an ended call if it may be fetched and stored, or null. Drops it if the consent is missing or
 * somebody else called. Locks the subject until the transaction ends.
 */
async function mayKeep(tx: Tx, conversationId: string) {
  const found = await tx.callRecording.findUnique({ where: { conversationId } });
  if (!found) return null;
  const { subjectId } = found;
  await lockSubject(tx, subjectId);
  const recording = await tx.callRecording.findUniqueOrThrow({
    where: { conversationId },
    include: {
      conversation: { select: { status: true, phone: true, call: { select: { refusedAt: true } } } },
    },
  });
  const { status, providerId, durationSeconds, startedAt, createdAt, conversation } = recording;
  const isLive = conversation.status === 'RINGING' || conversation.status === 'IN_PROGRESS';
  if (status !== 'READY' || !providerId || isLive) return null;
  if (conversation.call?.refusedAt || !(await mayRecordCall(tx, subjectId, conversation.phone))) {
    await tx.callRecording.update({ where: { conversationId }, data: { status: 'NOT_KEPT' } });
    await enqueue(tx, removeCallRecording, { conversationId }, { subjectId });
    return null;
  }
  return { subjectId, providerId, durationSeconds, startedAt, createdAt };
}

async function messagesOf(tx: Tx, conversationId: string, startedAt: Date): Promise<TranscriptMessage[]> {
  const messages = await tx.message.findMany({
    where: { conversationId },
    orderBy: { seq: 'asc' },
    select: { id: true, role: true, text: true, createdAt: true },
  });
  return messages.map(({ createdAt, ...message }) => ({
    ...message,
    atMs: createdAt.getTime() - startedAt.getTime(),
  }));
}
