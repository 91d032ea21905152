import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ports } from '#api/adapters/ports.ts';
import type { BookImport } from '#api/generated/prisma/client.ts';
import { detectContent, headBytes, kindFor, refuseTooLarge } from '#api/keepsakes/content-type.ts';
import { FileTooLarge, NotAKeepsake } from '#api/keepsakes/errors.ts';
import { drawKeepsakePlaceholders } from '#api/keepsakes/jobs.ts';
import { storeContent } from '#api/keepsakes/service/add.ts';
import { eraseUpload, keepUpload, storageKeyOf } from '#api/keepsakes/service/uploads.ts';
import { memberAsViewer } from '#api/makings/policy.ts';
import { notify } from '#api/notices/service.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { DomainError, WrongState } from '#api/platform/errors.ts';
import { enqueue, Stopping } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mostBytes as mostBytesOfSound } from '#api/recordings/old/policy.ts';
import { copySound } from '#api/recordings/sound.ts';
import { readBook } from '../archive/read-book.ts';
import { type BroughtBook, type BroughtFile, broughtBook, type Row } from '../archive/rows.ts';
import { type ExportZip, openExport } from '../archive/zip.ts';
import { FileRefused, ImportStopped } from '../errors.ts';
import { isLastAttempt } from './attempts.ts';
import { mustHaveNoOwnBook, mustMayBring } from './may-bring.ts';
import { type Attempt, copyRows, eraseEarlier, eraseRows, storeFileFacts, storeRows } from './rows.ts';

/** The number of rows stored at once. */
const atATime = 500;
/** The pause between looks whether the import was cancelled while a file is stored. */
const lookMs = 1_000;

/**
 * Makes a new subject from an uploaded export. Its rows and files wait where nobody reads them, and become a book in one
 * transaction at the end. Safe to run again after a crash: it begins anew. Of a finished, failed or cancelled import it
 * erases what is left.
 */
export async function workOnImport(importId: string, signal: AbortSignal): Promise<void> {
  const claimed = await claimImport(importId);
  if (!claimed) return eraseLeft(importId);
  const attempt = { importId, attempt: claimed.attempt };
  const watch = watchForCancel(attempt, signal);
  try {
    await eraseEarlier(importId);
    await bring(claimed, attempt, watch.signal);
  } catch (error) {
    if (signal.aborted && signal.reason instanceof Stopping) {
      await queueAgain(attempt);
      throw error;
    }
    // A cancel that is not noticed yet has taken the file away.
    const isStopped = error instanceof ImportStopped || !(await isInWork(attempt));
    const problem = isStopped ? null : problemOf(error, claimed);
    if (!isStopped && problem === null) throw error;
    if (problem !== null) await failImport(attempt, problem);
  } finally {
    watch.end();
  }
  await eraseLeft(importId);
}

/** Begins the next attempt. Null where there is none to begin. */
async function claimImport(id: string): Promise<BookImport | null> {
  const found = await db.bookImport.findFirst({
    where: { id, userId: { not: null }, status: { in: ['QUEUED', 'WORKING'] } },
  });
  if (!found) return null;
  const { status, attempt } = found;
  if (status === 'WORKING' && isLastAttempt(attempt)) {
    log.error({ error: new Error('The process of the last attempt ended') }, 'a book could not be imported');
    await failImport({ importId: id, attempt }, problemOfOurs);
    return null;
  }
  const { count } = await db.bookImport.updateMany({
    where: { id, userId: { not: null }, status, attempt },
    data: { status: 'WORKING', progress: 0, attempt: attempt + 1 },
  });
  return count ? db.bookImport.findUnique({ where: { id } }) : null;
}

async function bring(claimed: BookImport, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const viewer = await memberAsViewer(claimed.userId);
  if (!viewer) throw new WrongState('This account can’t bring a book');
  const { importId: id } = attempt;
  await keepUpload(db, id);
  const upload = await db.upload.findUnique({ where: { id } });
  if (!upload) throw new FileRefused('', '', 'The file is not kept any more: choose it again');
  const zip = await openExport(upload);
  try {
    const book = broughtBook(await readBook(await zip.json()), (file) => zip.size(file) === 0);
    for (const { file } of [...book.files, ...book.sounds])
      if (zip.size(file) === null) throw new FileRefused(file, '', 'is not in the ZIP');
    await report(attempt, 5);
    await storeAllRows(attempt, book, signal);
    await storeFiles(attempt, { zip, book, viewer, signal });
    signal.throwIfAborted();
    await publish(claimed, attempt, { book, viewer });
  } finally {
    zip.close();
  }
}

