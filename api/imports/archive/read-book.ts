import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { isEdtf } from '#api/biography/writing/dates.ts';
import {
  ExportedBook,
  ExportedCard,
  ExportedConversation,
  ExportedMedia,
  formatVersion,
} from '#api/exports/format.ts';
import { mostKeepsakes } from '#api/keepsakes/service/add.ts';
import { CreateSubject, cloths } from '#api/subjects/details.ts';
import { FileRefused } from '../errors.ts';
import { jsonFile } from './zip.ts';

/** The maximum number of rows of each kind in a book. */
const most = {
  conversations: 10_000,
  messages: 50_000,
  cards: 5_000,
  sentences: 100_000,
  sources: 200_000,
  people: 2_000,
  relations: 10_000,
  places: 5_000,
  questions: 5_000,
  consents: 2_000,
  chapters: 100,
  members: 1_000,
  media: mostKeepsakes,
  /** People in one story or keepsake, or other names of a person. */
  each: 200,
} as const;

/** The number of rows that are checked before other work gets its turn. */
const atATime = 100;

/** The book without its long lists, which are checked row by row. */
const Head = ExportedBook.extend({
  media: z.array(z.unknown()),
  cards: z.array(z.unknown()),
  conversations: z.array(z.unknown()),
});

/** Reads and checks `evertold.json`. Throws `FileRefused` with the first field that is wrong. */
export async function readBook(json: Buffer): Promise<ExportedBook> {
  const data = parseJson(json);
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown };
  if (format !== 'evertold') throw refuse('format', 'is not "evertold"');
  if (version !== formatVersion)
    throw refuse('version', `is not ${formatVersion}: the file was made by another version of Evertold`);
  const head = checked(Head, data, []);
  const book: ExportedBook = {
    ...head,
    media: await checkedRows(ExportedMedia, head.media, 'media'),
    cards: await checkedRows(ExportedCard, head.cards, 'cards'),
    conversations: await checkedRows(ExportedConversation, head.conversations, 'conversations'),
  };
  checkNumbers(book);
  book.subject = { ...book.subject, ...checkSubject(book) };
  checkPeopleAndPlaces(book);
  checkMedia(book);
  checkStories(book);
  return book;
}

function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    throw refuse('', 'is not JSON');
  }
}

const refuse = (field: string, problem: string) => new FileRefused(jsonFile, field, problem);

type Path = readonly (string | number)[];

