import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import {
  type TranscribedSegment,
  type TranscriptionPort,
  TranscriptionRefused,
} from '#api/adapters/transcription/port.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { mayRecordTalks, mayWordsBeTimed } from '#api/consent/policy.ts';
import type { Recording } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { mayRecordCall } from '../calls/agreeing.ts';
import { audible, closedSpans } from '../policy.ts';
import { subtract } from '../spans.ts';
import { longestStretchMs, nextStretch, placeInRecording } from '../stretches.ts';
import { alignWords, type SpokenMessage } from './align-words.ts';

/**
 * Measures when each word of a call or talk is spoken: sends what the person said to the transcription service, with
 * silence in place of everything else, and looks for the words of the messages in its answer. Messages that are private
 * or deleted are not sent. Where this can't be done, the times stay estimated.
 */
export const timeWords = job({
  name: 'recordings.timeWords',
  input: z.object({ conversationId: z.uuid() }),
  retries: 12,
  timeoutSeconds: 3_600,
  atOnce: 2,
  perSubject: true,
  run: ({ conversationId }, signal) => measure(conversationId, signal),
});

/** Queues the measuring of the words of a recording, in the transaction that stores it. */
export async function queueWordTimes(tx: Tx, subjectId: string, conversationId: string): Promise<void> {
  if (ports.transcription) await enqueue(tx, timeWords, { conversationId }, { subjectId });
}

type StoredSound = Recording & { storageKey: string; durationMs: number };

async function measure(conversationId: string, signal: AbortSignal): Promise<void> {
  const { transcription } = ports;
  if (!transcription) return;
  for (const group of groupMessages(await untimedMessages(conversationId))) {
    const sound = await transaction((tx) => soundToTime(tx, conversationId));
    if (!sound) return;
    try {
      const heard = await hear(sound, group, transcription, signal);
      const kept = await keep(sound, alignWords(group, heard));
      if (kept === 'REFUSED') return;
      if (kept === 'CHANGED') throw new Error('The sound changed meanwhile');
    } catch (error) {
      if (!(error instanceof TranscriptionRefused)) throw error;
      log.warn({ error, conversationId }, 'the words of a recording keep estimated times');
      return;
    }
  }
  const wordsApproximate = await hasUntimedWords(db, conversationId);
  await db.recording.updateMany({
    where: { conversationId, wordsTimedAt: null },
    data: { wordsTimedAt: clock.now(), wordsApproximate },
  });
}

/** Matches the person's messages in a recording that others may hear and whose words have no times yet. */
function untimed(conversationId: string) {
  return {
    ...{ conversationId, role: 'user' as const, private: false, deletedAt: null },
    ...{ audioStartMs: { not: null }, audioEndMs: { not: null }, wordStartsMs: { isEmpty: true } },
  };
}

/** Whether words that the person said, and others may hear, have no measured times. */
export async function hasUntimedWords(tx: Tx, conversationId: string): Promise<boolean> {
  return (await tx.message.count({ where: untimed(conversationId) })) > 0;
}

async function untimedMessages(conversationId: string): Promise<SpokenMessage[]> {
  const messages = await db.message.findMany({
    where: untimed(conversationId),
    orderBy: { seq: 'asc' },
    select: { id: true, text: true, audioStartMs: true, audioEndMs: true },
  });
  return messages.flatMap(({ id, text, audioStartMs: startMs, audioEndMs: endMs }) =>
    startMs !== null && endMs !== null && startMs < endMs ? [{ id, text, startMs, endMs }] : [],
  );
}

/** Groups messages that are sent together, in one request unless a single message is longer. */
function groupMessages(messages: readonly SpokenMessage[]): SpokenMessage[][] {
  const groups: SpokenMessage[][] = [];
  for (const message of messages) {
    const group = groups.at(-1);
    const startMs = group?.[0]?.startMs ?? 0;
    if (group && message.endMs - startMs <= longestStretchMs) group.push(message);
    else groups.push([message]);
  }
  return groups;
}

/** The recording if its words may be sent to the transcription service and have no times yet; otherwise null. */
async function soundToTime(tx: Tx, conversationId: string): Promise<StoredSound | null> {
  const recording = await tx.recording.findFirst({
    where: { conversationId, wordsTimedAt: null, ...audible },
    include: { conversation: { select: { channel: true, phone: true } } },
  });
  if (!recording) return null;
  const { conversation, storageKey, durationMs, ...rest } = recording;
  const { subjectId } = rest;
  await lockSubject(tx, subjectId);
  const mayRecord =
    conversation.channel === 'PHONE'
      ? await mayRecordCall(tx, subjectId, conversation.phone)
      : await mayRecordTalks(tx, subjectId);
  if (!mayRecord || !(await mayWordsBeTimed(tx, subjectId))) return null;
  return storageKey === null || durationMs === null ? null : { ...rest, storageKey, durationMs };
}

/** The words that the service hears in these messages, with times from the start of the recording. */
async function hear(
  { conversationId, subjectId, storageKey, mediaType, durationMs, loudness }: StoredSound,
  messages: readonly SpokenMessage[],
  transcription: TranscriptionPort,
  signal: AbortSignal,
): Promise<TranscribedSegment[]> {
  // Loaded only where audio is processed.
  const { cutSound } = await import('../sound.ts');
  const { language } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
  const whole = await buffer(await ports.storage.open(storageKey));
  const heard = subtract(messages, await closedSpans(conversationId));
  const endMs = Math.max(...messages.map((message) => message.endMs));
  const words: TranscribedSegment[] = [];
  let fromMs = messages[0]?.startMs ?? endMs;
  while (fromMs < endMs) {
    const before = { durationMs: endMs, loudness, bytes: (whole.length * endMs) / durationMs };
    const stretch = nextStretch(before, fromMs, transcription.mostBytes);
    const content = await cutSound(whole, stretch, heard);
    const answer = await transcription.transcribe({ content, mediaType, language, wordTimes: true }, signal);
    if (!answer.words && answer.text.trim())
      throw new TranscriptionRefused('The service gives no times of words');
    words.push(...placeInRecording(answer.words ?? [], stretch));
    fromMs = stretch.endMs;
  }
  return words;
}

/** Stores the times of words by message, unless meanwhile the consent was withdrawn or the sound was replaced. */
async function keep(
  sound: StoredSound,
  times: ReadonlyMap<string, number[]>,
): Promise<'KEPT' | 'REFUSED' | 'CHANGED'> {
  const { conversationId } = sound;
  return transaction(async (tx) => {
    const current = await soundToTime(tx, conversationId);
    if (!current) return 'REFUSED';
    if (current.storageKey !== sound.storageKey) return 'CHANGED';
    for (const [id, wordStartsMs] of times)
      await tx.message.updateMany({ where: { id, ...untimed(conversationId) }, data: { wordStartsMs } });
    return 'KEPT';
  });
}
