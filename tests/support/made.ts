import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
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

/** The text of each page of a PDF, as a PDF viewer extracts it. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const parts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    // A word hyphenated at the end of a line counts as one word.
    pages.push(
      parts
        .join('')
        .replaceAll(/[-\u00ad\u2010]\n/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  }
  await task.destroy();
  return pages;
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
