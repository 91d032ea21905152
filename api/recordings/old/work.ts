import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { TranscriptionRefused } from '#api/adapters/transcription/port.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { mayBeTranscribedByService, mayKeepOldRecordings } from '#api/consent/policy.ts';
import type { OldRecording } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { nextStretch, placeInRecording } from '../stretches.ts';
import { hasUntimedWords } from '../words/time-words.ts';
import { alignSegments, groupSegments, parseLines, parseWords } from './lines.ts';
import { alreadyInBook, isCopy, putIntoBook } from './put-into-book.ts';
import { UnreadableSound } from './unreadable-sound.ts';

/** After this many failed tries of a step, the work stops until the family starts it again. */
const mostTries = 6;

/**
 * Runs the steps of an old recording until it is in the book or the family has to act: prepares its sound, transcribes it
 * stretch by stretch, makes the conversation. Each step is stored, so that a later run continues there.
 */
export const workOnOldRecording = job({
  name: 'recordings.workOnOld',
  input: z.object({ id: z.uuid() }),
  retries: 12,
  timeoutSeconds: 3_600,
  atOnce: 2,
  perSubject: true,
  run: ({ id }, signal) => runSteps(id, signal),
});

async function runSteps(id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const recording = await db.oldRecording.findUnique({ where: { id } });
    const step = recording && stepOf(recording);
    if (!step) return;
    try {
      await step(recording, signal);
    } catch (error) {
      // An aborted step has not failed.
      if (signal.aborted) throw error;
      if (!(await noteFailure(recording, error))) throw error;
      return;
    }
    if (recording.status === 'IN_BOOK') return;
    signal.throwIfAborted();
  }
}

type Step = (recording: OldRecording, signal: AbortSignal) => Promise<void>;

function stepOf({ status, storageKey, conversationId, mediaId }: OldRecording): Step | null {
  switch (status) {
    case 'PREPARING':
      return prepare;
    case 'TRANSCRIBING':
      return transcribe;
    case 'ADDING':
      return ({ id }) => putIntoBook(id);
    case 'IN_BOOK':
      // The keepsake was restored, so the conversation gets its sound again.
      return storageKey === null && conversationId && mediaId ? attachSound : null;
    case 'DRAFT':
    case 'FAILED':
      return null;
  }
}

/** Records a failed try. Returns whether it was the last one. */
async function noteFailure({ id, status, tries }: OldRecording, error: unknown): Promise<boolean> {
  const isPermanent = error instanceof UnreadableSound || error instanceof TranscriptionRefused;
  const isLast = isPermanent || tries + 1 >= mostTries;
  log.warn({ error }, 'a step of an old recording failed');
  if (status === 'IN_BOOK') return isPermanent;
  const problem =
    error instanceof UnreadableSound
      ? error.message
      : status === 'TRANSCRIBING'
        ? 'The words couldn’t be written down by the transcription service. Try again later, or type along.'
        : 'Something went wrong on our side. Try again.';
  await db.oldRecording.updateMany({
    where: { id, status },
    data: isLast
      ? { tries: 0, problem, status: status === 'ADDING' ? 'DRAFT' : 'FAILED' }
      : { tries: { increment: 1 } },
  });
  return isLast;
}

async function prepare(recording: OldRecording, signal: AbortSignal): Promise<void> {
  const { id, subjectId } = recording;
  const { contentHash, content, ...sound } = await readKeepsake(recording, signal);
  if (await isCopy(db, { id, subjectId, contentHash })) throw new UnreadableSound(alreadyInBook);
  await storeSound(subjectId, content, async (tx, storageKey) => {
    const current = await tx.oldRecording.findUnique({
      where: { id },
      include: { media: { select: { deletedAt: true } } },
    });
    if (current?.status !== 'PREPARING' || current.media?.deletedAt !== null) return false;
    if (!(await mayKeepOldRecordings(tx, subjectId))) return false;
    await tx.oldRecording.update({
      where: { id },
      data: {
        ...{ ...sound, contentHash, storageKey, tries: 0 },
        status: current.transcribes ? 'TRANSCRIBING' : 'DRAFT',
      },
    });
    return true;
  });
}

