import type { Sharp } from 'sharp';
import { heifCodec } from './heif-codec.ts';

/**
 * The output of a redrawn picture, upright and without the camera's metadata: as WebP, or in its own size (UPRIGHT) as
 * JPEG.
 */
export type PictureSize =
  | { shape: 'SQUARE'; side: number; quality: number }
  | { shape: 'WIDTH'; width: number; quality: number }
  | { shape: 'UPRIGHT'; quality: number };

export type Drawn = { content: Buffer; width: number; height: number };

/** Why the picture was refused. */
export type Fault = 'TOO_MANY_PIXELS' | 'INTERLACED' | 'UNREADABLE';

/** More than a phone camera makes by default; larger claims are meant to exhaust the memory. */
const maxPixels = 25_000_000;
/** An interlaced picture must be held in memory as a whole. */
const maxInterlacedPixels = 12_500_000;

/** Redraws a picture; its header is checked before it is decoded. Call it only in the picture process. */
export async function draw(file: Uint8Array, wanted: PictureSize): Promise<Drawn | Fault> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // HEIC is decoded apart, because sharp comes without its codec. Loaded here, as a missing library is no fault of the file.
  const heic = heifCodec(file) === 'HEVC' ? await import('./decode-heic.ts') : null;
  try {
    const content = heic ? heic.decodeHeic(file, maxPixels) : file;
    if (content === 'TOO_MANY_PIXELS') return content;
    const header = await sharp(content, { limitInputPixels: false, pages: 1 }).metadata();
    const pixels = header.width * header.height;
    if (pixels > maxPixels) return 'TOO_MANY_PIXELS';
    if (header.isProgressive && pixels > maxInterlacedPixels) return 'INTERLACED';
    const picture = sharp(content, {
      limitInputPixels: maxPixels,
      pages: 1,
      failOn: wanted.shape === 'WIDTH' ? 'warning' : 'error',
    }).autoOrient();
    const { data, info } = await shaped(picture, wanted).toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch {
    return 'UNREADABLE';
  }
}

function shaped(picture: Sharp, wanted: PictureSize): Sharp {
  const { shape, quality } = wanted;
  if (shape === 'UPRIGHT') return picture.flatten({ background: '#fff' }).jpeg({ quality });
  const sized =
    shape === 'SQUARE'
      ? picture.resize(wanted.side, wanted.side, { fit: 'cover' }).flatten({ background: '#fff' })
      : picture.resize({ width: wanted.width, withoutEnlargement: true });
  return sized.webp({ quality });
}
