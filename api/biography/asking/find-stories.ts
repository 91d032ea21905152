import { z } from 'zod';
import type { CardStatus } from '#api/generated/prisma/enums.ts';
import { db } from '#api/platform/database/database.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { visibleCards } from '../policy.ts';
import { isStopWord, lemma, tokens } from '../writing/language/words.ts';

const Search = z.object({ search: line(500) });

const MOST_STORIES = 10;
/** At most this many sentences are read; those of earlier revisions among them are left out. */
const MOST_SENTENCES = 500;

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
    select: { fullName: true, preferredName: true },
  });
  const words = wordsOf(search, [subject.fullName, subject.preferredName]);
  if (words.length === 0) return [];
  const visible = { AND: [{ subjectId }, visibleCards(subjectAccess)] };
  const holds = (word: string) => ({ contains: word, mode: 'insensitive' as const });
  const [titled, sentences] = await Promise.all([
    db.card.findMany({
      where: { AND: [visible, ...words.map((word) => ({ title: holds(word) }))] },
      select: { id: true, status: true },
      orderBy: { id: 'asc' },
      take: MOST_STORIES,
    }),
    db.sentence.findMany({
      where: {
        subjectId,
        hidden: false,
        sources: { none: { message: { is: { private: true } } } },
        card: { is: visible },
        AND: words.map((word) => ({ text: holds(word) })),
      },
      select: {
        cardId: true,
        text: true,
        revision: true,
        card: { select: { revision: true, status: true } },
      },
      orderBy: [{ cardId: 'asc' }, { position: 'asc' }],
      take: MOST_SENTENCES,
    }),
  ]);
  const current = sentences.filter(({ revision, card }) => revision === card.revision);
  const found = new Map<string, StoryMatch>();
  for (const { id: cardId, status } of titled) {
    const text = current.find((sentence) => sentence.cardId === cardId)?.text ?? null;
    found.set(cardId, { subjectId, cardId, status, text });
  }
  for (const { cardId, text, card } of current)
    if (!found.has(cardId)) found.set(cardId, { subjectId, cardId, status: card.status, text });
  return [...found.values()].slice(0, MOST_STORIES);
}

/** The main words of a search, each as far as its other forms begin alike; without the subject's names. */
function wordsOf(search: string, names: readonly string[]): string[] {
  const own = new Set(names.flatMap((name) => tokens(name).map(({ norm }) => norm)));
  const all = tokens(search).map(({ norm }) => norm);
  const main = all.filter((word) => !isStopWord(word) && !own.has(word));
  return [...new Set((main.length > 0 ? main : all).map(stemOf))].slice(0, 20);
}

function stemOf(word: string): string {
  const root = lemma(word);
  return root.length > 2 && word.startsWith(root) ? root : word;
}
