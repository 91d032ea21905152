import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { isEdtf } from '#api/biography/writing/dates.ts';
import {
  ExportedBook,
  ExportedCard,
  ExportedChapter,
  ExportedConsent,
  ExportedConversation,
  ExportedMedia,
  ExportedMember,
  ExportedMerge,
  ExportedMessage,
  ExportedPerson,
  ExportedPlace,
  ExportedQuestion,
  ExportedRelation,
  ExportedSentence,
  ExportedVersion,
  formatVersion,
  mostEarlier,
} from '#api/exports/format.ts';
import { mostKeepsakes } from '#api/keepsakes/service/add.ts';
import { CreateSubject, cloths, UpdateSubject } from '#api/subjects/details.ts';
import { FileRefused } from '../errors.ts';
import { jsonFile } from './zip.ts';

/** The maximum number of rows of each kind in a book. Those of one transaction are as many as it was measured with. */
const most = {
  conversations: 10_000,
  messages: 50_000,
  cards: 5_000,
  sentences: 30_000,
  sources: 60_000,
  earlier: mostEarlier.versions,
  earlierSentences: mostEarlier.sentences,
  earlierSources: mostEarlier.sources,
  proposals: 5_000,
  proposedSentences: 10_000,
  proposedSources: 20_000,
  mentions: 200_000,
  people: 2_000,
  relations: 10_000,
  merges: 2_000,
  mergedRows: 60_000,
  places: 5_000,
  questions: 5_000,
  consents: 2_000,
  chapters: 100,
  members: 1_000,
  media: mostKeepsakes + 100,
  remarks: 10_000,
  hearts: 20_000,
  personIds: 60_000,
  decidedPeople: 60_000,
  mediaIds: mostKeepsakes + 100,
} as const;

/** The maximum lengths of lists in one row. */
const mostOfRow = {
  personIds: 200,
  decidedPeople: 1_000,
  aliases: 200,
  addedAliases: 200,
  addedFacts: 20,
  names: 1_000,
  sources: 1_000,
  mentions: 1_000,
} as const;
const mostThemes = 1_000;
/** The maximum of the interviewer's own questions that are left out, or put first. */
const mostOwnQuestions = 5_000;
/** The maximum number of values in the file, of whatever kind: each takes many times its text in memory. */
const mostValues = 8_000_000;

/** The number of rows that are checked before other work gets its turn. */
const atATime = 100;

const anyRows = z.array(z.unknown());
const CardHead = ExportedCard.extend({ sentences: anyRows, earlier: anyRows.optional() });
const VersionHead = ExportedVersion.extend({ sentences: anyRows });
const ConversationHead = ExportedConversation.extend({ messages: anyRows });
/** The book without its lists, which are checked row by row, so that the first wrong one ends it. */
const Head = ExportedBook.extend({
  ...{ members: anyRows, chapters: anyRows, people: anyRows, relations: anyRows.optional(), places: anyRows },
  ...{ merges: anyRows.optional() },
  ...{ questions: anyRows, consents: anyRows, media: anyRows, cards: anyRows, conversations: anyRows },
});

