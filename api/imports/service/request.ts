import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import { FileTooLarge } from '#api/keepsakes/errors.ts';
import { keepUpload } from '#api/keepsakes/service/uploads.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId, rowId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { Forbidden, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { importsMake } from '../jobs.ts';
import { attemptsUntilAnew } from './attempts.ts';
import { mustHaveNoOwnBook, mustMayBring } from './may-bring.ts';

/** The maximum size of an export that is brought here: a book's 20 GB of keepsakes, and its conversations' sound. */
export const mostBytesOfExport = 32_000_000_000;

/** The maximum number of files of an account that are being sent, or wait to become a book. */
const mostOpenExports = 2;

/** Begins the upload of an export; returns its id. Refuses accounts that may not own one more book. */
export async function beginExportUpload(viewer: Viewer, bytes: number): Promise<string> {
  if (bytes < 1 || bytes > mostBytesOfExport) throw new FileTooLarge('The file may have 32 GB at most');
  return transaction(async (tx) => {
    await mustMayBring(tx, viewer);
    await makeRoomForExport(tx, viewer.userId, bytes);
    const { id } = await tx.upload.create({ data: { id: newId(), userId: viewer.userId, bytes } });
    return id;
  });
}

/**
 * Refuses one more file than an account may have open, or more bytes than one file may have. Files of failed imports make
 * way for a new one.
 */
async function makeRoomForExport(tx: Tx, userId: string, bytes: number): Promise<void> {
  const uploads = await tx.upload.findMany({
    where: { userId, subjectId: null },
    select: { id: true, bytes: true },
  });
  const over = await tx.bookImport.findMany({
    where: {
      userId,
      id: { in: uploads.map(({ id }) => id) },
      status: { in: ['FAILED', 'CANCELLED', 'DONE'] },
    },
    select: { id: true, status: true },
  });
  if (uploads.length - over.length >= mostOpenExports) {
    throw new LimitReached(`At most ${mostOpenExports} exports are sent at a time`, mostOpenExports);
  }
  const isOver = new Set(over.map(({ id }) => id));
  const open = uploads.reduce((sum, each) => sum + (isOver.has(each.id) ? 0 : Number(each.bytes)), 0);
  if (open + bytes > mostBytesOfExport) {
    throw new LimitReached('The exports that are sent at a time may have 32 GB together', mostBytesOfExport);
  }
  const kept = uploads.length - over.filter(({ status }) => status !== 'FAILED').length;
  if (kept < mostOpenExports) return;
  for (const { id } of over.filter(({ status }) => status === 'FAILED')) {
    const { count } = await tx.bookImport.updateMany({
      where: { id, status: 'FAILED' },
      data: { status: 'CANCELLED', problem: null },
    });
    if (count) await enqueue(tx, importsMake, { importId: id });
  }
}

const ImportBook = z.object({ uploadId: z.string().transform(rowId), isSelf: z.boolean().nullish() });

/**
 * Brings a book from an uploaded export. The import has the upload's id, so the same request twice is one import; one
 * that failed is tried again while its file is kept.
 */
export async function importBook(viewer: Viewer, input: z.input<typeof ImportBook>): Promise<string> {
  const { uploadId: id, isSelf: said } = parse(ImportBook, input);
  const userId = viewer.userId;
  try {
    return await transaction(async (tx) => {
      await mustMayBring(tx, viewer);
      const before = await tx.bookImport.findFirst({ where: { id, userId } });
      if (before && before.status !== 'FAILED') return id;
      const upload = await tx.upload.findFirst({ where: { id, userId, subjectId: null } });
      if (!upload) throw new NotFound('Upload', ['uploadId']);
      if (upload.received < upload.bytes) {
        throw new WrongState('The file has not been received whole', ['uploadId']);
      }
      const isSelf = said ?? before?.isSelf ?? false;
      if (isSelf) await mustHaveNoOwnBook(tx, userId);
      const attempt = attemptsUntilAnew(before?.attempt ?? 0);
      const data = { isSelf, attempt, status: 'QUEUED', progress: 0, problem: null } as const;
      await tx.bookImport.upsert({ where: { id }, create: { id, userId, ...data }, update: data });
      await keepUpload(tx, id);
      await enqueue(tx, importsMake, { importId: id });
      return id;
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new WrongState('Another book is being brought here: wait until it is there, or cancel it');
    throw error;
  }
}

/** Cancels an import of one's own. The job that it queues erases what is there of it. */
export async function cancelImport(viewer: Viewer, input: { id: string }): Promise<void> {
  if (actsForAnother(viewer)) throw new Forbidden();
  const id = rowId(input.id);
  await transaction(async (tx) => {
    const { count } = await tx.bookImport.updateMany({
      where: { id, userId: viewer.userId, status: { in: ['QUEUED', 'WORKING', 'FAILED'] } },
      data: { status: 'CANCELLED', problem: null },
    });
    if (count) return enqueue(tx, importsMake, { importId: id });
    const found = await tx.bookImport.findFirst({ where: { id, userId: viewer.userId } });
    if (!found) throw new NotFound('Import', ['id']);
    if (found.status === 'DONE') throw new WrongState('The book is there already', ['id']);
  });
}
