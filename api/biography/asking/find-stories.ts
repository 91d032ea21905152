import { z } from 'zod';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { CardStatus } from '#api/generated/prisma/enums.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import { log } from '#api/platform/log.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { visibleCards } from '../policy.ts';
import { findAnswers } from '../text-tasks.ts';
import { tokens } from '../writing/language/words.ts';
import { writingLanguage } from '../writing/languages.ts';
import type { WritingLanguage } from '../writing/writing-language.ts';
import { MOST_CHARACTERS } from './ask-book.ts';
import { nearestFirst, readStoryMeanings } from './encode-stories.ts';
import type { Passage } from './find-answers.ts';
import { askingWords } from './languages.ts';
import { vectorOf } from './question-vector.ts';
import { writtenByHand } from './written-by-hand.ts';

const Search = z.object({ search: line(500) });

const MOST_STORIES = 10;
/**
 * Of stories that were written by hand, at most so many are read for a question: those whose stored meaning is nearest
 * to it, then the newest.
 */
const MOST_READ = 400;
const DEADLINE_MS = 10_000;

/** A story that a search finds, and the first sentence that holds its words; null when only the title does. */
export interface StoryMatch {
  subjectId: string;
  cardId: string;
  status: CardStatus;
  text: string | null;
  /** It doesn't hold all words of the search, but answers it. */
  inOtherWords: boolean;
}

/**
 * Finds stories whose title, or one of whose sentences, contains all main words of a search, in any form and with
 * or without accents: titles first. After them come the stories that answer it in other words, by what was written by
 * hand there; what was said is found by `askBook`. A reader finds only the stories that they may read, and no words
 * that rest on private ones.
 */
export async function findStories(
  subjectAccess: SubjectAccess,
  input: { search: string },
): Promise<StoryMatch[]> {
  const { search } = parse(Search, input);
  const { subjectId } = subjectAccess;
  const subject = await db.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { fullName: true, preferredName: true, language: true },
  });
  const language = languageOf(subject.language);
  const names = [subject.fullName, subject.preferredName];
  const main = mainWordsOf(search, names, writingLanguage(language));
  if (main.length === 0) return [];
  const words = [...new Set(main.map((word) => stemOf(word, writingLanguage(language))))];
  const visible = { AND: [{ subjectId }, visibleCards(subjectAccess)] };
  const [titles, sentences, answering] = await Promise.all([
    titledStories(subjectId, words),
    firstSentences(subjectId, holdsAll(words, main, language)),
    answeringStories(subjectAccess, { question: search, names, language }).catch((error: Error) => {
      // The stories with the words of the search are found all the same.
      log.warn({ error }, 'stories could not be searched by their meaning');
      return [];
    }),
  ]);
  const select = { id: true, status: true } as const;
  const [titled, telling] = await Promise.all([
    db.card.findMany({
      where: { AND: [visible, { id: { in: titles } }] },
      ...{ select, orderBy: { id: 'asc' }, take: MOST_STORIES },
    }),
    db.card.findMany({
      where: { AND: [visible, { id: { in: [...sentences.keys()] } }] },
      ...{ select, orderBy: { id: 'asc' }, take: MOST_STORIES },
    }),
  ]);
  const found = new Map<string, StoryMatch>();
  for (const { id: cardId, status } of [...titled, ...telling])
    found.set(cardId, {
      ...{ subjectId, cardId, status },
      ...{ text: sentences.get(cardId) ?? null, inOtherWords: false },
    });
  for (const match of answering) if (!found.has(match.cardId)) found.set(match.cardId, match);
  return [...found.values()].slice(0, MOST_STORIES);
}

/** The stories whose title holds all words. */
async function titledStories(subjectId: string, words: readonly string[]): Promise<string[]> {
  const titled = await db.$queryRaw<{ id: string }[]>`
    select id::text as id from card
    where subject_id = ${subjectId}::uuid and without_accents(title) ~ all (${words.map(pattern)}::text[])`;
  return titled.map(({ id }) => id);
}

/**
 * The database's condition that a sentence holds all words: by how they begin, and in Spanish also by their stems, so that
 * "casamos" is found by "casó".
 */
function holdsAll(words: readonly string[], main: readonly string[], language: Language): Prisma.Sql {
  const text = Prisma.sql`without_accents(sentence.text)`;
  const byBeginnings = Prisma.sql`${text} ~ all (${words.map(pattern)}::text[])`;
  if (language !== 'es') return byBeginnings;
  const query = main.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).filter(Boolean);
  return Prisma.sql`(${byBeginnings} or to_tsvector('spanish', ${text}) @@ to_tsquery('spanish', ${query.join(' & ')}))`;
}

