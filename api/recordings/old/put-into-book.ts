import { biographyWrite } from '#api/biography/jobs.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { readWords } from '#api/conversations/engine/reading.ts';
import { conversationChanged, messageAdded } from '#api/conversations/events.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import type { OldRecording, Prisma } from '#api/generated/prisma/client.ts';
import { languageOf } from '#api/language/languages.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Span } from '../spans.ts';
import { alignWords } from '../words/align-words.ts';
import { completeLineTimes, type Line, parseLines, parseWords } from './lines.ts';
import { missingConsents, refusalFor } from './policy.ts';

/**
 * Makes a conversation of the words of a recording, with its sound, and queues the writing of its stories. Does nothing
 * if the recording is in the book already. If a consent is missing, the words stay a draft.
 */
export async function putIntoBook(oldRecordingId: string): Promise<void> {
  const found = await db.oldRecording.findUnique({ where: { id: oldRecordingId } });
  if (found?.status !== 'ADDING') return;
  const lines = completeLineTimes(parseLines(found.lines), found.durationMs ?? 0);
  const read = await readLines(lines, found.subjectId);
  const times = alignWords(read, parseWords(found.words));
  await transaction(async (tx, wake) => {
    const subject = await lockSubject(tx, found.subjectId);
    const recording = await tx.oldRecording.findUnique({
      where: { id: oldRecordingId },
      include: { media: { select: { deletedAt: true } } },
    });
    if (!subject || recording?.status !== 'ADDING') return;
    const self = subject.selfUserId !== null && recording.begunById === subject.selfUserId;
    const [missing] = await missingConsents(tx, subject.id, { self });
    const problem =
      (missing && refusalFor(missing, subject.preferredName)) ??
      (recording.media?.deletedAt === null ? null : 'The recording was deleted') ??
      ((await isCopy(tx, recording)) ? alreadyInBook : null);
    if (problem) {
      await tx.oldRecording.update({ where: { id: oldRecordingId }, data: { status: 'DRAFT', problem } });
      return;
    }
    await addConversation(tx, wake, recording, read, times);
  });
}

export const alreadyInBook = 'This recording is in the book already';

/** Whether another keepsake with the same file is in the book. */
export async function isCopy(
  tx: Tx,
  { id, subjectId, contentHash }: Pick<OldRecording, 'id' | 'subjectId' | 'contentHash'>,
): Promise<boolean> {
  if (!contentHash) return false;
  return (
    (await tx.oldRecording.count({
      where: { subjectId, contentHash, status: 'IN_BOOK', id: { not: id } },
    })) > 0
  );
}

type ReadLine = Line & Span & { id: string; isPrivate: boolean; reading: Prisma.InputJsonValue | null };

/**
 * Reads the meaning of the lines and decides which of them are private. Other wishes on an old recording have no effect,
 * because they were not said to Evertold.
 */
async function readLines(lines: readonly (Line & Span)[], subjectId: string): Promise<ReadLine[]> {
  const subject = await db.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { language: true, privateThemes: { select: { theme: true } } },
  });
  const language = languageOf(subject.language);
  const privateThemes = subject.privateThemes.map(({ theme }) => theme);
  const read: ReadLine[] = [];
  let isAnnounced = false;
  for (const line of lines) {
    if (line.someoneElse) {
      // The answer to private words is private too.
      read.push({ ...line, id: newId(), isPrivate: read.at(-1)?.isPrivate ?? false, reading: null });
      continue;
    }
    const heard = await readWords({ text: line.text, history: [], channel: 'WEB', language }, subjectId);
    if (heard.privateScope === 'THIS_AND_BEFORE') {
      const before = read.findLastIndex(({ someoneElse }) => !someoneElse);
      for (const each of read.slice(Math.max(0, before))) each.isPrivate = true;
    }
    read.push({
      ...line,
      id: newId(),
      isPrivate:
        isAnnounced || heard.privateScope !== null || touchesAvoided(privateThemes, line.text, [], language),
      reading: JSON.parse(JSON.stringify(heard.reading)) as Prisma.InputJsonValue,
    });
    isAnnounced = heard.privateScope === 'THIS_AND_NEXT';
  }
  return read;
}

async function addConversation(
  tx: Tx,
  wake: Wake,
  { id, subjectId, storageKey, mediaType, durationMs, loudness, approximate }: OldRecording,
  lines: readonly ReadLine[],
  times: ReadonlyMap<string, number[]>,
): Promise<void> {
  if (!storageKey || !mediaType || durationMs === null) throw new Error('The sound is not prepared');
  const endedAt = clock.now();
  const startedAt = new Date(endedAt.getTime() - durationMs);
  const conversationId = newId();
  await tx.conversation.create({
    data: {
      ...{ id: conversationId, subjectId, channel: 'RECORDING', status: 'COMPLETED', writing: 'WRITING' },
      ...{ interviewer: 'none', startedAt, endedAt, lastSeq: lines.length },
    },
  });
  await tx.message.createMany({
    data: lines.map(({ id, text, someoneElse, isPrivate, reading, startMs, endMs }, at) => ({
      ...{ id, subjectId, conversationId, seq: at + 1, text, private: isPrivate },
      role: someoneElse ? ('assistant' as const) : ('user' as const),
      ...(reading !== null && { reading }),
      ...{ audioStartMs: startMs, audioEndMs: endMs, wordStartsMs: times.get(id) ?? [] },
      createdAt: new Date(startedAt.getTime() + startMs),
    })),
  });
  await tx.recording.create({
    data: {
      ...{ id: newId(), subjectId, conversationId, mediaType, approximate, startedAt },
      wordsApproximate: lines.some((line) => !line.someoneElse && !times.has(line.id)),
      ...{ durationMs, storageKey, loudness },
    },
  });
  await tx.oldRecording.update({
    where: { id },
    data: {
      conversationId,
      status: 'IN_BOOK',
      lines: [],
      words: [],
      storageKey: null,
      loudness: [],
      problem: null,
    },
  });
  await enqueue(tx, biographyWrite, { conversationId }, { subjectId });
  await conversationChanged(tx, wake, subjectId, conversationId);
  messageAdded(wake, subjectId);
}
