import { yearsOf } from '#api/biography/writing/dates.ts';
import { contentLemmas, fold } from '#api/biography/writing/language/words.ts';
import type { BookCard, FoundConflict } from './book.ts';

/**
 * Two cards tell the same story when at least this share of the shorter one's distinctive words is also in the other.
 */
const sameStoryShare = 0.5;
/** The same when the years differ. */
const otherYearsShare = 0.85;
/** Fewer shared words don't count. */
const leastShared = 5;
/** A word used in more cards than this doesn't count. */
const commonFrom = 8;
/** The minimum of distinctive words of a compared story. */
const leastWords = 6;

type Words = { card: BookCard; words: Set<string> };

/** Finds pairs of cards that tell the same story. */
export function findDuplicateCards(cards: readonly BookCard[]): FoundConflict[] {
  const all = cards.map((card) => ({ card, words: tellingWords(card) }));
  const byWord = new Map<string, number[]>();
  for (const [at, { words }] of all.entries()) {
    for (const word of words) {
      const bearers = byWord.get(word);
      if (bearers) bearers.push(at);
      else byWord.set(word, [at]);
    }
  }
  const weight = (word: string) => 1 / Math.max(1, (byWord.get(word)?.length ?? 2) - 1);
  const shared = new Map<number, Map<number, number>>();
  for (const bearers of byWord.values()) {
    if (bearers.length < 2 || bearers.length > commonFrom) continue;
    for (const [at, left] of bearers.entries()) {
      for (const right of bearers.slice(at + 1)) {
        const row = shared.get(left) ?? new Map<number, number>();
        shared.set(left, row);
        row.set(right, (row.get(right) ?? 0) + 1);
      }
    }
  }
  return [...shared].flatMap(([left, row]) =>
    [...row].flatMap(([right, count]) => {
      const [one, other] = [all[left], all[right]];
      if (count < leastShared || !one || !other || !areOneStory(one, other, weight)) return [];
      const side = ({ card }: Words) => ({
        ...{ cardId: card.id, personId: null, sentenceId: null, words: null, value: null },
      });
      const key = `cards:${[one.card.id, other.card.id].sort().join(':')}`;
      return [
        {
          ...{ kind: 'DUPLICATE_CARDS' as const, key, about: null, reason: null },
          ...{ left: side(one), right: side(other) },
        },
      ];
    }),
  );
}

function areOneStory(one: Words, other: Words, weight: (word: string) => number): boolean {
  if (Math.min(one.words.size, other.words.size) < leastWords) return false;
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weight(word), 0);
  const both = one.words.intersection(other.words);
  const share = sum(both) / Math.min(sum(one.words), sum(other.words));
  return share >= (areYearsApart(one.card, other.card) ? otherYearsShare : sameStoryShare);
}

function areYearsApart({ happened }: BookCard, other: BookCard): boolean {
  const [here, there] = [happened, other.happened].map((date) => (date ? yearsOf(date) : null));
  return !!here && !!there && (here.last + 1 < there.first || there.last + 1 < here.first);
}

/** The distinctive words of a story, without names, because many stories share the same people. */
function tellingWords({ sentences, people, places }: BookCard): Set<string> {
  const names = new Set([...people, ...places].flatMap((name) => contentLemmas(name).map(fold)));
  const words = sentences.flatMap(({ text }) => contentLemmas(text));
  return new Set(words.filter((word) => word.length > 2 && !names.has(word)));
}
