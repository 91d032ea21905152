import { type BookWords, bookWords, printedChapter } from '#api/biography/book-words.ts';
import { yearsOf } from '#api/biography/writing/dates.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { playsToEveryone } from '#api/voice-codes/policy.ts';
import { printVoiceCodes } from '#api/voice-codes/service.ts';
import { msOf, readVoices } from '#api/voice-codes/story-voice.ts';
import { mayPrintCodes } from '../policy.ts';
import type { Book, BookCard, BookChapter, BookPerson, BookVoice } from './book.ts';
import { mostPictures, type PrintableCard, readCover, readPrintable } from './read-cards.ts';
import type { MakingRequest } from './request.ts';

/** The colours of the cover cloths. */
const cloths: Record<string, string> = {
  spruce: '#123f37',
  ink: '#1d2d4a',
  plum: '#4a1d33',
  moss: '#474c1f',
  slate: '#3a4347',
};

export function clothColour(cloth: string): string {
  return cloths[cloth] ?? '#123f37';
}

/** A picture for a book: its storage and its name in the book. */
export type StoredPicture = { id: string; storageKey: string; bytes: number; file: string };

/** The book as the reader may read it now; null when no story is left to print. */
export async function readBook(
  subjectAccess: SubjectAccess,
  request: MakingRequest,
): Promise<{
  book: Book;
  pictures: StoredPicture[];
  isMadeOfSaid: boolean;
  madeOf: string[];
  leftOut: number;
} | null> {
  const subject = await db.subject.findUniqueOrThrow({
    where: { id: subjectAccess.subjectId },
    select: {
      fullName: true,
      preferredName: true,
      birthDate: true,
      birthPlace: true,
      language: true,
      cloth: true,
    },
  });
  const readable = await readPrintable(subjectAccess, request);
  if (!readable.length) return null;
  const { cards: printable, leftOut } = withRoom(readable);
  const words = bookWords(subject.language);
  const pictures: StoredPicture[] = [];
  const printsCodes = request.voiceCodes && (await mayPrintCodes(subjectAccess));
  const voices = printsCodes ? await readPrintedVoices(subjectAccess.subjectId, printable, words) : null;
  const cards = printable.map((card) => ({
    chapter: card.chapter,
    card: { ...printCard(card, pictures, words), voice: voices?.get(card.id) ?? null },
  }));
  const cover = request.coverId ? await readCover(subjectAccess, request.coverId) : null;
  if (cover) pictures.push({ ...cover, file: coverFile });
  const chapters = [...Map.groupBy(cards, ({ chapter }) => chapter.key)].map(([key, own]) =>
    printChapter(
      key,
      printedChapter(words, { key, title: own[0]?.chapter.title ?? '' }),
      own.map(({ card }) => card),
      printable,
      words,
    ),
  );
  const sentences = printable.flatMap((card) => card.sentences);
  const isMadeOfSaid = sentences.some(({ sources }) => sources.length > 0);
  const book: Book = {
    language: subject.language,
    title: request.title ?? words.title(subject.preferredName),
    subtitle: isMadeOfSaid ? words.toldBy(subject.fullName) : words.storiesOf(subject.fullName),
    teller: {
      name: subject.preferredName,
      full: subject.fullName,
      born:
        [subject.birthPlace, subject.birthDate && words.date(subject.birthDate)].filter(Boolean).join(', ') ||
        null,
    },
    dedication: request.dedication ?? null,
    cloth: clothColour(request.cloth ?? subject.cloth),
    cover: cover && {
      ...{ file: coverFile, caption: null },
      alt: cover.caption ?? cover.title ?? words.coverOf(subject.preferredName),
    },
    imprint: imprintOf(subject.preferredName, printable, words),
    chapters,
    people: peopleOf(printable, subject.language),
    words: words.frame(subject.preferredName),
  };
  const madeOf = [...printable, ...pictures].map(({ id }) => id);
  return { book, pictures, isMadeOfSaid, madeOf, leftOut };
}

/** The name of the cover's picture among the files. */
export const coverFile = 'cover-picture.webp';