async function storeAllRows(attempt: Attempt, book: BroughtBook, signal: AbortSignal): Promise<void> {
  let first = 0;
  let rows: Row[] = [];
  async function store() {
    signal.throwIfAborted();
    if (rows.length) await storeRows(attempt, first, rows);
    first += rows.length;
    rows = [];
  }
  for (const row of book.rows()) {
    rows.push(row);
    if (rows.length === atATime) await store();
  }
  await store();
  await report(attempt, 30);
}

async function storeFiles(
  attempt: Attempt,
  { zip, book, viewer, signal }: { zip: ExportZip; book: BroughtBook; viewer: Viewer; signal: AbortSignal },
): Promise<void> {
  const all = [...book.files, ...book.sounds];
  const total = all.reduce((sum, { file }) => sum + (zip.size(file) ?? 0), 0);
  let done = 0;
  async function store(
    { file, newId }: { file: string; newId: string },
    key: string,
    storing: () => Promise<Record<string, unknown>>,
  ) {
    signal.throwIfAborted();
    const facts = await storing();
    await storeFileFacts(attempt, newId, facts).catch(async (error) => {
      // The import was stopped, and its rows with the storage keys are erased already.
      await ports.storage.remove(key);
      throw error;
    });
    done += zip.size(file) ?? 0;
    await report(attempt, 30 + Math.floor((65 * done) / total));
  }
  for (const file of book.files) {
    const key = storageKeyOf({ subjectId: book.subjectId, id: file.newId });
    await store(file, key, () => storeFile(zip, file, { key, viewer, signal }));
  }
  for (const sound of book.sounds) await store(sound, sound.key, () => storeSound(zip, sound));
}

/** Checks and stores the sound of a conversation, which is in memory while its packets are copied. */
async function storeSound(
  zip: ExportZip,
  { file, key }: { file: string; key: string },
): Promise<Record<string, unknown>> {
  if ((zip.size(file) ?? 0) > mostBytesOfSound) throw new FileRefused(file, '', 'has more than 100 MB');
  const sound = await zip
    .open(file)
    .then(buffer)
    .then(copySound)
    .catch((error: Error) => {
      log.info({ error }, 'a sound of an import can’t be read');
      throw new FileRefused(file, '', 'is no sound that can be read here');
    });
  await ports.storage.put(key, sound.content);
  const { mediaType, durationMs, loudness } = sound;
  return { media_type: mediaType, duration_ms: durationMs, loudness };
}

/** Checks and stores the file of a keepsake by the same rules as one that is added here. */
async function storeFile(
  zip: ExportZip,
  { file, kind: told }: BroughtFile,
  { key, viewer, signal }: { key: string; viewer: Viewer; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  try {
    const { sort, contentType } = detectContent(await headOf(zip, file));
    refuseTooLarge(sort, zip.size(file) ?? 0);
    kindFor(sort, told);
    const content = await zip.open(file);
    const end = () => content.destroy(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
    const stored = await storeContent({ key, sort, contentType, content }, viewer.userId).finally(() =>
      signal.removeEventListener('abort', end),
    );
    const { bytes, width, height } = stored;
    const kind = kindFor(stored.sort, stored.sort === sort ? told : null);
    return { kind, content_type: stored.contentType, bytes, width, height };
  } catch (error) {
    if (error instanceof NotAKeepsake || error instanceof FileTooLarge || isBrokenEntry(error))
      throw new FileRefused(file, '', error instanceof DomainError ? error.message : 'is broken');
    throw error;
  }
}

/** An entry that can't be unpacked, or not to the size that the ZIP says. */
function isBrokenEntry(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return /^Z_/.test(String(code)) || /^(too many bytes|not enough bytes)/.test(String(message));
}

async function headOf(zip: ExportZip, file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of await zip.open(file)) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= headBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, headBytes);
}

/** The timeouts of publishing, in milliseconds: 12,000 messages take 16 s on two busy cores, and a book may have 50,000. */
const publishing = { timeout: 300_000, maxWait: 10_000 };

/** The book appears with all of its rows at once. Its owner is entered last, so that no webhook is told of each row. */
async function publish(
  { isSelf }: BookImport,
  attempt: Attempt,
  { book, viewer }: { book: BroughtBook; viewer: Viewer },
): Promise<void> {
  const { importId, attempt: number } = attempt;
  const { subjectId, photoId, soundsLeft, soundsHeld, versionsLeft, filesMissing, onlyForOwner } = book;
  await transaction(async (tx) => {
    await mustMayBring(tx, viewer);
    if (isSelf) await mustHaveNoOwnBook(tx, viewer.userId);
    const { count } = await tx.bookImport.updateMany({
      where: { id: importId, status: 'WORKING', attempt: number },
      data: {
        ...{ status: 'DONE', progress: 100 },
        ...{ soundsLeft, soundsHeld, versionsLeft, filesMissing, onlyForOwner },
      },
    });
    if (!count) throw new ImportStopped();
    await copyRows(tx, attempt);
    await tx.bookImport.update({ where: { id: importId }, data: { subjectId } });
    const { preferredName } = await tx.subject.update({
      where: { id: subjectId },
      data: { photoId, selfUserId: isSelf ? viewer.userId : null },
      select: { preferredName: true },
    });
    await tx.membership.create({ data: { subjectId, userId: viewer.userId, role: 'OWNER' } });
    await enqueue(tx, drawKeepsakePlaceholders, {}, { subjectId });
    await audit(tx, viewer, 'subject.brought', { subjectId, targetId: importId });
    await notify(tx, {
      kind: 'book-brought',
      channel: 'mail',
      recipient: viewer.email,
      data: {
        ...{ subjectName: preferredName, hasRecordings: soundsHeld > 0 },
        url: `${publicUrl()}/dashboard/${subjectId}/`,
      },
      dedupeKey: `book-brought:${importId}`,
      subjectId,
    });
  }, publishing);
}

