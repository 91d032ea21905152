import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import { ports } from '#api/adapters/ports.ts';
import { produceFromStories } from '#api/makings/service/produce.ts';
import { type MakingWork, NothingMade, type Produced, TooLarge } from '#api/makings/service/work.ts';
import { db } from '#api/platform/database/database.ts';
import { keepsakeSound } from '#api/recordings/old/keepsake-sound.ts';
import { audible, heardBy } from '#api/recordings/policy.ts';
import { makeSound } from '#api/recordings/serve.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { writeConversation, writeConversationList, writeIndex, writeSearch } from '../archive/html.ts';
import { type Small, writeJson } from '../archive/json.ts';
import { pageWords } from '../archive/page-words.ts';
import { readConversations, readMedia, readSmall, readSounds } from '../archive/read.ts';
import { exportSchema } from '../format.ts';

/**
 * Exports everything of a subject that the requester may read, as a ZIP that opens without a server. It is streamed
 * into the storage: only a page of rows, a piece of a file, and the book are in memory.
 */
export async function produceExport(work: MakingWork): Promise<Produced> {
  const { subjectAccess, signal, report } = work;
  await report(2);
  const { books, leftOut } = await makeBooks(work);
  await report(20);
  const small = await readSmall(subjectAccess);
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  // The storage gets the error; later errors can be ignored.
  output.on('error', () => {});
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  signal.addEventListener('abort', () => output.destroy(signal.reason as Error), { once: true });
  void fillZip(zip, work, small, { books, leftOut }).catch((error: Error) => output.destroy(error));
  return { content: output, madeOfSaid: subjectAccess.shared, booksLeftOut: leftOut };
}

type BookKind = 'BOOK_PDF' | 'BOOK_EPUB';
const bookFiles: Record<BookKind, string> = { BOOK_PDF: 'book.pdf', BOOK_EPUB: 'book.epub' };

/** The books by their file names, and those that are too large to be made in one piece. */
type Books = { books: Map<string, Uint8Array>; leftOut: BookKind[] };

async function makeBooks(work: MakingWork): Promise<Books> {
  const books = new Map<string, Uint8Array>();
  const leftOut: BookKind[] = [];
  for (const kind of ['BOOK_PDF', 'BOOK_EPUB'] as const) {
    const making = { ...work.making, kind, request: {} };
    const made = await produceFromStories({ ...work, making, report: async () => {} }).catch(
      (error: unknown) => {
        // When no story is published, or too many for one book, the rest is still exported.
        if (error instanceof TooLarge) leftOut.push(kind);
        if (error instanceof NothingMade) return null;
        throw error;
      },
    );
    if (made?.content instanceof Uint8Array) books.set(bookFiles[kind], made.content);
  }
  return { books, leftOut };
}

async function fillZip(
  zip: yazl.ZipFile,
  { making, subjectAccess, report }: MakingWork,
  small: Small,
  { books, leftOut }: Books,
): Promise<void> {
  const mtime = making.createdAt;
  const text = (name: string, write: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, { mtime }, (give) => give(null, Readable.from(write())));
  const media = await filesOf(subjectAccess);
  const exported = media.map(({ storageKey: _, createdAt, ...file }) => ({
    ...file,
    createdAt: createdAt.toISOString(),
  }));

  const { readme } = pageWords(small.subject.language);
  const missing = leftOut.map((kind) => bookFiles[kind]);
  zip.addBuffer(Buffer.from(readme(small.subject.fullName, missing)), 'README.txt', { mtime });
  text('index.html', () => writeIndex(subjectAccess, small, exported, { books: [...books.keys()], missing }));
  text('search.js', () => writeSearch(subjectAccess, small));
  text('conversations.html', () => writeConversationList(subjectAccess, small));
  text('evertold.json', () => writeJson(subjectAccess, small, exported));
  zip.addBuffer(Buffer.from(exportSchema()), 'evertold.schema.json', { mtime });
  for (const [name, content] of books) zip.addBuffer(Buffer.from(content), name, { mtime, compress: false });
  for await (const conversation of readConversations(subjectAccess))
    text(`conversations/${conversation.id}.html`, () =>
      writeConversation(subjectAccess, small, conversation),
    );
  for (const { conversationId, file } of await readSounds(subjectAccess)) {
    zip.addReadStreamLazy(file, { mtime, compress: false }, (give) => {
      soundOf(subjectAccess, conversationId).then(
        (sound) => give(null, Readable.from([sound])),
        (error: Error) => give(error, Readable.from([])),
      );
    });
  }
  let done = 0;
  for (const { id, file, contentType, storageKey } of media) {
    if (!file) continue;
    zip.addReadStreamLazy(file, { mtime, compress: false }, (give) => {
      done += 1;
      report(20 + Math.floor((75 * done) / media.length)).catch(() => {});
      openFile(subjectAccess, { id, contentType, storageKey }).then(
        (stream) => give(null, stream),
        (error: Error) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
}

/** Opens a stored file. A recording whose words are in the book is silent where the requester may not hear it. */
async function openFile(
  subjectAccess: SubjectAccess,
  { id, contentType, storageKey }: { id: string; contentType: string; storageKey: string },
): Promise<Readable> {
  const sound = contentType.startsWith('audio/') ? await keepsakeSound(subjectAccess, id) : 'AS_IT_IS';
  if (sound === 'NOT_AT_ALL') return Readable.from([]);
  return sound === 'AS_IT_IS' ? ports.storage.open(storageKey) : Readable.from([await makeSound(sound)]);
}

/** The recording of a conversation as the requester may hear it; empty when it was erased meanwhile. */
async function soundOf(subjectAccess: SubjectAccess, conversationId: string): Promise<Buffer> {
  const recording = await db.recording.findFirst({ where: { conversationId, ...audible } });
  if (!recording?.storageKey) return Buffer.alloc(0);
  const heard = await heardBy(subjectAccess, conversationId);
  return makeSound({ storageKey: recording.storageKey, stretch: null, heard });
}

/** The stored files by their names in the ZIP; missing ones are left out. */
async function filesOf(subjectAccess: SubjectAccess) {
  const media = await readMedia(subjectAccess);
  const found = [];
  for (const each of media) {
    const isThere = (await ports.storage.size(each.storageKey)) !== null;
    found.push({ ...each, file: isThere ? `media/${each.id}${endingOf(each.contentType)}` : null });
  }
  return found;
}

const endings: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'application/pdf': '.pdf',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/ogg': '.ogg',
  'audio/webm': '.weba',
  'audio/wav': '.wav',
  'audio/aac': '.aac',
  'audio/flac': '.flac',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'text/plain': '.txt',
};

function endingOf(contentType: string): string {
  return endings[contentType.split(';')[0]?.trim() ?? ''] ?? '.bin';
}
