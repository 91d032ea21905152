import { createCanvas } from '@napi-rs/canvas';
import jsqr from 'jsqr';

export type PagePicture = { width: number; height: number; data: Uint8ClampedArray; png: Buffer };

/** Renders pages of a PDF as a PDF viewer shows them, at this many pixels per point. */
export async function renderPages(
  pdf: Uint8Array,
  numbers: readonly number[],
  scale = 3,
): Promise<PagePicture[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pictures: PagePicture[] = [];
  for (const number of numbers) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale });
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const canvas = createCanvas(width, height);
    await page.render({ canvas: canvas as never, viewport }).promise;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    pictures.push({ width, height, data, png: canvas.toBuffer('image/png') });
  }
  await task.destroy();
  return pictures;
}

/** The text of the QR code on a picture; null without one that a phone could read. */
export function readQrCode({
  data,
  width,
  height,
}: Pick<PagePicture, 'data' | 'width' | 'height'>): string | null {
  return jsqr.default(data, width, height)?.data ?? null;
}

/** The colour of a pixel, as #rrggbb. */
export function colourAt({ data, width }: PagePicture, x: number, y: number): string {
  const at = (y * width + x) * 4;
  return `#${[...data.subarray(at, at + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** How much of a picture has a colour, or one that an eye takes for it: 0 to 1. */
export function shareOf({ data, width, height }: PagePicture, colour: readonly number[]): number {
  let found = 0;
  for (let at = 0; at < data.length; at += 4)
    if (colour.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 12)) found += 1;
  return found / (width * height);
}
