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
 * Finds stories whose title, or one of whose sentences, contains all main words of a search, in any form: titles first.
 * A reader finds only the stories that they may read, and no words that rest on private ones.
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
  const holds = (word: string) => ({ contains: word, mode: 'insensitive' as const });
  const titles = words.map(({ norm, said }) => ({ OR: [{ title: holds(norm) }, { title: holds(said) }] }));
  const sentences = await firstSentences(subjectId, words);
  const select = { id: true, status: true } as const;
  const [titled, telling] = await Promise.all([
    db.card.findMany({
      where: { AND: [visible, ...titles] },
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

/** By story, the first sentence of its current revision that holds all words and doesn't rest on private ones. */
async function firstSentences(subjectId: string, words: readonly SearchWord[]): Promise<Map<string, string>> {
  const patterns = words.map(({ norm }) => withAnyAccent(norm));
  const sentences = await db.$queryRaw<{ cardId: string; text: string }[]>`
    select distinct on (sentence.card_id) sentence.card_id::text as "cardId", sentence.text
    from sentence join card on card.id = sentence.card_id and card.revision = sentence.revision
    where sentence.subject_id = ${subjectId}::uuid and not sentence.hidden
      and sentence.text ~* all (${patterns}::text[])
      and not exists (select 1 from source join message on message.id = source.message_id
        where source.sentence_id = sentence.id and message.private)
    order by sentence.card_id, sentence.position`;
  return new Map(sentences.map(({ cardId, text }) => [cardId, text]));
}

/** A word of a search, folded and as it was typed, each as far as its other forms begin alike. */
interface SearchWord {
  norm: string;
  said: string;
}

/** The main words of a search, without the subject's names. */
function wordsOf(search: string, names: readonly string[], language: WritingLanguage): SearchWord[] {
  const own = new Set(names.flatMap((name) => tokens(name).map(({ norm }) => norm)));
  const all = tokens(search);
  const main = all.filter(({ norm }) => !language.isStopWord(norm) && !own.has(norm));
  const stems = (main.length > 0 ? main : all).map(({ norm, text }) => {
    const stem = stemOf(norm, language);
    return { norm: stem, said: text.slice(0, stem.length) };
  });
  return [...new Map(stems.map((word) => [word.norm, word])).values()].slice(0, 20);
}

function stemOf(word: string, { lemma }: WritingLanguage): string {
  const root = lemma(word);
  return root.length > 2 && word.startsWith(root) ? root : word;
}

/** A pattern of the database for a folded word, whatever accents it is written with. */
function withAnyAccent(norm: string): string {
  const bare = norm.replace(/[^\p{L}\p{N}' ]/gu, '');
  return bare.replace(/[aeiouncy]/g, (letter) => ACCENTED[letter] ?? letter).replaceAll("'", "['’]");
}

const ACCENTED: Record<string, string> = {
  a: '[aáàâäãå]',
  e: '[eéèêë]',
  i: '[iíìîï]',
  o: '[oóòôöõ]',
  u: '[uúùûü]',
  n: '[nñ]',
  c: '[cç]',
  y: '[yýÿ]',
};