/** A path as it is written in JavaScript: cards[3].sentences[0].text. */
function inWords(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`))
    .join('');
}

function checked<S extends z.ZodType>(schema: S, data: unknown, path: Path): z.output<S> {
  const { data: read, error } = schema.safeParse(data);
  if (!error) return read as z.output<S>;
  const { issues } = error;
  throw refuse(inWords([...path, ...(issues[0]?.path ?? [])]), issues[0]?.message ?? 'is wrong');
}

async function checkedRows<S extends z.ZodType>(
  schema: S,
  rows: readonly unknown[],
  name: keyof typeof most,
): Promise<z.output<S>[]> {
  if (rows.length > most[name]) throw refuse(name, `has more than ${most[name]} rows`);
  const found: z.output<S>[] = [];
  for (const [at, row] of rows.entries()) {
    found.push(checked(schema, row, [name, at]));
    if (at % atATime === 0) await turn();
  }
  return found;
}

function checkNumbers(book: ExportedBook): void {
  const { cards, conversations } = book;
  const sentences = cards.flatMap((card) => card.sentences);
  const numbers = {
    messages: conversations.reduce((sum, { messages }) => sum + messages.length, 0),
    sentences: sentences.length,
    sources: sentences.reduce((sum, { sources }) => sum + sources.length, 0),
  };
  for (const name of [
    'people',
    'relations',
    'places',
    'questions',
    'consents',
    'chapters',
    'members',
  ] as const)
    if ((book[name]?.length ?? 0) > most[name]) throw refuse(name, `has more than ${most[name]} rows`);
  for (const [name, number] of Object.entries(numbers) as [keyof typeof numbers, number][])
    if (number > most[name]) throw refuse(name, `has more than ${most[name]} rows`);
}

/** The names and facts by the rules for a new subject, without characters that are not seen. */
function checkSubject({ subject, media }: ExportedBook) {
  const { fullName, preferredName, pronouns, birthDate, birthPlace, language, timeZone } = subject;
  const facts = checked(
    CreateSubject,
    { fullName, preferredName, pronouns, birthDate, birthPlace, language, timeZone },
    ['subject'],
  );
  if (subject.cloth && !cloths.some((cloth) => cloth === subject.cloth))
    throw refuse('subject.cloth', 'is no colour of a cover');
  if (subject.photoId && !media.some(({ id }) => id === subject.photoId))
    throw refuse('subject.photoId', 'names nothing in media');
  if ((subject.avoidedThemes?.length ?? 0) > 30) throw refuse('subject.avoidedThemes', 'has more than 30');
  return {
    fullName: facts.fullName,
    preferredName: facts.preferredName ?? facts.fullName,
    pronouns: facts.pronouns ?? null,
    birthPlace: facts.birthPlace ?? null,
  };
}

function checkPeopleAndPlaces({ people, relations = [], places, questions, chapters }: ExportedBook): void {
  const known = idsOf('people', people);
  idsOf('places', places);
  idsOf('questions', questions);
  idsOf('chapters', chapters);
  distinct('chapters', 'key', chapters);
  distinct('places', 'name', places);
  for (const [at, { born, died, aliases = [] }] of people.entries()) {
    checkDate(['people', at, 'born'], born);
    checkDate(['people', at, 'died'], died);
    if (aliases.length > most.each) throw refuse(inWords(['people', at, 'aliases']), 'are too many');
  }
  const pairs = new Set<string>();
  for (const [at, { fromId, toId }] of relations.entries()) {
    for (const [field, id] of Object.entries({ fromId, toId }))
      if (!known.has(id)) throw refuse(inWords(['relations', at, field]), 'names nobody in people');
    const pair = [fromId, toId].sort().join();
    if (fromId === toId || pairs.has(pair))
      throw refuse(inWords(['relations', at]), 'is not of two new people');
    pairs.add(pair);
  }
}

function checkMedia({ media, people, cards }: ExportedBook): void {
  idsOf('media', media);
  const known = { people: new Set(people.map(({ id }) => id)), cards: new Set(cards.map(({ id }) => id)) };
  const files = new Set<string>();
  for (const [at, { file, cardId, personIds, happened }] of media.entries()) {
    const field = (name: string) => inWords(['media', at, name]);
    if (file !== null && !/^media\/[\w.-]+$/.test(file)) throw refuse(field('file'), 'is no file in media/');
    if (file !== null && files.has(file)) throw refuse(field('file'), 'is the file of another one');
    if (file !== null) files.add(file);
    if (cardId !== null && !known.cards.has(cardId)) throw refuse(field('cardId'), 'names nothing in cards');
    checkPeople(['media', at, 'personIds'], personIds, known.people);
    checkDate(['media', at, 'happened'], happened);
  }
}

function checkStories({ cards, chapters, people, media, conversations }: ExportedBook): void {
  const texts = textsOf(conversations);
  idsOf('cards', cards);
  const chapterIds = new Set(chapters.map(({ id }) => id));
  const personIds = new Set(people.map(({ id }) => id));
  const cardOf = new Map(media.map(({ id, cardId }) => [id, cardId]));
  for (const [at, card] of cards.entries()) {
    const field = (...path: Path) => inWords(['cards', at, ...path]);
    if (!chapterIds.has(card.chapterId)) throw refuse(field('chapterId'), 'names nothing in chapters');
    checkPeople(['cards', at, 'personIds'], card.personIds, personIds);
    checkDate(['cards', at, 'happened'], card.happened);
    for (const [nth, id] of card.mediaIds.entries())
      if (cardOf.get(id) !== card.id) throw refuse(field('mediaIds', nth), 'names no picture of this story');
    for (const [nth, { sources }] of card.sentences.entries())
      for (const [number, { messageId, start, end }] of sources.entries()) {
        const source = ['sentences', nth, 'sources', number] as const;
        const length = texts.get(messageId);
        if (length === undefined) throw refuse(field(...source, 'messageId'), 'names no message');
        if (start >= end || end > length) throw refuse(field(...source, 'end'), 'is outside of its message');
      }
  }
}

/** The lengths of the messages' texts by their ids. The text of a private message may be missing. */
function textsOf(conversations: ExportedBook['conversations']): Map<string, number> {
  idsOf('conversations', conversations);
  const texts = new Map<string, number>();
  for (const [at, { messages }] of conversations.entries()) {
    const seqs = new Set<number>();
    for (const [nth, { id, seq, text, firstText, private: isPrivate }] of messages.entries()) {
      const field = (name: string) => inWords(['conversations', at, 'messages', nth, name]);
      if (texts.has(id)) throw refuse(field('id'), 'is the id of another message');
      if (seqs.has(seq)) throw refuse(field('seq'), 'is the number of another message');
      if (text === null && (!isPrivate || firstText !== null))
        throw refuse(field('text'), 'is missing, and the message is not private');
      seqs.add(seq);
      texts.set(id, text?.length ?? 0);
    }
  }
  return texts;
}

function idsOf(name: string, rows: readonly { id: string }[]): Set<string> {
  return distinct(name, 'id', rows);
}

/** The values of a field, which must differ. */
function distinct<F extends string>(name: string, field: F, rows: readonly Record<F, string>[]): Set<string> {
  const found = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (found.has(row[field])) throw refuse(inWords([name, at, field]), `is the ${field} of another row`);
    found.add(row[field]);
  }
  return found;
}

function checkPeople(path: Path, ids: readonly string[], known: ReadonlySet<string>): void {
  if (ids.length > most.each) throw refuse(inWords(path), 'names too many people');
  for (const [at, id] of ids.entries()) {
    if (!known.has(id)) throw refuse(inWords([...path, at]), 'names nobody in people');
    if (ids.indexOf(id) !== at) throw refuse(inWords([...path, at]), 'names somebody twice');
  }
}

function checkDate(path: Path, date: string | null | undefined): void {
  if (date && !isEdtf(date)) throw refuse(inWords(path), 'is not a date in EDTF');
}
