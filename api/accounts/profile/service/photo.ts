import { ports } from '#api/adapters/ports.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Fault } from '#api/platform/pictures/draw.ts';
import { heifCodec } from '#api/platform/pictures/heif-codec.ts';
import { PictureRefused, redraw } from '#api/platform/pictures/pictures.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { NoPhoto } from '../errors.ts';
import { erasePhotoFile } from '../jobs.ts';

/** The largest uploaded photo. */
export const photoBytes = 25 * 1024 * 1024;

/** Wide enough for the largest oval on a high-resolution screen. */
const side = 512;

/** The first bytes of accepted picture formats. */
const beginnings: readonly ((head: Buffer) => boolean)[] = [
  (head) => head.readUIntBE(0, 3) === 0xffd8ff,
  (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  (head) => /^RIFF.{4}WEBP/s.test(head.toString('latin1', 0, 12)),
  (head) => heifCodec(head) !== null,
];

/**
 * Sets the caller's photo: upright, square, small, and without the camera's metadata. The previous one is removed. The
 * format is detected from the content. Throws `NoPhoto`, and `PicturesBusy` while another one waits.
 */
export async function setPhoto({ userId }: Viewer, picture: Buffer): Promise<{ image: string }> {
  const content = await squared(userId, picture);
  const id = newId();
  const storageKey = `people/${userId}/${id}.webp`;
  await ports.storage.put(storageKey, content);
  const image = `/media/${id}`;
  try {
    await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
      await forgetPhoto(tx, userId);
      await tx.userPhoto.create({
        data: { id, userId, storageKey, contentType: 'image/webp', bytes: content.length, side },
      });
      await tx.user.update({ where: { id: userId }, data: { image } });
    });
  } catch (error) {
    await ports.storage.remove(storageKey).catch(() => undefined);
    throw error;
  }
  return { image };
}

/** Removes the caller's photo and its file. */
export async function removePhoto({ userId }: Viewer): Promise<void> {
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
    await forgetPhoto(tx, userId);
    await tx.user.update({ where: { id: userId }, data: { image: null } });
  });
}

async function forgetPhoto(tx: Tx, userId: string) {
  const before = await tx.userPhoto.findUnique({ where: { userId }, select: { storageKey: true } });
  if (!before) return;
  await tx.userPhoto.delete({ where: { userId } });
  await enqueue(tx, erasePhotoFile, { storageKey: before.storageKey });
}

async function squared(userId: string, picture: Buffer): Promise<Buffer> {
  if (picture.length < 12 || !beginnings.some((is) => is(picture))) {
    throw new NoPhoto('must be a JPEG, HEIC, PNG, WebP, GIF or AVIF picture');
  }
  try {
    return await redraw(picture, { shape: 'SQUARE', side, quality: 84 }, userId);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw new NoPhoto(faults[error.fault]);
  }
}

const faults: Record<Fault, string> = {
  TOO_MANY_PIXELS: 'has too many pixels: send it as a JPEG with at most 100 megapixels, or in a smaller size',
  UNREADABLE: 'could not be read: choose another picture, or save it as a JPEG',
};

/** The file of a photo, for users who share a subject with its owner and for admins; null for others. */
export async function photoFor(viewer: Viewer | null, id: string) {
  // A partner's key can read subjects, but no user's photo.
  if (!viewer || viewer.key) return null;
  const photo = await db.userPhoto.findUnique({ where: { id } });
  return photo && (await knows(viewer, photo.userId)) ? photo : null;
}

async function knows(viewer: Viewer, userId: string): Promise<boolean> {
  if (viewer.admin || viewer.userId === userId) return true;
  const belongs = (id: string) => ({ OR: [{ selfUserId: id }, { members: { some: { userId: id } } }] });
  const shared = await db.subject.count({
    where: { deletedAt: null, AND: [belongs(viewer.userId), belongs(userId)] },
  });
  return shared > 0;
}
