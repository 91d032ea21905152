import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import type { ByteRange } from '#api/adapters/storage/port.ts';
import type { Upload } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId, rowId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { detectContent, headBytes, mostBytesOfAny, refuseTooLarge } from '../content-type.ts';
import { FileTooLarge, NotAKeepsake } from '../errors.ts';

const GB = 1024 ** 3;

/** The total size of one subject's keepsakes. */
const mostBytesOfSubject = 20 * GB;
/** The maximum of open uploads per member. */
const mostOpenUploads = 50;
/** The maximum of pieces per file. */
const mostParts = 2_000;
/** How long an unfinished upload is kept. */
export const uploadKeptMs = 24 * 3_600_000;

const BeginUpload = z.object({
  subjectId: z.string().transform(rowId),
  bytes: z.int().min(1, 'must not be empty'),
});

/** Begins an upload, which becomes a keepsake when it is complete. Returns its id. */
export async function beginUpload(viewer: Viewer, input: z.input<typeof BeginUpload>): Promise<string> {
  const { subjectId, bytes } = parse(BeginUpload, input);
  if (bytes > mostBytesOfAny) throw new FileTooLarge('A file may have 500 MB at most');
  return transaction(async (tx) => {
    await lockSubject(tx, subjectId);
    await mustStill(tx, viewer, 'WRITE', subjectId);
    const open = await tx.upload.count({ where: { userId: viewer.userId, keptAt: null } });
    if (open >= mostOpenUploads) {
      throw new LimitReached(`At most ${mostOpenUploads} files are sent at a time`, mostOpenUploads);
    }
    await refuseWithoutRoom(tx, subjectId, bytes);
    const { id } = await tx.upload.create({
      data: { id: newId(), subjectId, userId: viewer.userId, bytes },
      select: { id: true },
    });
    return id;
  });
}

export async function refuseWithoutRoom(tx: Tx, subjectId: string, bytes: number): Promise<void> {
  const [{ taken } = { taken: 0 }] = await tx.$queryRaw<{ taken: number }[]>`
    select (coalesce((select sum(bytes::bigint) from media where subject_id = ${subjectId}::uuid), 0)
      + coalesce((select sum(bytes::bigint) from upload
          where subject_id = ${subjectId}::uuid and kept_at is null), 0))::float8 as taken`;
  if (taken + bytes > mostBytesOfSubject) {
    throw new LimitReached(
      `The keepsakes of a book may have ${mostBytesOfSubject / GB} GB together`,
      mostBytesOfSubject,
    );
  }
}

/**
 * The member's own unfinished upload, if they may still add keepsakes, or bring a book with it. `NotFound` otherwise.
 */
export async function ownUpload(viewer: Viewer, id: string): Promise<Upload> {
  const upload = await db.upload.findFirst({
    where: { id: rowId(id), userId: viewer.userId, keptAt: null },
  });
  if (!upload || (!upload.subjectId && actsForAnother(viewer))) throw new NotFound('Upload');
  if (upload.subjectId) await mustStill(db, viewer, 'WRITE', upload.subjectId);
  return upload;
}

/**
 * Stores the next piece of a file, even when the connection breaks in the middle. Returns the number of bytes received
 * so far. A file with an unsupported type or size is refused with its first piece and erased.
 */
export async function appendToUpload(
  viewer: Viewer,
  { id, offset, content }: { id: string; offset: number; content: Readable },
): Promise<number> {
  const upload = await ownUpload(viewer, id);
  if (upload.parts.length >= mostParts) throw new FileTooLarge('Send the file in fewer pieces');
  const key = `${upload.subjectId ?? 'books'}/uploads/${id}/${upload.parts.length}-${randomUUID()}`;
  const { bytes } = await ports.storage.put(key, content);
  const received = offset + bytes;
  const { count } = bytes
    ? await db.upload.updateMany({
        where: { id, received: offset, keptAt: null },
        data: { received, parts: { push: key } },
      })
    : { count: 0 };
  if (count === 0) {
    await ports.storage.remove(key);
    if (bytes) throw new WrongState('Another request sent this piece already');
    return offset;
  }
  if (offset < headBytes) await refuseWrongContent(id);
  return received;
}

