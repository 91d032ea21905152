import { contentLemmas, lemma } from '#api/biography/writing/language/words.ts';
import { speaksOfTelling } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';

/** Two places in a sentence that change with each other; offsets count the message. */
export interface Swap {
  first: { start: number; end: number };
  second: { start: number; end: number };
}

const ORDER =
  /\b(?:order|backwards|backward|the other way (?:round|around|about)|the wrong way (?:round|around|about)|back to front|first|before|after|eldest|oldest|youngest)\b/;
const STOPS = /^(?:and|but|or|then|so|before|after|when|because|came|come|was|were|is|first|last|next)$/;

/** Whether a sentence says in which order things were. */
export function speaksOfOrder({ chunks }: SaidSentence): boolean {
  return ORDER.test(chunks.flatMap(({ words }) => words).join(' '));
}

/**
 * How an earlier sentence is put into the order that a remark gives: what the remark names first changes places with what
 * stood there first. Null when the two aren't both named in both, or when the order is the same.
 */
export function alignOrder(
  remark: SaidSentence,
  told: Pick<SaidSentence, 'chunks' | 'text' | 'start'>,
): Swap | null {
  const pieces = remark.chunks.filter(({ words }) => !speaksOfTelling(words));
  const words = pieces.flatMap(({ words: said }) => said);
  const names = contentLemmas(words.join(' ')).filter(
    (word) => !ORDER.test(word) && !/^(?:com|go|get|then)$/.test(word),
  );
  const said = told.chunks.flatMap((chunk) =>
    chunk.words.map((word, at) => ({ chunk, at, word: lemma(word) })),
  );
  const placeOf = (name: string) => said.findIndex(({ word }) => word === name);
  const known = [...new Set(names)].filter((name) => placeOf(name) >= 0);
  // "Post office" is one thing.
  const both = known.filter((name) => !known.some((other) => placeOf(other) === placeOf(name) - 1));
  if (both.length === 0) return null;
  const places = both.map(placeOf);
  if (both.length >= 2) {
    const [first, second] = wanted(words, both);
    const [a, b] = [places[both.indexOf(first)] ?? -1, places[both.indexOf(second)] ?? -1];
    if (
      a < 0 ||
      b < 0 ||
      a < b ===
        !reverses(
          said.map(({ word }) => word),
          a,
          b,
        )
    )
      return null;
    const [left, right] = [said[Math.min(a, b)], said[Math.max(a, b)]];
    if (!left || !right) return null;
    return { first: phraseAt(left.chunk, left.at), second: phraseAt(right.chunk, right.at) };
  }
  return null;
}

/** The two things in the order in which they were. */
function wanted(words: readonly string[], names: readonly string[]): [string, string] {
  const [one = '', other = ''] = names;
  const lemmas = words.map((word) => lemma(word));
  const between = words.slice(lemmas.indexOf(one), lemmas.indexOf(other));
  const later =
    between.includes('after') || (words.includes('first') && words.indexOf('first') > lemmas.indexOf(other));
  return later ? [other, one] : [one, other];
}

/** "B after A" tells them the other way round. */
function reverses(words: readonly string[], a: number, b: number): boolean {
  return words.slice(Math.min(a, b), Math.max(a, b)).includes('after');
}

/** The words that belong to a thing: "at the bakery on Delancey". */
function phraseAt(chunk: SaidChunk, at: number) {
  const { words, starts, text, start } = chunk;
  let from = at;
  while (
    from > 0 &&
    /^(?:the|a|an|my|our|his|her|their|little|old|at|in|on|to|big)$/.test(words[from - 1] ?? '')
  )
    from -= 1;
  let to = at;
  const capital = /^\p{Lu}/u.test(text.slice((starts[at] ?? start) - start));
  while (!capital && to + 1 < words.length && !STOPS.test(words[to + 1] ?? '')) to += 1;
  const end = (starts[to] ?? start) + (words[to]?.length ?? 0);
  return { start: starts[from] ?? chunk.start, end: Math.min(end, chunk.end) };
}
