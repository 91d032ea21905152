import { z } from 'zod';
import type { CardStatus } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { visibleCards } from '../policy.ts';
import { tokens } from '../writing/language/words.ts';
import { writingLanguage } from '../writing/languages.ts';
import type { WritingLanguage } from '../writing/writing-language.ts';

const Search = z.object({ search: line(500) });

const MOST_STORIES = 10;

/** A story that contains the words of a search, and the first sentence that does; null when only the title does. */
export interface StoryMatch {
  subjectId: string;
  cardId: string;
  status: CardStatus;
  text: string | null;
}

/**
 * Finds stories whose title, or one of whose sentences, contains all main words of a search, in any form and with
 * or without accents: titles first. A reader finds only the stories that they may read, and no words that rest on
 * private ones.
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
  const language = writingLanguage(languageOf(subject.language));
  const words = wordsOf(search, [subject.fullName, subject.preferredName], language);
  if (words.length === 0) return [];
  const visible = { AND: [{ subjectId }, visibleCards(subjectAccess)] };
  const [titles, sentences] = await Promise.all([
    titledStories(subjectId, words),
    firstSentences(subjectId, words),
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
    found.set(cardId, { subjectId, cardId, status, text: sentences.get(cardId) ?? null });
  return [...found.values()].slice(0, MOST_STORIES);
}

/** The stories whose title holds all words. */
async function titledStories(subjectId: string, words: readonly string[]): Promise<string[]> {
  const titled = await db.$queryRaw<{ id: string }[]>`
    select id::text as id from card
    where subject_id = ${subjectId}::uuid and without_accents(title) ~ all (${words.map(pattern)}::text[])`;
  return titled.map(({ id }) => id);
}

/** By story, the first sentence of its current revision that holds all words and doesn't rest on private ones. */
async function firstSentences(subjectId: string, words: readonly string[]): Promise<Map<string, string>> {
  const sentences = await db.$queryRaw<{ cardId: string; text: string }[]>`
    select distinct on (sentence.card_id) sentence.card_id::text as "cardId", sentence.text
    from sentence join card on card.id = sentence.card_id and card.revision = sentence.revision
    where sentence.subject_id = ${subjectId}::uuid and not sentence.hidden
      and without_accents(sentence.text) ~ all (${words.map(pattern)}::text[])
      and not exists (select 1 from source join message on message.id = source.message_id
        where source.sentence_id = sentence.id and message.private)
    order by sentence.card_id, sentence.position`;
  return new Map(sentences.map(({ cardId, text }) => [cardId, text]));
}

/** The main words of a search, as far as their other forms begin alike, without the subject's names. */
function wordsOf(search: string, names: readonly string[], language: WritingLanguage): string[] {
  const own = new Set(names.flatMap((name) => tokens(name).map(({ norm }) => norm)));
  const all = tokens(search);
  const main = all.filter(({ norm }) => !language.isStopWord(norm) && !own.has(norm));
  const stems = (main.length > 0 ? main : all).map(({ norm }) => stemOf(norm, language));
  return [...new Set(stems)].slice(0, 20);
}

function stemOf(word: string, { lemma }: WritingLanguage): string {
  const root = lemma(word);
  return root.length > 2 && word.startsWith(root) ? root : word;
}

/** The database's pattern for a word without accents. */
function pattern(word: string): string {
  return word.replace(/[^\p{L}\p{N}' ]/gu, '').replaceAll("'", "['’]");
}
