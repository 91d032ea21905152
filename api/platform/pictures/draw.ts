import type { Metadata, Sharp } from 'sharp';
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
export type Fault = 'TOO_MANY_PIXELS' | 'UNREADABLE';

/** The most pixels of a photo that a phone takes in its usual size. */
const maxPixels = 25_000_000;
/** The most pixels of a photo that a phone takes in its largest size. The process needs up to 600 MB to decode it. */
const maxPixelsOfCameras = 51_000_000;
const cameraFormats = ['jpeg', 'png', 'tiff'];
/** A JPEG of more is shrunk while it is decoded, row by row. */
const maxShrunkPixels = 110_000_000;
/** A picture of 16 bits may have half as many pixels. */
const maxBytes = 4 * maxPixelsOfCameras;
/** A progressive JPEG is held in memory with 2 bytes for each sample. */
const maxProgressiveSamples = 3 * maxPixelsOfCameras;
/** The largest photo that is taken, so that what is stored can be exported and brought elsewhere. */
const mostBytesDrawn = 25 * 1024 * 1024;
/** The qualities of a JPEG that would be larger than that otherwise. */
const lowerQualities = [80, 60];

/** Redraws a picture; its header is checked before it is decoded. Call it only in the picture process. */
export async function draw(file: Uint8Array, wanted: PictureSize): Promise<Drawn | Fault> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // HEIC is decoded apart, because sharp comes without its codec. Loaded here, as a missing library is no fault of the file.
  const heic = heifCodec(file) === 'HEVC' ? await import('./decode-heic.ts') : null;
  try {
    const content = heic ? heic.decodeHeic(file, maxPixelsOfCameras) : file;
    if (content === 'TOO_MANY_PIXELS') return content;
    // Gives back the memory in which the HEIC was decoded.
    if (heic) globalThis.gc?.();
    const header = await sharp(content, { limitInputPixels: false, pages: 1 }).metadata();
    const size = sizeOf(header);
    if (!size) return 'TOO_MANY_PIXELS';
    const picture = sharp(content, {
      limitInputPixels: size === 'SHRUNK' ? maxShrunkPixels : maxPixelsOfCameras,
      pages: 1,
      failOn: wanted.shape === 'WIDTH' ? 'warning' : 'error',
    }).autoOrient();
    if (size === 'SHRUNK' && wanted.shape === 'UPRIGHT') {
      const half = Math.floor(Math.max(header.width, header.height) / 2);
      picture.resize({ width: half, height: half, fit: 'inside' });
    }
    return await drawn(picture, wanted);
  } catch {
    return 'UNREADABLE';
  }
}

/** Whether a picture is drawn as it is, or a JPEG shrunk while it is decoded; null where it takes too much memory. */
function sizeOf({
  width,
  height,
  channels,
  depth,
  isProgressive,
  format,
}: Metadata): 'WHOLE' | 'SHRUNK' | null {
  const pixels = width * height;
  if (format === 'jpeg' && !isProgressive && pixels > maxPixelsOfCameras)
    return pixels > maxShrunkPixels ? null : 'SHRUNK';
  if (pixels > (cameraFormats.includes(format) ? maxPixelsOfCameras : maxPixels)) return null;
  if (format === 'jpeg' && isProgressive && pixels * channels > maxProgressiveSamples) return null;
  const bytes = pixels * channels * (depth === 'uchar' ? 1 : 2);
  return bytes > maxBytes ? null : 'WHOLE';
}

async function drawn(picture: Sharp, wanted: PictureSize): Promise<Drawn> {
  const { data, info } = await shaped(picture, wanted).toBuffer({ resolveWithObject: true });
  const quality = lowerQualities.find((each) => each < wanted.quality);
  if (wanted.shape === 'UPRIGHT' && data.length > mostBytesDrawn && quality)
    return drawn(picture, { ...wanted, quality });
  return { content: data, width: info.width, height: info.height };
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