/** Gives the conversation of a restored keepsake its sound again, if it has none. */
async function attachSound(recording: OldRecording, signal: AbortSignal): Promise<void> {
  const { id, subjectId, conversationId } = recording;
  if (!conversationId || (await db.recording.count({ where: { conversationId } }))) return;
  const { contentHash: _, content, ...sound } = await readKeepsake(recording, signal);
  await storeSound(subjectId, content, async (tx, storageKey) => {
    const current = await tx.oldRecording.findUnique({
      where: { id },
      include: {
        media: { select: { deletedAt: true } },
        conversation: { select: { startedAt: true, createdAt: true, recording: true } },
      },
    });
    if (current?.media?.deletedAt !== null || !current.conversation || current.conversation.recording)
      return false;
    if (!(await mayKeepOldRecordings(tx, subjectId))) return false;
    const { startedAt, createdAt } = current.conversation;
    await tx.recording.create({
      data: {
        ...{ id: newId(), subjectId, conversationId, approximate: current.approximate, storageKey },
        wordsApproximate: await hasUntimedWords(tx, conversationId),
        ...{ ...sound, startedAt: startedAt ?? createdAt },
      },
    });
    return true;
  });
}

async function readKeepsake({ mediaId }: OldRecording, signal: AbortSignal) {
  const media = mediaId === null ? null : await db.media.findUnique({ where: { id: mediaId } });
  if (!media || (await ports.storage.size(media.storageKey)) === null)
    throw new UnreadableSound('The recording is not here any more');
  // Imported here, so that the audio library is loaded only by processes that need it.
  const { prepareSound } = await import('./prepare-sound.ts');
  const file = await buffer(await ports.storage.open(media.storageKey));
  return prepareSound(file, media.contentType, signal);
}

/** Stores a sound if `keep` refers to it in the transaction; else removes it again. */
async function storeSound(
  subjectId: string,
  content: Buffer,
  keep: (tx: Tx, storageKey: string) => Promise<boolean>,
): Promise<void> {
  const storageKey = `${subjectId}/recordings/${randomUUID()}`;
  await ports.storage.put(storageKey, content);
  let isKept = false;
  try {
    isKept = await transaction(async (tx) => {
      // Locked, so that the consent can't be withdrawn between the check and the change.
      await lockSubject(tx, subjectId);
      return keep(tx, storageKey);
    });
  } finally {
    if (!isKept) await ports.storage.remove(storageKey);
  }
  if (!isKept) throw new UnreadableSound('The recording can’t be put into the book any more');
}

async function transcribe(recording: OldRecording, signal: AbortSignal): Promise<void> {
  const { id, subjectId, mediaId, storageKey, mediaType, durationMs, loudness, transcribedMs } = recording;
  const { transcription } = ports;
  if (!transcription) throw new TranscriptionRefused('No transcription service is configured');
  if (!storageKey || !mediaType || durationMs === null) throw new Error('The sound is not prepared');
  if (!(await mayBeTranscribedByService(db, subjectId)) || !(await mayKeepOldRecordings(db, subjectId)))
    throw new TranscriptionRefused('The consent was withdrawn');
  if (!mediaId || !(await db.media.count({ where: { id: mediaId, deletedAt: null } })))
    throw new TranscriptionRefused('The keepsake was deleted');
  const { language } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
  const whole = await buffer(await ports.storage.open(storageKey));
  const sound = { durationMs, loudness, bytes: whole.length };
  const stretch = nextStretch(sound, transcribedMs, transcription.mostBytes);
  const isWhole = stretch.startMs === 0 && stretch.endMs === durationMs;
  const { cutSound } = await import('../sound.ts');
  const content = isWhole ? whole : await cutSound(whole, stretch, 'ALL');
  const heard = await transcription.transcribe({ content, mediaType, language, wordTimes: true }, signal);
  const words = [...parseWords(recording.words), ...placeInRecording(heard.words ?? [], stretch)];
  const lines = [...parseLines(recording.lines), ...groupSegments(alignSegments(heard, stretch))];
  const isDone = stretch.endMs >= durationMs;
  const isSilent = isDone && lines.length === 0;
  await db.oldRecording.updateMany({
    where: { id, status: 'TRANSCRIBING', transcribedMs },
    data: {
      ...{ lines, words, transcribedMs: stretch.endMs, tries: 0, version: { increment: 1 } },
      approximate: heard.segments === null || (transcribedMs > 0 && recording.approximate),
      ...(isDone && { status: recording.addsItself ? 'ADDING' : 'DRAFT' }),
      ...(isSilent && {
        status: 'FAILED',
        problem: 'No words were found in this recording. If you can hear some, type along.',
      }),
    },
  });
}
