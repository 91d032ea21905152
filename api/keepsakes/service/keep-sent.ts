import { Readable } from 'node:stream';
import { ports } from '#api/adapters/ports.ts';
import type { KeepsakeKind } from '#api/generated/prisma/enums.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { LimitReached, NotFound } from '#api/platform/errors.ts';
import { detectContent, headBytes, kindFor, refuseTooLarge } from '../content-type.ts';
import { keepsakesChanged } from '../events.ts';
import { mostKeepsakes, storeContent } from './add.ts';
import { lockSubject, refuseWithoutRoom, storageKeyOf } from './uploads.ts';

/**
 * Makes a keepsake of a file that the person sent from their phone; idempotent by id. It is stored like an uploaded
 * one: a photo upright and without the camera's metadata, a video without its location. Returns whether it is a photo.
 * Throws `NotAKeepsake`, `FileTooLarge` or `LimitReached` when a retry can't succeed.
 */
export async function keepSentFile({
  id,
  subjectId,
  content,
  isWanted,
}: {
  id: string;
  subjectId: string;
  content: Buffer;
  /** Asked in the transaction that stores it, with the subject locked. */
  isWanted: (tx: Tx) => Promise<boolean>;
}): Promise<{ isPhoto: boolean }> {
  const { sort, contentType } = detectContent(content.subarray(0, headBytes));
  const isPhoto = sort === 'photo';
  if (await db.media.count({ where: { id } })) return { isPhoto };
  refuseTooLarge(sort, content.length);
  const storageKey = storageKeyOf({ subjectId, id });
  const { sort: storedSort, ...stored } = await storeContent(
    { key: storageKey, sort, contentType, content: Readable.from([content]) },
    subjectId,
  );
  const row = { ...{ id, subjectId, storageKey, kind: kindFor(storedSort, null) }, ...stored };
  try {
    await addRow(row, isWanted);
  } catch (error) {
    if (!(await db.media.count({ where: { id } }))) await ports.storage.remove(storageKey);
    throw error;
  }
  return { isPhoto };
}

type Row = {
  id: string;
  subjectId: string;
  kind: KeepsakeKind;
  storageKey: string;
  bytes: number;
  contentType: string;
  width: number | null;
  height: number | null;
};

async function addRow(row: Row, isWanted: (tx: Tx) => Promise<boolean>) {
  const { subjectId } = row;
  await transaction(async (tx, wake) => {
    await lockSubject(tx, subjectId);
    const subject = await tx.subject.findUnique({ where: { id: subjectId }, select: { deletedAt: true } });
    if (!subject || subject.deletedAt || !(await isWanted(tx))) throw new NotFound('Subject');
    if ((await tx.media.count({ where: { subjectId } })) >= mostKeepsakes) {
      throw new LimitReached(`A book has at most ${mostKeepsakes} keepsakes`, mostKeepsakes);
    }
    await refuseWithoutRoom(tx, subjectId, row.bytes);
    const { count } = await tx.media.createMany({ data: [row], skipDuplicates: true });
    if (!count) return;
    await tx.activity.create({ data: { subjectId, mediaId: row.id, kind: 'keepsake-added' } });
    await keepsakesChanged(tx, wake, subjectId, [row.id]);
  });
}