/** Reads and checks `evertold.json`. Throws `FileRefused` with the first field that is wrong. */
export async function readBook(json: Buffer): Promise<ExportedBook> {
  checkValues(json);
  const data = parseJson(json);
  const { format, version } = (data ?? {}) as { format?: unknown; version?: unknown };
  if (format !== 'evertold') throw refuse('format', 'is not "evertold"');
  if (version !== formatVersion)
    throw refuse('version', `is not ${formatVersion}: the file was made by another version of Evertold`);
  checkLengths(data);
  const head = checked(Head, data, []);
  const book: ExportedBook = {
    ...head,
    members: await checkedRows(ExportedMember, head.members, ['members']),
    chapters: await checkedRows(ExportedChapter, head.chapters, ['chapters']),
    people: await checkedRows(ExportedPerson, head.people, ['people']),
    relations: await checkedRows(ExportedRelation, head.relations ?? [], ['relations']),
    merges: await checkedRows(ExportedMerge, head.merges ?? [], ['merges']),
    places: await checkedRows(ExportedPlace, head.places, ['places']),
    questions: await checkedRows(ExportedQuestion, head.questions, ['questions']),
    consents: await checkedRows(ExportedConsent, head.consents, ['consents']),
    media: await checkedRows(ExportedMedia, head.media, ['media']),
    cards: [],
    conversations: [],
  };
  for (const [at, row] of head.cards.entries()) {
    const { sentences, earlier = [], ...card } = checked(CardHead, row, ['cards', at]);
    book.cards.push({
      ...card,
      sentences: await checkedRows(ExportedSentence, sentences, ['cards', at, 'sentences']),
      earlier: await checkedVersions(earlier, ['cards', at, 'earlier']),
    });
  }
  for (const [at, row] of head.conversations.entries()) {
    const { messages, ...conversation } = checked(ConversationHead, row, ['conversations', at]);
    const path = ['conversations', at, 'messages'];
    book.conversations.push({
      ...conversation,
      messages: await checkedRows(ExportedMessage, messages, path),
    });
  }
  book.subject = { ...book.subject, ...checkSubject(book) };
  checkPeopleAndPlaces(book);
  book.media = withoutUnknownStories(book);
  checkMedia(book);
  checkStories(book);
  checkSounds(book.conversations);
  checkAsked(book);
  checkMerges(book);
  return book;
}

const [quote, backslash] = Buffer.from('"\\');
const [comma, brace, bracket] = Buffer.from(',{[');

/** Refuses a file of too many values before it is parsed. */
function checkValues(json: Buffer): void {
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) at += 1;
    else if (!isText && (byte === comma || byte === brace || byte === bracket)) values += 1;
  }
  if (values > mostValues) throw refuse('', `has more than ${mostValues} values`);
}

/** A list before its rows are checked; none where it is something else, which its schema refuses. */
function listOf(row: unknown, field: string): readonly unknown[] {
  const value = (row as Record<string, unknown> | null)?.[field];
  return Array.isArray(value) ? value : [];
}

