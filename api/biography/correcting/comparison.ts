import { diffArrays } from 'diff';
import { splitSentences } from '#api/language/sentences.ts';
import { firstWhere } from '#api/platform/domain-values/first-where.ts';

/** A span of a text in UTF-16 units, end excluded. */
export type Stretch = { start: number; end: number };

/** Words that were replaced. One of the two spans is empty where words were only added or removed. */
export type WordChange = { from: Stretch; to: Stretch };

type Word = Stretch & { text: string };
/** A range of word indexes, end excluded, in both texts, and whether the words are the same. */
type Run = { same: boolean; from: Stretch; to: Stretch };

/** Word positions in a text: start and end alternating, in order. */
type Places = Int32Array;

/** The word-by-word diff of two texts, in a form that can be sent between threads. */
export type Compared = { words: [Places, Places]; sentences: [Places, Places]; runs: Run[] };

export type Comparison = {
  changes: WordChange[];
  /** The span of the new text that corresponds to a span of the old one. */
  moved(stretch: Stretch): Stretch;
};

/** Above this number of word edits the new text is treated as a different text. */
const mostEdits = 500;

/** Compares a text with its corrected version, word by word. */
export function compare(before: string, after: string): Comparison {
  return comparisonOf(compareWords(before, after));
}

/** Computes the diff of two texts: the slow part of a comparison when the texts are long. */
export function compareWords(before: string, after: string): Compared {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  return {
    words: [placesOf(a), placesOf(b)],
    sentences: [placesOf(splitSentences(before)), placesOf(splitSentences(after))],
    runs: runsOf(a, b),
  };
}

/** Builds the comparison from a computed diff. */
export function comparisonOf({ words: [a, b], sentences: [old, fresh], runs }: Compared): Comparison {
  const changed = runs.filter(({ same }) => !same);
  const changes = changed.map(({ from, to }) => ({ from: stretchIn(a, from), to: stretchIn(b, to) }));

  /**
   * Maps an edge of a span from word `at` of `a` to `b`, and keeps its offset inside a word that stayed the
   * same.
   */
  const counterpart = (at: number, edge: keyof Stretch, place: number) => {
    const run = runs[firstWhere(runs.length, (nth) => (runs[nth] as Run).from.end > at)] as Run;
    if (!run.same) return stretchIn(b, run.to)[edge];
    return startOf(b, run.to.start + at - run.from.start) + place - startOf(a, at);
  };
  const within = ({ start, end }: Stretch): Stretch => {
    const first = firstWhere(a.length / 2, (at) => endOf(a, at) > start);
    const last = firstWhere(a.length / 2, (at) => startOf(a, at) >= end) - 1;
    if (first >= a.length / 2 || last < first) return gapAfter(start);
    return {
      start: counterpart(first, 'start', Math.max(start, startOf(a, first))),
      end: counterpart(last, 'end', Math.min(end, endOf(a, last))),
    };
  };
  /** Removed words that come back return to the place where they stood. */
  const gapAfter = (place: number): Stretch => {
    const before = firstWhere(a.length / 2, (at) => endOf(a, at) > place);
    const added = changed.find(({ from }) => from.start === before && from.end === before);
    if (added) return stretchIn(b, added.to);
    const gapStart = before > 0 ? counterpart(before - 1, 'end', endOf(a, before - 1)) : 0;
    return { start: gapStart, end: gapStart };
  };

  return {
    changes,
    moved(stretch) {
      const place = within(stretch);
      const count = old.length / 2;
      const first = firstWhere(count, (at) => startOf(old, at) >= stretch.start);
      const last = firstWhere(count, (at) => endOf(old, at) >= stretch.end);
      const isWhole = startOf(old, first) === stretch.start && endOf(old, last) === stretch.end;
      if (!isWhole || place.start === place.end) return place;
      // A span of whole sentences stays a span of whole sentences.
      const from = firstWhere(fresh.length / 2, (at) => endOf(fresh, at) > place.start);
      const to = firstWhere(fresh.length / 2, (at) => startOf(fresh, at) >= place.end) - 1;
      return from > to ? place : { start: startOf(fresh, from), end: endOf(fresh, to) };
    },
  };
}

