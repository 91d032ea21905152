import type { StoredSentence, StoryText, TextRun } from './text/story-text.ts';
import { asQuote, isQuote, sentencesIn } from './text/story-text.ts';
import type { Writing } from './writing.ts';

/** A sentence with its sources, and whether it begins a paragraph. */
export interface Part {
  text: string;
  runs: readonly TextRun[];
  opens: boolean;
}

export type VersionChoice = 'theirs' | 'mine' | 'both';

/** Sentences that both texts have, or a place where they differ, with the suggested choice. */
export type Spot =
  | { kind: 'same'; parts: readonly Part[] }
  | { kind: 'differs'; theirs: readonly Part[]; mine: readonly Part[]; suggested: VersionChoice };

/** A field that differs, with the suggested choice. */
export interface FieldSpot {
  field: 'title' | 'happened' | 'place' | 'chapterKey';
  theirs: string;
  mine: string;
  suggested: 'theirs' | 'mine';
}

/** The sentences of a text. */
export function partsOf(text: StoryText, stored: readonly StoredSentence[]): Part[] {
  let paragraph = -1;
  return sentencesIn(text, stored).map((sentence) => {
    const opens = sentence.paragraph !== paragraph;
    paragraph = sentence.paragraph;
    return { text: sentence.text, runs: slice(text[paragraph] ?? [], sentence), opens };
  });
}

function slice(runs: readonly TextRun[], { start, end }: { start: number; end: number }): TextRun[] {
  let at = 0;
  return runs.flatMap(({ text, ...run }) => {
    const words = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    return words ? [{ ...run, text: words }] : [];
  });
}

/**
 * Compares two texts that were edited from `base`, sentence by sentence. Suggests a change that only one of them made;
 * where both changed something, suggests both.
 */
export function compareTexts(base: readonly Part[], mine: readonly Part[], theirs: readonly Part[]): Spot[] {
  const before = new Set(base.map(({ text }) => text));
  const quotedBefore = new Set(base.filter(({ runs }) => isQuote(runs)).map(({ text }) => text));
  const spots: Spot[] = [];
  const differing = (from: readonly Part[], to: readonly Part[]) => {
    if (!from.length && !to.length) return;
    const changed = (own: readonly Part[], other: readonly Part[]) =>
      own.some(({ text }) => !before.has(text)) || other.some(({ text }) => before.has(text));
    const [byThem, byMe] = [changed(from, to), changed(to, from)];
    const suggested = byThem === byMe ? 'both' : byThem ? 'theirs' : 'mine';
    spots.push({ kind: 'differs', theirs: from, mine: to, suggested });
  };
  let [i, j] = [0, 0];
  for (const [a, b] of commonOf(theirs, mine)) {
    differing(theirs.slice(i, a), mine.slice(j, b));
    const [their, own] = [theirs[a] as Part, mine[b] as Part];
    const isChangedByThem = isQuote(their.runs) !== quotedBefore.has(their.text);
    const runs = asQuote(isQuote((isChangedByThem ? their : own).runs), their.runs);
    const part = { ...their, runs, opens: their.opens || own.opens };
    const last = spots.at(-1);
    if (last?.kind === 'same') last.parts = [...last.parts, part];
    else spots.push({ kind: 'same', parts: [part] });
    [i, j] = [a + 1, b + 1];
  }
  differing(theirs.slice(i), mine.slice(j));
  return spots;
}

/** The longest common subsequence, as pairs of indexes. */
function commonOf(a: readonly Part[], b: readonly Part[]): [number, number][] {
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i]?.text === b[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i]?.text === b[j]?.text) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** The fields other than the text that differ. */
export function compareFields(base: Writing, mine: Writing, theirs: Writing): FieldSpot[] {
  return (['title', 'happened', 'place', 'chapterKey'] as const).flatMap((field) => {
    if (mine[field] === theirs[field]) return [];
    const suggested = mine[field] === base[field] ? 'theirs' : 'mine';
    return [{ field, theirs: theirs[field], mine: mine[field], suggested }];
  });
}

/** The merged text. `choices` has one choice for each place where the texts differ, in order. */
export function mergedText(spots: readonly Spot[], choices: readonly VersionChoice[]): StoryText {
  let differing = 0;
  const parts = spots.flatMap((spot) => {
    if (spot.kind === 'same') return spot.parts;
    const choice = choices[differing++] ?? spot.suggested;
    return [...(choice === 'mine' ? [] : spot.theirs), ...(choice === 'theirs' ? [] : spot.mine)];
  });
  const paragraphs: TextRun[][] = [];
  for (const { runs, opens } of parts) {
    const last = paragraphs.at(-1);
    if (opens || !last) paragraphs.push([...runs]);
    else last.push({ text: ' ', sources: [] }, ...runs);
  }
  return paragraphs.map((runs) => asQuote(isQuote(runs), runs));
}