/** By story, the first sentence of its current revision that holds all words and doesn't rest on private ones. */
async function firstSentences(subjectId: string, holds: Prisma.Sql): Promise<Map<string, string>> {
  const sentences = await db.$queryRaw<{ cardId: string; text: string }[]>`
    select distinct on (sentence.card_id) sentence.card_id::text as "cardId", sentence.text
    from sentence join card on card.id = sentence.card_id and card.revision = sentence.revision
    where sentence.subject_id = ${subjectId}::uuid and not sentence.hidden
      and ${holds}
      and not exists (select 1 from source join message on message.id = source.message_id
        where source.sentence_id = sentence.id and message.private)
    order by sentence.card_id, sentence.position`;
  return new Map(sentences.map(({ cardId, text }) => [cardId, text]));
}

/** The stories that answer a question by what was written by hand there, the best first. */
async function answeringStories(
  subjectAccess: SubjectAccess,
  { question, names, language }: { question: string; names: readonly string[]; language: Language },
): Promise<StoryMatch[]> {
  const { subjectId } = subjectAccess;
  const lengths = await storiesByHand(subjectId);
  const cards = await db.card.findMany({
    where: {
      AND: [{ subjectId }, visibleCards(subjectAccess), { id: { in: [...lengths.keys()] } }],
    },
    select: { id: true, status: true, revision: true },
    orderBy: { id: 'desc' },
  });
  if (!cards.length) return [];
  const vector = await vectorOf(question, names, subjectId, askingWords(language));
  const isLarge = cards.length > MOST_READ || charactersOf(cards, lengths) > MOST_CHARACTERS;
  const ordered = vector && isLarge ? await nearestFirst(cards, vector) : cards;
  let characters = 0;
  const read = ordered.slice(0, MOST_READ).filter(({ id }) => {
    characters += lengths.get(id) ?? 0;
    return characters <= MOST_CHARACTERS;
  });
  const [meanings, texts] = await Promise.all([
    readStoryMeanings(read),
    writtenByHand(read.map(({ id }) => id)),
  ]);
  const passages = read.flatMap(({ id }): Passage[] => {
    const text = texts.get(id)?.text;
    const vectors = meanings.get(id);
    return text ? [{ messageId: id, text, asked: '', encoded: vectors ? { text, vectors } : null }] : [];
  });
  const answers = await runInWorker(
    findAnswers,
    { question, names, passages, vector, language },
    { subjectId, deadlineMs: DEADLINE_MS },
  );
  const statuses = new Map(cards.map(({ id, status }) => [id, status]));
  return answers.flatMap(({ messageId: cardId, start, end }) => {
    const status = statuses.get(cardId);
    const text = texts.get(cardId)?.text.slice(start, end) ?? null;
    return status ? [{ subjectId, cardId, status, text, inOtherWords: true }] : [];
  });
}

/** The stories whose current revision has sentences that were written by hand, with the characters of these. */
async function storiesByHand(subjectId: string): Promise<Map<string, number>> {
  const stories = await db.$queryRaw<{ id: string; characters: number }[]>`
    select card.id::text as id, sum(length(sentence.text))::int as characters
    from card join sentence on sentence.card_id = card.id and sentence.revision = card.revision
    where card.subject_id = ${subjectId}::uuid and not sentence.hidden
      and not exists (select 1 from source where source.sentence_id = sentence.id)
    group by card.id`;
  return new Map(stories.map(({ id, characters }) => [id, characters]));
}

function charactersOf(cards: readonly { id: string }[], lengths: ReadonlyMap<string, number>): number {
  return cards.reduce((sum, { id }) => sum + (lengths.get(id) ?? 0), 0);
}

/** The main words of a search, without the subject's names. */
function mainWordsOf(search: string, names: readonly string[], language: WritingLanguage): string[] {
  const own = new Set(names.flatMap((name) => tokens(name).map(({ norm }) => norm)));
  const all = tokens(search).map(({ norm }) => norm);
  const main = all.filter((norm) => !language.isStopWord(norm) && !own.has(norm));
  return [...new Set(main.length > 0 ? main : all)].slice(0, 20);
}

/** A word as far as its other forms begin alike. */
function stemOf(word: string, { lemma }: WritingLanguage): string {
  const root = lemma(word);
  return root.length > 2 && word.startsWith(root) ? root : word;
}

/** The database's pattern for a word without accents. */
function pattern(word: string): string {
  return word.replace(/[^\p{L}\p{N}' ]/gu, '').replaceAll("'", "['’]");
}