function placesOf(stretches: readonly Stretch[]): Places {
  return Int32Array.from(stretches.flatMap(({ start, end }) => [start, end]));
}

function startOf(places: Places, at: number): number {
  return places[2 * at] ?? -1;
}

function endOf(places: Places, at: number): number {
  return places[2 * at + 1] ?? -1;
}

/** The span of these words in their text. For an empty range it is the gap between the neighbouring words. */
function stretchIn(places: Places, { start, end }: Stretch): Stretch {
  const before = start > 0 ? endOf(places, start - 1) : 0;
  return start === end
    ? { start: before, end: before }
    : { start: startOf(places, start), end: endOf(places, end - 1) };
}

/**
 * Applies the change from `before` to `after` to a text that was made from `before`. Null when the changed
 * words can't be found in that text.
 */
export function changedAlong(text: string, before: string, after: string): string | null {
  const [own, a, b] = [wordsOf(text), wordsOf(before), wordsOf(after)];
  const places = placesIn(own, a);
  let changed = text;
  for (const { same, from, to } of runsOf(a, b).reverse()) {
    if (same) continue;
    const there = places.slice(from.start, from.end);
    const kept = there.filter((place) => place !== null);
    const words = after.slice(stretchOf(b, to).start, stretchOf(b, to).end);
    if (there.length && !kept.length && !words) continue;
    if (kept.length !== there.length) return null;
    const [left, right] = [places[from.start - 1] ?? null, places[from.end] ?? null];
    if (there.length && !follow(there)) return null;
    if (!there.length && (left === null || right === null || right !== left + 1)) return null;
    const [start, end] = there.length
      ? [own[there[0] as number]?.start ?? 0, own[there.at(-1) as number]?.end ?? 0]
      : [own[left as number]?.end ?? 0, own[left as number]?.end ?? 0];
    changed = changed.slice(0, start) + (there.length ? words : ` ${words}`) + changed.slice(end);
  }
  const tidy = changed
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?…])/g, '$1')
    .trim();
  return /^\p{Lu}/u.test(text) ? tidy.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : tidy;
}

/** For each of `words` its index in `own`; null where `own` leaves it out. */
function placesIn(own: readonly Word[], words: readonly Word[]): (number | null)[] {
  const low = (all: readonly Word[]) => all.map((word) => ({ ...word, text: word.text.toLowerCase() }));
  return runsOf(low(words), low(own)).flatMap(({ same, from, to }) =>
    Array.from({ length: from.end - from.start }, (_, at) => (same ? to.start + at : null)),
  );
}

function follow(places: readonly (number | null)[]): boolean {
  return places.every((place, at) => place === (places[0] ?? 0) + at);
}

function runsOf(a: readonly Word[], b: readonly Word[]): Run[] {
  const texts = (words: readonly Word[]) => words.map(({ text }) => text);
  const parts = diffArrays(texts(a), texts(b), { maxEditLength: mostEdits }) ?? [
    { removed: true, added: false, count: a.length },
    { removed: false, added: true, count: b.length },
  ];
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of parts) {
    const same = !added && !removed;
    const last = runs.at(-1);
    const run =
      last && last.same === same ? last : { same, from: { start: i, end: i }, to: { start: j, end: j } };
    if (run !== last) runs.push(run);
    if (!added) i += count;
    if (!removed) j += count;
    run.from.end = i;
    run.to.end = j;
  }
  return runs;
}

/** The span of these words in their text. For an empty range it is the gap between the neighbouring words. */
function stretchOf(words: readonly Word[], { start, end }: Stretch): Stretch {
  const before = words[start - 1]?.end ?? 0;
  if (start === end) return { start: before, end: before };
  return { start: words[start]?.start ?? before, end: words[end - 1]?.end ?? before };
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s]/gu)].map((found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
}