/** Refuses too long lists before any row is checked. */
function checkLengths(book: unknown): void {
  const counted = new Map<keyof typeof most, number>();
  function count(row: unknown, name: keyof typeof most, field: string = name): readonly unknown[] {
    const list = listOf(row, field);
    const number = (counted.get(name) ?? 0) + list.length;
    if (number > most[name]) throw refuse(name, `has more than ${most[name]} rows`);
    counted.set(name, number);
    return list;
  }
  function within(row: unknown, name: keyof typeof mostOfRow, path: Path): void {
    if (listOf(row, name).length > mostOfRow[name])
      throw refuse(inWords([...path, name]), `has more than ${mostOfRow[name]} rows`);
  }
  const audience = (row: unknown, path: Path) =>
    within((row as { audience?: unknown } | null)?.audience, 'names', [...path, 'audience']);

  const { subject } = book as { subject?: unknown };
  if (listOf(subject, 'avoidedThemes').length > mostThemes)
    throw refuse('subject.avoidedThemes', `has more than ${mostThemes}`);
  for (const name of ['leftOutQuestions', 'nextQuestions'] as const)
    if (listOf(subject, name).length > mostOwnQuestions)
      throw refuse(`subject.${name}`, `has more than ${mostOwnQuestions}`);
  for (const name of ['members', 'relations', 'places', 'questions', 'consents'] as const) count(book, name);
  for (const [at, row] of count(book, 'chapters').entries()) audience(row, ['chapters', at]);
  for (const [at, row] of count(book, 'people').entries()) within(row, 'aliases', ['people', at]);
  for (const [at, row] of count(book, 'merges').entries()) {
    for (const name of ['mentions', 'cardIds', 'mediaIds', 'addedMediaIds', 'relatives', 'decisions'])
      count(row, 'mergedRows', name);
    for (const name of ['aliases', 'addedAliases', 'addedFacts'] as const) within(row, name, ['merges', at]);
  }
  for (const [at, row] of count(book, 'media').entries()) {
    count(row, 'personIds');
    within(row, 'personIds', ['media', at]);
    audience(row, ['media', at]);
  }
  for (const [at, card] of count(book, 'cards').entries()) {
    for (const name of ['personIds', 'decidedPeople', 'mediaIds', 'remarks', 'hearts'] as const)
      count(card, name);
    for (const name of ['personIds', 'decidedPeople'] as const) within(card, name, ['cards', at]);
    audience(card, ['cards', at]);
    for (const [nth, sentence] of count(card, 'sentences').entries()) {
      count(sentence, 'sources');
      within(sentence, 'sources', ['cards', at, 'sentences', nth]);
    }
    for (const [nth, version] of count(card, 'earlier').entries())
      for (const [which, sentence] of count(version, 'earlierSentences', 'sentences').entries()) {
        count(sentence, 'earlierSources', 'sources');
        within(sentence, 'sources', ['cards', at, 'earlier', nth, 'sentences', which]);
      }
    for (const [nth, proposal] of count(card, 'proposals').entries())
      for (const [which, sentence] of count(proposal, 'proposedSentences', 'sentences').entries()) {
        count(sentence, 'proposedSources', 'sources');
        within(sentence, 'sources', ['cards', at, 'proposals', nth, 'sentences', which]);
      }
  }
  for (const [at, conversation] of count(book, 'conversations').entries())
    for (const [nth, message] of count(conversation, 'messages').entries()) {
      const { saidAudience } = (message ?? {}) as { saidAudience?: unknown };
      within(saidAudience, 'names', ['conversations', at, 'messages', nth, 'saidAudience']);
      count(message, 'mentions');
      within(message, 'mentions', ['conversations', at, 'messages', nth]);
    }
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
  path: Path,
): Promise<z.output<S>[]> {
  const found: z.output<S>[] = [];
  for (const [at, row] of rows.entries()) {
    found.push(checked(schema, row, [...path, at]));
    if (at % atATime === 0) await turn();
  }
  return found;
}

async function checkedVersions(
  rows: readonly unknown[],
  path: Path,
): Promise<z.output<typeof ExportedVersion>[]> {
  const found: z.output<typeof ExportedVersion>[] = [];
  for (const [at, row] of rows.entries()) {
    const { sentences, ...version } = checked(VersionHead, row, [...path, at]);
    const own = await checkedRows(ExportedSentence, sentences, [...path, at, 'sentences']);
    found.push({ ...version, sentences: own });
  }
  return found;
}

/** The names and facts by the rules for a new subject, without characters that are not seen. */
function checkSubject({ subject }: ExportedBook) {
  const { fullName, preferredName, pronouns, birthDate, birthPlace, language, timeZone } = subject;
  const facts = checked(
    CreateSubject,
    { fullName, preferredName, pronouns, birthDate, birthPlace, language, timeZone },
    ['subject'],
  );
  if (subject.cloth && !cloths.some((cloth) => cloth === subject.cloth))
    throw refuse('subject.cloth', 'is no colour of a cover');
  checkSettings(subject.settings);
  distinct('subject.leftOutQuestions', 'key', subject.leftOutQuestions ?? []);
  return {
    fullName: facts.fullName,
    preferredName: facts.preferredName ?? facts.fullName,
    pronouns: facts.pronouns ?? null,
    birthDate: facts.birthDate ?? null,
    birthPlace: facts.birthPlace ?? null,
    language: facts.language ?? language,
    timeZone: facts.timeZone ?? timeZone,
  };
}

/** The settings by the rules for changing them. */
function checkSettings(settings: ExportedBook['subject']['settings']): void {
  if (!settings) return;
  const path = ['subject', 'settings'];
  const { hoursFrom = 0, hoursUntil = 0 } = checked(UpdateSubject, { ...settings, id: '' }, path);
  if (hoursUntil - hoursFrom < 60)
    throw refuse('subject.settings.hoursUntil', 'must be at least an hour after the beginning');
}