/** Where the stories are heard, of those that everyone may hear now. Stores their codes. */
async function readPrintedVoices(
  subjectId: string,
  printable: readonly PrintableCard[],
  words: BookWords,
): Promise<Map<string, BookVoice>> {
  const open = await db.card.findMany({
    where: { subjectId, ...playsToEveryone() },
    select: { id: true },
  });
  const openIds = new Set(open.map(({ id }) => id));
  const voices = await readVoices(printable.filter(({ id }) => openIds.has(id)));
  const urls = await printVoiceCodes(subjectId, [...voices.keys()]);
  return new Map(
    [...voices].map(([cardId, { parts }]) => {
      const url = urls.get(cardId) ?? '';
      return [cardId, { url, shown: url.replace(/^https?:\/\//, ''), length: sayLength(msOf(parts), words) }];
    }),
  );
}

/** A duration as people say it. */
function sayLength(ms: number, words: BookWords): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 60 ? words.seconds(seconds) : words.minutes(Math.round(seconds / 60));
}

/** The stories with the pictures that a book has room for: the first one of each story, then the second, and so on. */
function withRoom(cards: readonly PrintableCard[]): { cards: PrintableCard[]; leftOut: number } {
  const counts = cards.map(({ pictures }) => pictures.length);
  let room = mostPictures;
  const kept = counts.map(() => 0);
  for (let nth = 0; room > 0 && counts.some((count) => count > nth); nth += 1) {
    for (const [at, count] of counts.entries()) {
      if (count <= nth || room === 0) continue;
      kept[at] = nth + 1;
      room -= 1;
    }
  }
  return {
    cards: cards.map((card, at) => ({ ...card, pictures: card.pictures.slice(0, kept[at]) })),
    leftOut: counts.reduce((sum, count, at) => sum + count - (kept[at] ?? 0), 0),
  };
}

function printCard(
  card: PrintableCard,
  pictures: StoredPicture[],
  words: BookWords,
): Omit<BookCard, 'voice'> {
  const paragraphs = printParagraphs(card);
  const own = card.pictures.map(({ caption, title, afterParagraph, ...picture }, at) => ({
    ...picture,
    after:
      afterParagraph === null ? usualPlace(at, paragraphs.length) : partsBefore(paragraphs, afterParagraph),
    caption: caption ?? title,
    file: `picture-${picture.id}.webp`,
  }));
  pictures.push(...own);
  return {
    id: card.id,
    title: card.title,
    when: [card.happened && words.date(card.happened), card.place].filter(Boolean).join(', ') || null,
    paragraphs: paragraphs.map(({ text, byHand, quoted }) => ({ text, byHand, quoted })),
    pictures: own
      .map(({ file, caption, after }) => ({
        file,
        alt: caption ?? words.pictureOf(card.title),
        caption,
        after,
      }))
      .sort((one, other) => one.after - other.after),
    people: card.people.map(({ person }) => person.id),
  };
}

/** Where nobody chose, the first picture comes before the text and the others after it. */
function usualPlace(at: number, paragraphCount: number): number {
  return at === 0 ? 0 : paragraphCount;
}

/** A paragraph can be printed as several parts: a picture comes after the last one of its paragraph. */
function partsBefore(parts: readonly { paragraph: number }[], paragraphs: number): number {
  const first = new Set([...new Set(parts.map(({ paragraph }) => paragraph))].slice(0, paragraphs));
  return parts.filter(({ paragraph }) => first.has(paragraph)).length;
}

/** Separates told sentences from those the family wrote by hand, so that they are not confused. */
function printParagraphs({ sentences }: PrintableCard) {
  const parts: { paragraph: number; byHand: boolean; quoted: boolean; texts: string[] }[] = [];
  for (const { paragraph, text, quoted, sources } of sentences) {
    const byHand = sources.length === 0;
    const last = parts.at(-1);
    if (last?.paragraph === paragraph && last.byHand === byHand) last.texts.push(text);
    else parts.push({ paragraph, byHand, quoted, texts: [text] });
  }
  return parts.map(({ texts, ...part }) => ({ ...part, text: texts.join(' ') }));
}

function printChapter(
  key: string,
  title: string,
  cards: BookCard[],
  printable: readonly PrintableCard[],
  words: BookWords,
): BookChapter {
  const own = new Set(cards.map(({ id }) => id));
  const spans = printable
    .filter(({ id, happened }) => own.has(id) && happened !== null)
    .flatMap(({ happened }) => yearsOf(happened ?? '') ?? []);
  const first = Math.min(...spans.map((span) => span.first));
  const last = Math.max(...spans.map((span) => span.last));
  const years = spans.length ? (first === last ? String(first) : words.years(first, last)) : null;
  return { key, title, years, told: words.stories(cards.length), cards };
}

/** The people of the printed stories, sorted by name. */
function peopleOf(printable: readonly PrintableCard[], language: string): BookPerson[] {
  const people = new Map(
    printable.flatMap((card) => card.people.map(({ person }) => [person.id, person] as const)),
  );
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name, language));
}

function imprintOf(name: string, printable: readonly PrintableCard[], words: BookWords): string[] {
  const sentences = printable.flatMap((card) => card.sentences);
  const told = sentences
    .flatMap(({ sources }) => sources.map(({ message }) => message.createdAt))
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [first, last] = [told[0], told.at(-1)];
  const isByHand = sentences.some(({ sources }) => sources.length === 0);
  return [
    ...(first && last ? [words.toldOn(first, last), words.restsOnWords(name, isByHand)] : [words.byFamily]),
    words.madeOn(name, clock.now()),
  ];
}
