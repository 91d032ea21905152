import { buffer } from 'node:stream/consumers';
import type { StoragePort } from '#api/adapters/storage/port.ts';
import { isIdle, PictureRefused, PicturesBusy, redraw } from '#api/platform/pictures/pictures.ts';

/** The widths of smaller renditions, of which the browser chooses. */
export const widths: readonly number[] = [480, 600, 720, 960, 1440];

const pictures = /^image\/(jpeg|png|webp|avif)$/;
/** Larger pictures are sent unchanged, because reading them would take too much memory. */
export const largestBytes = 30 * 1024 * 1024;
/** Recent renditions are cached only in memory, so that erased pictures leave no copy. */
const keptBytes = 24 * 1024 * 1024;

const kept = new Map<string, Buffer>();
let keptNow = 0;
let making = false;

type Picture = { id: string; storageKey: string; contentType: string };

/** The picture in that width as WebP, upright and without the camera's metadata; null to send the original. */
export async function rendition(
  picture: Picture,
  { width, bytes, storage }: { width: number; bytes: number; storage: StoragePort },
): Promise<Buffer | null> {
  const key = `${picture.id} ${width}`;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  // One is made at a time; concurrent requests get the original.
  if (bytes > largestBytes || making || !isIdle()) return null;
  making = true;
  try {
    const made = await makeSmaller(picture.id, await buffer(await storage.open(picture.storageKey)), width);
    // The original may already be smaller.
    if (made && made.length < bytes) keep(key, made);
    return made && made.length < bytes ? made : null;
  } finally {
    making = false;
  }
}

/** The requested width, if this is a picture and the width is supported. */
export function askedWidth(contentType: string, asked: string | null): number | null {
  const width = Number(asked);
  return pictures.test(contentType) && widths.includes(width) ? width : null;
}

async function makeSmaller(id: string, content: Buffer, width: number): Promise<Buffer | null> {
  return redraw(content, { shape: 'WIDTH', width, quality: 66 }, id).catch((error: unknown) => {
    if (error instanceof PictureRefused || error instanceof PicturesBusy) return null;
    throw error;
  });
}

function keep(key: string, made: Buffer): void {
  kept.set(key, made);
  keptNow += made.length;
  for (const [oldest, { length }] of kept) {
    if (keptNow <= keptBytes) break;
    kept.delete(oldest);
    keptNow -= length;
  }
}
