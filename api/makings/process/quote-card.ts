import type { Book, Quote } from '#api/makings/content/book.ts';
import { readFace } from './fonts.ts';

/** The side of a card in pixels: shared pictures are shown square. */
const side = 1080;
const margin = 96;

/** A shorter quote gets larger letters. */
function letterSize(length: number): number {
  if (length <= 80) return 68;
  if (length <= 160) return 56;
  return length <= 240 ? 46 : 38;
}

/** Draws a quote as a PNG. Letters become outlines, so that no system font is needed. */
export async function drawQuoteCard({ text, by, from, cloth }: Quote): Promise<Buffer> {
  const size = letterSize(text.length);
  return draw(
    box(
      { flexDirection: 'column', justifyContent: 'space-between', padding: margin, backgroundColor: cloth },
      [
        box({ fontFamily: 'Literata', fontSize: size, lineHeight: 1.42, color: '#ffffff' }, `“${text}”`),
        box({ flexDirection: 'column' }, [
          box({ width: 120, height: 4, backgroundColor: '#ffa0b8', marginBottom: 28 }, ''),
          box({ fontFamily: 'Atkinson', fontSize: 34, color: '#ffffff' }, by),
          box({ fontFamily: 'Atkinson', fontSize: 28, color: '#c3d8d0', marginTop: 8 }, from),
        ]),
      ],
    ),
    side,
    side,
  );
}

/** Draws a book's cover for an e-reader. */
export async function drawCover(
  { title, teller, cloth }: Pick<Book, 'title' | 'teller' | 'cloth'>,
  picture: Buffer | null,
): Promise<Buffer> {
  const isLong = title.length > 60;
  const size = picture ? (isLong ? 72 : 100) : isLong ? 96 : 128;
  return draw(
    box({ flexDirection: 'column', justifyContent: 'space-between', padding: 140, backgroundColor: cloth }, [
      box({ flexDirection: 'column', alignItems: 'flex-start' }, [
        ...(picture ? [await tipIn(picture)] : []),
        box({ fontFamily: 'Literata', fontSize: size, lineHeight: 1.2, color: '#ffffff' }, title),
      ]),
      box({ fontFamily: 'Atkinson', fontSize: 48, color: '#ffffff' }, teller.full),
    ]),
    1200,
    1800,
  );
}

/** A JPEG as a print with a white edge, as large as the cover has room for. */
async function tipIn(picture: Buffer): Promise<Box> {
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(picture).metadata();
  const scale = Math.min(880 / width, 920 / height);
  const src = `data:image/jpeg;base64,${picture.toString('base64')}`;
  const [shownWidth, shownHeight] = [Math.round(width * scale), Math.round(height * scale)];
  return box({ padding: 20, backgroundColor: '#ffffff', marginBottom: 72 }, [
    { type: 'img', props: { src, width: shownWidth, height: shownHeight, style: {} } },
  ]);
}

type Box =
  | { type: 'div'; props: { style: object; children: string | Box[] } }
  | { type: 'img'; props: { src: string; width: number; height: number; style: object } };

function box(style: object, children: string | Box[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

async function draw({ props }: Box, width: number, height: number): Promise<Buffer> {
  const { default: satori } = await import('satori');
  const { default: sharp } = await import('sharp');
  const style = { ...props.style, width: '100%', height: '100%', boxSizing: 'border-box' };
  const svg = await satori({ type: 'div', props: { ...props, style } } as never, {
    width,
    height,
    fonts: [
      { name: 'Literata', data: await readFace('serif'), weight: 400, style: 'normal' },
      { name: 'Atkinson', data: await readFace('sans'), weight: 400, style: 'normal' },
    ],
  });
  return sharp(Buffer.from(svg)).png().toBuffer();
}