async function refuseWrongContent(id: string): Promise<void> {
  const upload = await db.upload.findUnique({ where: { id } });
  if (!upload || upload.received < Math.min(headBytes, Number(upload.bytes))) return;
  try {
    const head = await headOf(upload);
    if (upload.subjectId) refuseTooLarge(detectContent(head).sort, Number(upload.bytes));
    else refuseUnlessZip(head);
  } catch (error) {
    if (error instanceof NotAKeepsake || error instanceof FileTooLarge) await eraseUpload(upload);
    throw error;
  }
}

/** The first bytes of an upload. */
export async function headOf({ parts }: Pick<Upload, 'parts'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (const key of parts) {
    const size = (await ports.storage.size(key)) ?? 0;
    const last = Math.min(size, headBytes - length) - 1;
    if (last < 0) break;
    for await (const chunk of await ports.storage.open(key, { first: 0, last })) chunks.push(chunk as Buffer);
    length += last + 1;
  }
  return Buffer.concat(chunks);
}

/** The content of a complete upload, piece by piece. */
export function contentOf({ parts }: Pick<Upload, 'parts'>): Readable {
  async function* read() {
    for (const key of parts) yield* await ports.storage.open(key);
  }
  return Readable.from(read());
}

function refuseUnlessZip(head: Buffer): void {
  if (!head.toString('latin1').startsWith('PK')) throw new NotAKeepsake('This is not a ZIP file');
}

/** The bytes from `first` to `last`, both included, of a complete upload. */
export async function* rangeOf(
  { parts }: Pick<Upload, 'parts'>,
  { first, last }: ByteRange,
  sizeOf: (key: string) => Promise<number>,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (const key of parts) {
    const size = await sizeOf(key);
    const from = Math.max(first, at) - at;
    const to = Math.min(last, at + size - 1) - at;
    if (from <= to) yield* await ports.storage.open(key, { first: from, last: to });
    at += size;
    if (at > last) return;
  }
}

/** Gives an upload that is in use another day until it is erased. */
export async function keepUpload(tx: Tx, id: string): Promise<void> {
  await tx.upload.updateMany({ where: { id }, data: { createdAt: clock.now() } });
}

/** Erases an upload that was refused or has become a keepsake: the pieces first, then their row. */
export async function eraseUpload({ id, parts }: Pick<Upload, 'id' | 'parts'>): Promise<void> {
  for (const key of parts) await ports.storage.remove(key);
  await db.upload.deleteMany({ where: { id } });
}

/** The storage key of a keepsake. */
export function storageKeyOf({ subjectId, id }: { subjectId: string; id: string }): string {
  return `${subjectId}/${id}`;
}

/** The number erased in one run; the next one continues. */
const atATime = 500;

/** Erases the uploads that were not finished in a day, and the pieces of those that have become keepsakes. */
export async function expireUploads(): Promise<void> {
  const now = clock.now().getTime();
  const over = await db.upload.findMany({
    where: {
      OR: [
        { createdAt: { lte: new Date(now - uploadKeptMs) } },
        { userId: null },
        // Normally erased at once, unless that process ended.
        { keptAt: { lte: new Date(now - 600_000) } },
      ],
    },
    take: atATime,
  });
  for (const upload of over) {
    const { id, subjectId } = upload;
    const isKept = await db.media.count({ where: { id } });
    if (subjectId && !isKept) await ports.storage.remove(storageKeyOf({ id, subjectId }));
    await eraseUpload(upload);
  }
}

/** Erases the uploads of a subject that is being erased. */
export async function eraseUploadsOf(subjectId: string): Promise<void> {
  for (const upload of await db.upload.findMany({ where: { subjectId } })) {
    await ports.storage.remove(storageKeyOf({ id: upload.id, subjectId }));
    await eraseUpload(upload);
  }
}

export async function lockSubject(tx: Tx, subjectId: string): Promise<void> {
  await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
}