async function report({ importId, attempt }: Attempt, progress: number): Promise<void> {
  await db.bookImport.updateMany({ where: { id: importId, attempt, status: 'WORKING' }, data: { progress } });
}

const problemOfOurs = 'Something went wrong on our side. Nothing was kept. Try again later.';

/** Why an import failed, in words for the account's holder; null when it is to be tried again. */
function problemOf(error: unknown, { attempt }: BookImport): string | null {
  if (error instanceof FileRefused || error instanceof DomainError) return error.message;
  if (!isLastAttempt(attempt)) return null;
  log.error({ error }, 'a book could not be imported');
  return problemOfOurs;
}

/** The attempt was cut short because the process ends, and has not failed. */
async function queueAgain({ importId, attempt }: Attempt): Promise<void> {
  await db.bookImport.updateMany({
    where: { id: importId, attempt, status: 'WORKING' },
    data: { status: 'QUEUED' },
  });
}

async function failImport({ importId, attempt }: Attempt, problem: string): Promise<void> {
  await db.bookImport.updateMany({
    where: { id: importId, attempt, status: 'WORKING' },
    data: { status: 'FAILED', problem },
  });
}

/**
 * Erases what is left of an import that nobody works on: its rows, the files of a book that is not there, and the upload
 * unless the import failed and may be tried again.
 */
async function eraseLeft(id: string): Promise<void> {
  const found = await db.bookImport.findUnique({ where: { id } });
  const isInHand = found?.status === 'QUEUED' || found?.status === 'WORKING';
  if (!found || (isInHand && found.userId !== null)) return;
  await eraseRows(id);
  if (found.status === 'FAILED' && found.userId !== null) return;
  const upload = await db.upload.findUnique({ where: { id } });
  if (upload) await eraseUpload(upload);
  if (found.userId === null) await db.bookImport.deleteMany({ where: { id } });
}

/** An import that no worker has touched for so long is given up. */
const lostAfterMs = 12 * 3_600_000;
/** How long the account's holder sees the result of an import. */
const shownMs = 30 * 24 * 3_600_000;

/** Gives up imports whose job was lost, and erases what is left of them and of those of deleted accounts. */
export async function expireImports(): Promise<void> {
  const now = clock.now().getTime();
  await db.bookImport.updateMany({
    where: { status: { in: ['QUEUED', 'WORKING'] }, updatedAt: { lt: new Date(now - lostAfterMs) } },
    data: { status: 'FAILED', problem: 'It took too long. Nothing was kept. Try again later.' },
  });
  const left = await db.bookImport.findMany({
    where: {
      OR: [
        { userId: null },
        { status: { in: ['DONE', 'FAILED', 'CANCELLED'] }, rows: { some: {} } },
        { updatedAt: { lt: new Date(now - shownMs) } },
      ],
    },
    select: { id: true, updatedAt: true },
    take: atATime,
  });
  for (const { id, updatedAt } of left) {
    await eraseLeft(id);
    if (updatedAt.getTime() < now - shownMs) await db.bookImport.deleteMany({ where: { id } });
  }
}

/** Whether the attempt was neither cancelled nor taken over. */
async function isInWork({ importId: id, attempt }: Attempt): Promise<boolean> {
  return (await db.bookImport.count({ where: { id, attempt, status: 'WORKING' } })) > 0;
}

/** Aborts once the import was cancelled or taken over, in whichever process. */
function watchForCancel(attempt: Attempt, signal: AbortSignal) {
  const stopped = new AbortController();
  const over = new AbortController();
  async function look() {
    while (!over.signal.aborted) {
      await sleep(lookMs, undefined, { signal: over.signal });
      if (!(await isInWork(attempt))) return stopped.abort(new ImportStopped());
    }
  }
  look().catch((error: Error) => {
    if (!over.signal.aborted) log.warn({ error }, 'watching an import');
  });
  return { signal: AbortSignal.any([signal, stopped.signal]), end: () => over.abort() };
}
