import { diffArrays } from 'diff';
import { splitSentences } from '../writing/sentences.ts';

/** A stretch of a text in UTF-16 units, the end not included. */
export type Stretch = { start: number; end: number };

/** Words that became others; one of the two is empty where words were only added or left out. */
export type Change = { from: Stretch; to: Stretch };

type Word = Stretch & { text: string };
/** Words by their numbers, the end not included, and what became of them. */
type Run = { same: boolean; from: Stretch; to: Stretch };

export type Comparison = {
  changes: Change[];
  /** Where what stood in a stretch of the one text stands in the other. */
  moved(stretch: Stretch): Stretch;
};

/** Where this many words would have to be added or left out, one text is simply another one. */
const mostEdits = 2_000;

/** A text and what it was corrected to, word by word. */
export function compare(before: string, after: string): Comparison {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const runs = runsOf(a, b);
  const changed = runs.filter(({ same }) => !same);
  const changes = changed.map(({ from, to }) => ({ from: stretchOf(a, from), to: stretchOf(b, to) }));
  const sentences = [splitSentences(before), splitSentences(after)] as const;

  /** The words from which on a stretch of `a` goes, as numbers of `b`, and how far into a word that stayed. */
  const counterpart = (at: number, edge: keyof Stretch, word: Word) => {
    const run = runs.find(({ from }) => from.start <= at && at < from.end) as Run;
    if (!run.same) return stretchOf(b, run.to)[edge];
    const own = b[run.to.start + at - run.from.start] as Word;
    return own.start + word[edge] - (a[at] as Word).start;
  };
  const within = ({ start, end }: Stretch): Stretch => {
    const first = a.findIndex((word) => word.end > start);
    const last = a.findLastIndex((word) => word.start < end);
    if (first < 0 || last < first) return gapAfter(start);
    const [from, to] = [a[first] as Word, a[last] as Word];
    return {
      start: counterpart(first, 'start', { ...from, start: Math.max(start, from.start) }),
      end: counterpart(last, 'end', { ...to, end: Math.min(end, to.end) }),
    };
  };
  /** Words that were left out and come back stand where they stood. */
  const gapAfter = (place: number): Stretch => {
    const before = a.findLastIndex((word) => word.end <= place) + 1;
    const added = changed.find(({ from }) => from.start === before && from.end === before);
    if (added) return stretchOf(b, added.to);
    const kept = a[before - 1] && counterpart(before - 1, 'end', a[before - 1] as Word);
    return { start: kept ?? 0, end: kept ?? 0 };
  };

  return {
    changes,
    moved(stretch) {
      const place = within(stretch);
      const [first, last] = [
        sentences[0].some(({ start }) => start === stretch.start),
        sentences[0].some(({ end }) => end === stretch.end),
      ];
      if (!first || !last || place.start === place.end) return place;
      // What was whole sentences stays so.
      const touched = sentences[1].filter(({ start, end }) => start < place.end && place.start < end);
      return { start: touched[0]?.start ?? place.start, end: touched.at(-1)?.end ?? place.end };
    },
  };
}

/**
 * A text that was made from `before`, with what was changed in those words changed in it too; null where it can't be told
 * what of it that is.
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

/** For each word of `words` its number in `own`; null where it was left out. */
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

/** Where words stand in their text; between its neighbours where there are none. */
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
