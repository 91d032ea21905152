import { buffer } from 'node:stream/consumers';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { PictureRefused, redraw } from '#api/platform/pictures/pictures.ts';
import { largestBytes } from '../renditions.ts';

/** So few pixels are a blur when they are shown in full size, and about 100 bytes. */
const width = 16;
const quality = 30;

/** Stands for a picture that can't be drawn, so that it isn't tried again. */
const noPlaceholder = '';

/** Pictures per run; the next run continues. */
const atATime = 500;

/** Draws the placeholders of pictures that have none yet. Stops while other pictures are being drawn. */
export async function drawPlaceholders(signal: AbortSignal) {
  // Like the index, in which a few are found among many pictures.
  const rows = await db.$queryRaw<{ id: string; storageKey: string; bytes: number }[]>`
    select id::text, storage_key as "storageKey", bytes from media
    where placeholder is null and content_type like 'image/%' and deleted_at is null
    order by id desc limit ${atATime}`;
  for (const { id, storageKey, bytes } of rows) {
    if (signal.aborted) return;
    const placeholder = bytes > largestBytes ? noPlaceholder : await drawPlaceholder(id, storageKey);
    await db.media.updateMany({ where: { id }, data: { placeholder } });
  }
}

/** A stored picture in a few pixels, as WebP in base64. Rejects with `PicturesBusy`. */
async function drawPlaceholder(id: string, storageKey: string): Promise<string> {
  if ((await ports.storage.size(storageKey)) === null) return noPlaceholder;
  const content = await buffer(await ports.storage.open(storageKey));
  try {
    return (await redraw(content, { shape: 'WIDTH', width, quality }, id)).toString('base64');
  } catch (error) {
    if (error instanceof PictureRefused) return noPlaceholder;
    throw error;
  }
}
