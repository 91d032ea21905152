import type { Sharp } from 'sharp';

/**
 * What a picture is drawn anew as, upright and without what a camera wrote into it: as WebP, and in its own size
 * (UPRIGHT) as JPEG.
 */
export type Wanted =
  | { shape: 'SQUARE'; side: number; quality: number }
  | { shape: 'WIDTH'; width: number; quality: number }
  | { shape: 'UPRIGHT'; quality: number };

export type Drawn = { content: Buffer; width: number; height: number };

/** Why nothing was drawn. */
export type Fault = 'TOO_MANY_PIXELS' | 'INTERLACED' | 'UNREADABLE';

/** More than a camera in a pocket makes unless it is asked to; what claims more is made to fill our memory. */
const mostPixels = 25_000_000;
/** An interlaced picture is held whole before the first line of it is known. */
const mostInterlacedPixels = 12_500_000;

/** Draws a picture anew; its header is looked at before anything of it is unpacked. Only in a process of its own. */
export async function draw(content: Uint8Array, wanted: Wanted): Promise<Drawn | Fault> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const header = await sharp(content, { limitInputPixels: false, pages: 1 }).metadata();
    const pixels = header.width * header.height;
    if (pixels > mostPixels) return 'TOO_MANY_PIXELS';
    if (header.isProgressive && pixels > mostInterlacedPixels) return 'INTERLACED';
    const picture = sharp(content, {
      limitInputPixels: mostPixels,
      pages: 1,
      failOn: wanted.shape === 'WIDTH' ? 'warning' : 'error',
    }).autoOrient();
    const { data, info } = await shaped(picture, wanted).toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch {
    return 'UNREADABLE';
  }
}

function shaped(picture: Sharp, wanted: Wanted): Sharp {
  const { shape, quality } = wanted;
  if (shape === 'UPRIGHT') return picture.flatten({ background: '#fff' }).jpeg({ quality });
  const sized =
    shape === 'SQUARE'
      ? picture.resize(wanted.side, wanted.side, { fit: 'cover' }).flatten({ background: '#fff' })
      : picture.resize({ width: wanted.width, withoutEnlargement: true });
  return sized.webp({ quality });
}
