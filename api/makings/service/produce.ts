import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ports } from '#api/adapters/ports.ts';
import { PictureRefused, PicturesBusy, redraw } from '#api/platform/pictures/pictures.ts';
import type { Book, BookFiles } from '../content/book.ts';
import { coverFile, readBook, type StoredPicture } from '../content/read-book.ts';
import { readHighlight } from '../content/read-highlight.ts';
import { readQuote } from '../content/read-quote.ts';
import { MakingRequest } from '../content/request.ts';
import { makeFile, NotMade } from '../process/make-file.ts';
import { type MakingWork, NothingMade, type Produced, TooLarge } from './work.ts';

/** Makes the requested file from the stories as they are now. */
export async function produceFromStories(work: MakingWork): Promise<Produced> {
  const { making, subjectAccess, signal, report } = work;
  const request = MakingRequest.parse(making.request);
  await report(5);
  if (making.kind === 'HIGHLIGHT') return makeHighlight(work, request);
  if (making.kind === 'QUOTE_CARD') {
    const quote = await readQuote(subjectAccess, request);
    if (!quote) throw new NothingMade('These words are not in a published story any more');
    const { content } = await made(makeFile({ kind: 'QUOTE_CARD', quote }, signal));
    return { content, madeOfSaid: true, madeOf: request.cardIds };
  }
  const read = await readBook(subjectAccess, request);
  if (!read) throw new NothingMade('None of these stories is published any more');
  const { book, pictures, isMadeOfSaid, madeOf, leftOut } = read;
  const files = await drawPictures(pictures, work);
  const drawn = withPictures(book, files);
  await report(60);
  const { content, pages } = await made(
    makeFile(
      making.kind === 'BOOK_EPUB'
        ? { kind: 'BOOK_EPUB', book: drawn, files, id: making.id, modifiedAt: making.createdAt }
        : { kind: 'BOOK_PDF', book: drawn, files },
      signal,
    ),
  );
  const unprintable = pictures.filter(({ file }) => file !== coverFile && !(file in files));
  const picturesLeftOut = leftOut + unprintable.length;
  return { content, pages, madeOfSaid: isMadeOfSaid, madeOf, picturesLeftOut };
}

/** Joins the sound of the chosen sentences as everybody may hear it now. */
async function makeHighlight(
  { subjectAccess, signal, report }: MakingWork,
  { sentenceIds }: MakingRequest,
): Promise<Produced> {
  const { parts } = await readHighlight(subjectAccess, sentenceIds);
  // Loaded only where sound is processed.
  const { joinExcerpts } = await import('#api/recordings/excerpts.ts');
  async function* excerpts() {
    let opened = '';
    let content: Buffer = Buffer.alloc(0);
    for (const [at, { storageKey, stretch, heard }] of parts.entries()) {
      signal.throwIfAborted();
      if (opened !== storageKey) content = await buffer(await ports.storage.open(storageKey));
      opened = storageKey;
      yield { content, stretch, heard };
      await report(5 + Math.round((90 * (at + 1)) / parts.length));
    }
  }
  const content = await joinExcerpts(excerpts(), signal);
  if (!content) throw new NothingMade('There is no recording of these sentences any more');
  return { content, madeOfSaid: true, madeOf: [...new Set(parts.map(({ cardId }) => cardId))] };
}

async function made<T>(making: Promise<T>): Promise<T> {
  return making.catch((error: unknown) => {
    if (!(error instanceof NotMade)) throw error;
    throw new TooLarge('It is too large to be made in one piece: choose fewer chapters');
  });
}

/** Larger pictures are left out, because reading them would take too much memory. */
const largestBytes = 30 * 1024 * 1024;
/** The text width at 300 dots per inch. */
const pictureWidth = 1_400;
/** The retry pause while other pictures are redrawn. */
const busyMs = 250;

/** Redraws the pictures for the book: upright, and without the camera's metadata. */
async function drawPictures(pictures: readonly StoredPicture[], work: MakingWork): Promise<BookFiles> {
  const files: BookFiles = {};
  for (const [at, picture] of pictures.entries()) {
    work.signal.throwIfAborted();
    const content = await drawPicture(picture, work);
    if (content) files[picture.file] = content;
    await work.report(5 + Math.round((50 * (at + 1)) / pictures.length));
  }
  return files;
}

async function drawPicture({ storageKey, bytes }: StoredPicture, { making, signal }: MakingWork) {
  if (bytes > largestBytes || (await ports.storage.size(storageKey)) === null) return null;
  const content = await buffer(await ports.storage.open(storageKey));
  for (;;) {
    signal.throwIfAborted();
    try {
      return await redraw(content, { shape: 'WIDTH', width: pictureWidth, quality: 84 }, making.id);
    } catch (error) {
      if (error instanceof PictureRefused) return null;
      if (!(error instanceof PicturesBusy)) throw error;
      await sleep(busyMs);
    }
  }
}

/** Removes the pictures that could not be redrawn. */
function withPictures(book: Book, files: BookFiles): Book {
  const chapters = book.chapters.map((chapter) => ({
    ...chapter,
    cards: chapter.cards.map((card) => ({
      ...card,
      pictures: card.pictures.filter(({ file }) => file in files),
    })),
  }));
  const cover = book.cover && book.cover.file in files ? book.cover : null;
  return { ...book, chapters, cover };
}