function checkPeopleAndPlaces({ people, relations = [], places, questions, chapters }: ExportedBook): void {
  const known = idsOf('people', people);
  idsOf('places', places);
  idsOf('questions', questions);
  idsOf('chapters', chapters);
  distinct('chapters', 'key', chapters);
  distinct('places', 'name', places);
  for (const [at, { born, died }] of people.entries()) {
    checkDate(['people', at, 'born'], born);
    checkDate(['people', at, 'died'], died);
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

/**
 * The keepsakes of stories that are not in the file belong to none, and the owner chooses anew who sees them. Earlier
 * exports have the ids of such stories.
 */
function withoutUnknownStories({ media, cards }: ExportedBook): ExportedBook['media'] {
  const known = new Set(cards.map(({ id }) => id));
  return media.map((each) =>
    each.cardId === null || known.has(each.cardId) ? each : { ...each, cardId: null, audience: undefined },
  );
}

function checkMedia({ media, people, conversations }: ExportedBook): void {
  idsOf('media', media);
  const recordings = new Set(
    conversations.filter(({ channel }) => channel === 'RECORDING').map(({ id }) => id),
  );
  const known = new Set(people.map(({ id }) => id));
  const files = new Set<string>();
  for (const [at, { file, personIds, happened, ...each }] of media.entries()) {
    const field = (name: string) => inWords(['media', at, name]);
    if (each.conversationId && !each.contentType.startsWith('audio/'))
      throw refuse(field('conversationId'), 'is not of a sound');
    // Each recording becomes one conversation.
    if (each.conversationId && !recordings.delete(each.conversationId))
      throw refuse(
        field('conversationId'),
        'names no conversation of an old recording, or that of another one',
      );
    if (file !== null && !/^media\/[\w.-]+$/.test(file)) throw refuse(field('file'), 'is no file in media/');
    if (file !== null && files.has(file)) throw refuse(field('file'), 'is the file of another one');
    if (file !== null) files.add(file);
    checkPeople(['media', at, 'personIds'], personIds, known);
    checkDate(['media', at, 'happened'], happened);
  }
}

function checkStories({ cards, chapters, people, media, conversations }: ExportedBook): void {
  const texts = textsOf(conversations);
  const conversationIds = new Set(conversations.map(({ id }) => id));
  idsOf('cards', cards);
  const chapterIds = new Set(chapters.map(({ id }) => id));
  const personIds = new Set(people.map(({ id }) => id));
  const cardOf = new Map(media.map(({ id, cardId }) => [id, cardId]));
  for (const [at, card] of cards.entries()) {
    const field = (...path: Path) => inWords(['cards', at, ...path]);
    if (!chapterIds.has(card.chapterId)) throw refuse(field('chapterId'), 'names nothing in chapters');
    checkPeople(['cards', at, 'personIds'], card.personIds, personIds);
    const decided = (card.decidedPeople ?? []).map(({ personId }) => personId);
    checkPeople(['cards', at, 'decidedPeople'], decided, personIds);
    checkDate(['cards', at, 'happened'], card.happened);
    for (const [nth, id] of card.mediaIds.entries())
      if (cardOf.get(id) !== card.id) throw refuse(field('mediaIds', nth), 'names no picture of this story');
    checkSources(['cards', at], card.sentences, texts);
    checkConversation(['cards', at, 'written'], card.written, conversationIds);
    const numbers = new Set<number>();
    for (const [nth, version] of (card.earlier ?? []).entries()) {
      const path = ['cards', at, 'earlier', nth];
      if (version.number >= card.revision || numbers.has(version.number))
        throw refuse(inWords([...path, 'number']), 'is not that of an earlier version, or of another one');
      numbers.add(version.number);
      checkDate([...path, 'happened'], version.happened);
      checkConversation(path, version, conversationIds);
      checkSources(path, version.sentences, texts);
    }
    for (const [nth, proposal] of (card.proposals ?? []).entries()) {
      const path = ['cards', at, 'proposals', nth];
      checkConversation(path, proposal, conversationIds);
      checkSources(path, proposal.sentences, texts);
    }
  }
}

/** The words behind sentences are within messages. Words that a correction took out leave an empty span. */
function checkSources(
  path: Path,
  sentences: readonly { sources: readonly { messageId: string; start: number; end: number }[] }[],
  texts: ReadonlyMap<string, number>,
): void {
  for (const [nth, { sources }] of sentences.entries())
    for (const [number, { messageId, start, end }] of sources.entries()) {
      const source = [...path, 'sentences', nth, 'sources', number];
      const length = texts.get(messageId);
      if (length === undefined) throw refuse(inWords([...source, 'messageId']), 'names no message');
      if (start > end || end > length) throw refuse(inWords([...source, 'end']), 'is outside of its message');
    }
}

function checkConversation(
  path: Path,
  row: { conversationId?: string | null | undefined } | undefined,
  known: ReadonlySet<string>,
): void {
  if (row?.conversationId && !known.has(row.conversationId))
    throw refuse(inWords([...path, 'conversationId']), 'names nothing in conversations');
}

/** Checks that each row a question asks about, and each person and place a message names, is in the book. */
function checkAsked({ questions, media, conversations, people, places }: ExportedBook): void {
  const conversationIds = new Set(conversations.map(({ id }) => id));
  const messageIds = new Set(conversations.flatMap(({ messages }) => messages.map(({ id }) => id)));
  const unasked = new Set(media.map(({ id }) => id));
  for (const [at, question] of questions.entries()) {
    const { mediaId, answerId } = question;
    if (mediaId && !unasked.delete(mediaId))
      throw refuse(
        inWords(['questions', at, 'mediaId']),
        'names nothing in media, or what another one names',
      );
    checkConversation(['questions', at], question, conversationIds);
    if (answerId && !messageIds.has(answerId))
      throw refuse(inWords(['questions', at, 'answerId']), 'names no message');
  }
  const personIds = new Set(people.map(({ id }) => id));
  const placeIds = new Set(places.map(({ id }) => id));
  for (const [at, { messages }] of conversations.entries())
    for (const [nth, { text, mentions = [] }] of messages.entries())
      for (const [number, { personId, placeId, date, start, end }] of mentions.entries()) {
        const path = ['conversations', at, 'messages', nth, 'mentions', number];
        if ([personId, placeId, date].filter((each) => each !== undefined).length !== 1)
          throw refuse(inWords(path), 'is not of one person, place or date');
        if (personId && !personIds.has(personId))
          throw refuse(inWords([...path, 'personId']), 'names nobody in people');
        if (placeId && !placeIds.has(placeId))
          throw refuse(inWords([...path, 'placeId']), 'names nothing in places');
        checkDate([...path, 'date'], date);
        if (start > end || end > (text ?? '').length)
          throw refuse(inWords([...path, 'end']), 'is outside of its message');
      }
}

/** Checks that each row a merge names is in the book, and that nobody was merged twice. */
function checkMerges({ merges = [], people, conversations, cards, media }: ExportedBook): void {
  const known = new Set(people.map(({ id }) => id));
  const mergedIds = idsOf('merges', merges);
  const cardIds = new Set(cards.map(({ id }) => id));
  const mediaIds = new Set(media.map(({ id }) => id));
  const mentionsOf = new Map(
    conversations.flatMap(({ messages }) => messages.map(({ id, mentions = [] }) => [id, mentions] as const)),
  );
  for (const [at, merge] of merges.entries()) {
    const field = (...path: Path) => inWords(['merges', at, ...path]);
    const { personId, keptId, born, died } = merge;
    if (known.has(merge.id)) throw refuse(field('id'), 'is the id of somebody in people');
    if (!known.has(personId)) throw refuse(field('personId'), 'names nobody in people');
    if (keptId && !known.has(keptId) && !mergedIds.has(keptId))
      throw refuse(field('keptId'), 'names nobody in people or merges');
    checkDate(['merges', at, 'born'], born);
    checkDate(['merges', at, 'died'], died);
    for (const [nth, { messageId, start, end }] of merge.mentions.entries()) {
      const isThere = mentionsOf
        .get(messageId)
        ?.some((mention) => mention.personId === personId && mention.start === start && mention.end === end);
      if (!isThere) throw refuse(field('mentions', nth), 'is no mention of the person');
    }
    if (merge.found && !merge.mentions.length) throw refuse(field('mentions'), 'names nobody who was found');
    for (const name of ['cardIds', 'mediaIds', 'addedMediaIds'] as const)
      for (const [nth, id] of merge[name].entries())
        if (!(name === 'cardIds' ? cardIds : mediaIds).has(id))
          throw refuse(field(name, nth), `names nothing in ${name === 'cardIds' ? 'cards' : 'media'}`);
    for (const [nth, relative] of merge.relatives.entries())
      if (!known.has(relative.personId) && !mergedIds.has(relative.personId))
        throw refuse(field('relatives', nth, 'personId'), 'names nobody in people or merges');
    for (const [nth, { cardId }] of merge.decisions.entries())
      if (!cardIds.has(cardId)) throw refuse(field('decisions', nth, 'cardId'), 'names nothing in cards');
  }
}

/** The sound of each conversation is a file of its own, and its messages are within it. */
function checkSounds(conversations: ExportedBook['conversations']): void {
  const files = new Set<string>();
  for (const [at, { recording, messages }] of conversations.entries()) {
    const field = (...path: Path) => inWords(['conversations', at, ...path]);
    if (recording) {
      const { file } = recording;
      if (!/^recordings\/[\w.-]+$/.test(file))
        throw refuse(field('recording', 'file'), 'is no file in recordings/');
      if (files.has(file)) throw refuse(field('recording', 'file'), 'is the file of another one');
      files.add(file);
    }
    for (const [nth, { sound }] of messages.entries()) {
      const path = ['messages', nth, 'sound'] as const;
      if (!sound) continue;
      if (sound.file !== recording?.file) throw refuse(field(...path, 'file'), 'is not of this conversation');
      if (sound.startMs > sound.endMs) throw refuse(field(...path, 'endMs'), 'is before its beginning');
    }
  }
}

/** The lengths of the messages' texts by their ids. The text of a private message may be missing. */
function textsOf(conversations: ExportedBook['conversations']): Map<string, number> {
  idsOf('conversations', conversations);
  const texts = new Map<string, number>();
  for (const [at, { messages }] of conversations.entries()) {
    const seqs = new Set<number>();
    for (const [nth, message] of messages.entries()) {
      const { id, seq, role, text, firstText, private: isPrivate, saidAudience } = message;
      const field = (name: string) => inWords(['conversations', at, 'messages', nth, name]);
      if (texts.has(id)) throw refuse(field('id'), 'is the id of another message');
      if (seqs.has(seq)) throw refuse(field('seq'), 'is the number of another message');
      if (text === null && (!isPrivate || firstText !== null))
        throw refuse(field('text'), 'is missing, and the message is not private');
      if (saidAudience && (!isPrivate || role !== 'user'))
        throw refuse(field('saidAudience'), 'is not of private words of the subject');
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
  for (const [at, id] of ids.entries()) {
    if (!known.has(id)) throw refuse(inWords([...path, at]), 'names nobody in people');
    if (ids.indexOf(id) !== at) throw refuse(inWords([...path, at]), 'names somebody twice');
  }
}

function checkDate(path: Path, date: string | null | undefined): void {
  if (date && !isEdtf(date)) throw refuse(inWords(path), 'is not a date in EDTF');
}
