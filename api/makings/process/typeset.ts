import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { encode } from 'uqr';
import type { Book, BookFiles } from '#api/makings/content/book.ts';
import { fromApart } from '#api/platform/apart.ts';
import { faces, readFace } from './fonts.ts';
import type { MadeFile } from './task.ts';

/** An eighth of an inch, in points. */
const bleed = 9;

/** In the built server, the template lies beside the bundle. */
const template = new URL('./book.typ', import.meta.url);

/** The typesetter refused the book: a defect, because it gets all user content as data. */
class NotTypeset extends Error {
  override name = 'NotTypeset';
}

/** Typesets the book as a PDF for print. The typesetter sees only the given files, no disk and no network. */
export async function typesetBook(book: Book, files: BookFiles): Promise<MadeFile> {
  const typst = await import('@myriaddreamin/typst-ts-web-compiler');
  const wasm = await readFile(fromApart.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'));
  await typst.default({ module_or_path: wasm });
  const builder = new typst.TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const face of Object.keys(faces) as (keyof typeof faces)[])
    await builder.add_raw_font(await readFace(face));
  const compiler = await builder.build();
  compiler.add_source('/main.typ', await readFile(template, 'utf8'));
  compiler.map_shadow('/book.json', Buffer.from(JSON.stringify(book)));
  for (const { id, voice } of book.chapters.flatMap(({ cards }) => cards))
    if (voice) compiler.map_shadow(`/code-${id}.svg`, Buffer.from(drawCode(voice.url)));
  for (const [name, content] of Object.entries(files)) compiler.map_shadow(`/${name}`, content);
  const { result, hasError } = compiler.compile('/main.typ', [], 'pdf', 3);
  if (!result || hasError) throw new NotTypeset();
  return setPrintBoxes(result);
}

/** Draws a QR code as one path: squares of their own would show hairlines between them. */
function drawCode(url: string): string {
  const { data, size } = encode(url, { ecc: 'M', border: 0 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${dots.join('')}" fill="#14211d"/></svg>`;
}

/** Sets the trim box: inside the bleed, on all four sides. */
async function setPrintBoxes(pdf: Uint8Array): Promise<MadeFile> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  for (const page of document.getPages()) {
    const { width, height } = page.getSize();
    page.setBleedBox(0, 0, width, height);
    page.setTrimBox(bleed, bleed, width - 2 * bleed, height - 2 * bleed);
  }
  return { content: await document.save(), pages: document.getPageCount() };
}
