import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import sharp from 'sharp';
import yauzl from 'yauzl';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { type Answer, type Person, succeeded } from './person.ts';
import { server } from './server.ts';
import { cardsOf, stories, told, until } from './told.ts';
import type { Family } from './world.ts';

/** Two published stories of Alma's; returns the ids of their cards. */
export async function aPublishedBook({ subject, owner }: Pick<Family, 'subject' | 'owner'>) {
  const telling = await told(subject.id, [stories.bakery, stories.wedding]);
  const cards = await cardsOf(owner, subject.id);
  for (const { id } of cards) succeeded(await owner.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
  const bakery = cards.find((card) => card.body.includes('bakery'));
  const wedding = cards.find((card) => card.body.includes('Frank'));
  return { telling, bakery, wedding };
}

/** Requests a making and waits until it has finished, successfully or not. */
export async function finished(person: Person, input: object): Promise<Answer> {
  const { id } = succeeded(await person.gql('MakeFromStories', { input }));
  return whenFinished(id);
}

const inHand = new Set(['QUEUED', 'WORKING']);

/** Waits until nobody works on a making any more, and returns its row. */
export async function whenFinished(id: string) {
  await until(
    async () => !inHand.has((await db.making.findUniqueOrThrow({ where: { id } })).status),
    120_000,
  );
  return db.making.findUniqueOrThrow({ where: { id } });
}

/** Downloads a stored file as a person. */
export function download(
  person: Person,
  id: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server().url}/media/${id}`, {
    headers: { ...headers, ...(person.cookie && { cookie: person.cookie }) },
  });
}

export async function contentOf(person: Person, id: string): Promise<Buffer> {
  const response = await download(person, id);
  if (!response.ok) throw new Error(`The download failed with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * A page of a PDF: its text with the ends of its lines, its letters as they are drawn, with the hyphens of broken
 * words, and what stands in its margins at the top and bottom.
 */
export type Page = { lines: string; drawn: string; head: Margin | null; foot: Margin | null };
type Margin = { text: string; side: 'left' | 'right' };

/** The pages of a book as a PDF viewer extracts them. */
export async function readPages(pdf: Uint8Array): Promise<Page[]> {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: Page[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item ? [item] : []));
    const margin = (isIn: (y: number) => boolean): Margin | null => {
      const there = items.filter(({ str, transform }) => str.trim() && isIn(transform[5]));
      const left = Math.min(...there.map(({ transform }) => transform[4]));
      const right = Math.max(...there.map(({ transform, width }) => transform[4] + width));
      const text = there.map(({ str }) => str).join('');
      return there.length > 0 ? { text, side: left + right < width ? 'left' : 'right' } : null;
    };
    const { fnArray, argsArray } = await page.getOperatorList();
    const glyphs = argsArray.flatMap((args, at) => (fnArray[at] === OPS.showText ? args[0] : []));
    pages.push({
      drawn: glyphs.map((glyph: { unicode?: string }) => glyph.unicode ?? '').join(''),
      lines: items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''),
      head: margin((y) => y > height - 66),
      foot: margin((y) => y < 66),
    });
  }
  await task.destroy();
  return pages;
}

/** The text of each page of a PDF. A word hyphenated at the end of a line counts as one word. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const pages = await readPages(pdf);
  return pages.map((page) => {
    const joined = brokenWords([page]).reduce(
      (text, word) => text.replace(word.replace('-', '\n'), word.replace('-', '')),
      page.lines,
    );
    return joined.replaceAll('-\n', '-').replaceAll(/\s+/g, ' ').trim();
  });
}

/** The words that are broken at the end of a line, each with `-` where its hyphen is drawn. */
export function brokenWords(pages: readonly Page[]): string[] {
  return pages
    .flatMap(({ drawn }) => drawn.match(/\p{L}+\u00ad\p{L}+/gu) ?? [])
    .map((word) => word.replace('\u00ad', '-'));
}

/** Refuses an e-book in which epubcheck finds anything wrong; returns it. */
export async function validEpub(epub: Buffer): Promise<Buffer> {
  const { messages } = await EpubCheck.validate(new Uint8Array(epub));
  const wrong = messages.filter(({ severity }) => severity !== 'usage' && severity !== 'info');
  if (wrong.length > 0)
    throw new Error(
      `Not an EPUB: ${wrong.map(({ message, location }) => `${location?.path} ${message}`).join('; ')}`,
    );
  return epub;
}

/** The fonts of a PDF, and whether each is embedded. */
export async function fontsOf(pdf: Uint8Array): Promise<{ name: string; isEmbedded: boolean }[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object): object is PDFDict => object instanceof PDFDict)
    .filter((object) => object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'))
    .map((descriptor) => ({
      name: String(descriptor.get(PDFName.of('FontName'))).replace(/^\/(?:[A-Z]{6}\+)?/, ''),
      isEmbedded: ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(PDFName.of(key))),
    }));
}

/** Keeps a blue picture among the keepsakes of a book, and returns its id. */
export async function keptPicture(subjectId: string): Promise<string> {
  const content = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer();
  const storageKey = `${subjectId}/${crypto.randomUUID()}`;
  await ports.storage.put(storageKey, content);
  const { id } = await db.media.create({
    data: { subjectId, storageKey, bytes: content.length, contentType: 'image/png', caption: 'The oven' },
  });
  return id;
}

/** The content of a file in a ZIP. */
export function entryOf(zip: Buffer, name: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      file.on('entry', (entry) => {
        if (entry.fileName !== name) return file.readEntry();
        file.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => resolve(Buffer.concat(parts)));
        });
      });
      file.on('end', () => reject(new Error('No such entry')));
      file.readEntry();
    });
  });
}
