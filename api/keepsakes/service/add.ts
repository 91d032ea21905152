import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import type { Upload } from '#api/generated/prisma/client.ts';
import type { KeepsakeKind } from '#api/generated/prisma/enums.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { PictureRefused, PicturesBusy, redrawUpright } from '#api/platform/pictures/pictures.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { keepKeepsakeQuestion } from '#api/questions/service.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { detectContent, type FileSort, kindFor, refuseTooLarge } from '../content-type.ts';
import { NotAKeepsake } from '../errors.ts';
import { drawKeepsakePlaceholders } from '../jobs.ts';
import { eraseLocations } from '../location.ts';
import { visibleKeepsakes } from '../policy.ts';
import { isSoundOnly } from '../sound-only.ts';
import { columnsOf, Description, refuseUnknown, setPeople } from './description.ts';
import { tellOfKeepsakes } from './tell-of-keepsakes.ts';
import { contentOf, eraseUpload, headOf, lockSubject, storageKeyOf } from './uploads.ts';

/** The maximum of keepsakes per subject. */
export const mostKeepsakes = 5_000;

const AddKeepsake = Description.extend({
  subjectId: Description.shape.cardId.unwrap().unwrap(),
  uploadId: Description.shape.cardId.unwrap().unwrap(),
});

type Stored = {
  sort: FileSort;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
};

/**
 * Makes a keepsake of an uploaded file, with the same id; idempotent. A photo is stored upright and without the
 * camera's metadata, a video without its location; no other copy is kept.
 */
export async function addKeepsake(viewer: Viewer, input: z.input<typeof AddKeepsake>): Promise<string> {
  const { subjectId, uploadId, ...description } = parse(AddKeepsake, input);
  const isAdded = await db.media.count({ where: { id: uploadId, subjectId, addedById: viewer.userId } });
  const file = isAdded ? null : await storeFile(viewer, { subjectId, uploadId, kind: description.kind });

  await transaction(async (tx, wake) => {
    await lockSubject(tx, subjectId);
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
    if (!file) {
      // The keepsake may have been deleted since, or hidden from its sender.
      const seen = { AND: [{ id: uploadId }, visibleKeepsakes(subjectAccess)] };
      if (!(await tx.media.count({ where: seen }))) throw new NotFound('Keepsake', ['input', 'uploadId']);
      return;
    }
    await refuseUnknown(tx, subjectAccess, description);
    const { count } = await tx.upload.updateMany({
      where: { id: uploadId, keptAt: null },
      data: { keptAt: clock.now() },
    });
    // A concurrent request has added it already.
    if (count === 0) return;
    if ((await tx.media.count({ where: { subjectId } })) >= mostKeepsakes) {
      throw new LimitReached(`A book has at most ${mostKeepsakes} keepsakes`, mostKeepsakes);
    }
    await tx.media.create({
      data: {
        ...{
          id: uploadId,
          subjectId,
          storageKey: storageKeyOf({ subjectId, id: uploadId }),
          addedById: viewer.userId,
        },
        ...columnsOf(description),
        ...file.stored,
      },
    });
    await setPeople(tx, { subjectId, mediaId: uploadId }, description.personIds ?? []);
    if (file.stored.width) await enqueue(tx, drawKeepsakePlaceholders, {}, { subjectId });
    await keepKeepsakeQuestion(tx, uploadId);
    await tx.activity.create({
      data: { subjectId, actorId: viewer.userId, mediaId: uploadId, kind: 'keepsake-added' },
    });
    await tellOfKeepsakes(tx, wake, subjectId, [uploadId]);
  });
  // The hourly job erases pieces that are left.
  if (file) {
    await eraseUpload(file.upload).catch((error: Error) =>
      log.warn({ error }, 'the pieces of a file could not be erased'),
    );
  }
  return uploadId;
}

/** Checks a complete upload and stores it as a keepsake. */
async function storeFile(
  viewer: Viewer,
  wanted: { subjectId: string; uploadId: string; kind: KeepsakeKind | null | undefined },
): Promise<{ upload: Upload; stored: Omit<Stored, 'sort'> & { kind: KeepsakeKind } }> {
  const { subjectId, uploadId } = wanted;
  const upload = await db.upload.findFirst({ where: { id: uploadId, subjectId, userId: viewer.userId } });
  if (!upload) throw new NotFound('Upload', ['input', 'uploadId']);
  if (upload.received < upload.bytes) {
    throw new WrongState('The file has not been received whole', ['input', 'uploadId']);
  }
  const { sort, contentType } = detectContent(await headOf(upload));
  refuseTooLarge(sort, Number(upload.bytes));
  kindFor(sort, wanted.kind);
  const { sort: storedSort, ...stored } = await storeContent(
    { key: storageKeyOf({ subjectId, id: uploadId }), sort, contentType, content: contentOf(upload) },
    viewer.userId,
  );
  return {
    upload,
    stored: { kind: kindFor(storedSort, storedSort === sort ? wanted.kind : null), ...stored },
  };
}

/**
 * Stores a file as a keepsake's: a photo upright and without the camera's metadata, a film without its location. A film
 * without a picture is stored as the recording that it is.
 */
export async function storeContent(
  {
    key,
    sort,
    contentType,
    content,
  }: { key: string; sort: FileSort; contentType: string; content: Readable },
  userId: string,
): Promise<Stored> {
  if (sort === 'photo') {
    const drawn = await drawUpright(await buffer(content), userId);
    const { bytes } = await ports.storage.put(key, drawn.content);
    return { sort, contentType: 'image/jpeg', bytes, width: drawn.width, height: drawn.height };
  }
  const { bytes } = await ports.storage.put(
    key,
    sort === 'document' ? content : content.compose(eraseLocations()),
  );
  const size = { bytes, width: null, height: null };
  if (contentType !== 'video/mp4' || !(await isSoundOnly(key, bytes))) return { sort, contentType, ...size };
  return { sort: 'audio', contentType: 'audio/mp4', ...size };
}

/** The retry pause and total wait while other pictures are redrawn. */
const busyMs = 150;
const longestBusyMs = 120_000;

const faults = {
  TOO_MANY_PIXELS:
    'This photo has too many pixels: send it as a JPEG with at most 100 megapixels, or in a smaller size',
  UNREADABLE: 'This photo can’t be read: it is broken, or not whole',
};

async function drawUpright(photo: Buffer, whose: string) {
  for (const until = Date.now() + longestBusyMs; ; ) {
    try {
      return await redrawUpright(photo, whose);
    } catch (error) {
      if (error instanceof PictureRefused) throw new NotAKeepsake(faults[error.fault]);
      if (!(error instanceof PicturesBusy)) throw error;
      if (Date.now() > until) {
        throw new WrongState('Other pictures are being read: try again in a moment');
      }
      await sleep(busyMs);
    }
  }
}
