import { isVerb, PREPOSITIONS } from '#api/biography/writing/language/speech/word-classes.ts';
import { contentLemmas, isStopWord, lemma } from '#api/biography/writing/language/words.ts';
import { isEditing, speaksOfTelling } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { sameKind, sameValue } from './values.ts';

/** Two spans of a sentence that trade places. Offsets are positions in the message. */
export interface Swap {
  first: { start: number; end: number };
  second: { start: number; end: number };
}

type Said = Pick<SaidSentence, 'chunks' | 'text' | 'start'>;
/** The most content words that a telling anew may leave out. */
const MOST_LOST = 3;

interface Place {
  chunk: SaidChunk;
  at: number;
  word: string;
}

const ORDER =
  /\b(?:order|backwards?|the other way (?:round|around|about)|other way (?:round|around|about)|(?:the )?wrong way (?:round|around|about)|back to front|first|before|after|eldest|oldest|youngest)\b/;
const REVERSED =
  /\b(?:other way (?:round|around|about)|wrong way (?:round|around|about)|back to front|backwards?|wrong order|(?:in )?reverse)\b/;
const STOPS = /^(?:and|but|or|then|so|before|after|when|because|came|come|was|were|is|first|last|next)$/;
const DETERMINER = /^(?:the|a|an|my|our|his|her|their|little|old|big)$/;

/** Whether a sentence says in which order things happened. */
export function speaksOfOrder({ chunks }: Pick<SaidSentence, 'chunks'>): boolean {
  return ORDER.test(chunks.flatMap(({ words }) => words).join(' '));
}

/**
 * The swap that puts an earlier sentence into the order of a remark; `RETOLD` when no swap can, since two people act in
 * it, and the remark tells it anew. Null when the two things aren't both named in both, or the order is the same.
 */
export function alignOrder(remark: Pick<SaidSentence, 'chunks'>, told: Said): Swap | 'RETOLD' | null {
  const words = remark.chunks.filter(({ words: said }) => !speaksOfTelling(said)).flatMap((one) => one.words);
  const said = placesOf(told.chunks);
  const placeOf = (name: string) => said.findIndex(({ word }) => word === name);
  const lemmas = contentLemmas(words.join(' '));
  const isNamed = (name: string) => placeOf(name) >= 0;
  const names = words.filter((word) => isThing(word)).map((word) => lemma(word));
  const named = [...new Set(names)].filter(isNamed);
  const isRetold = named.length < 2;
  // "I met her at the dance" and "I danced with her"
  const known = isRetold ? [...new Set(lemmas)].filter((name) => isNamed(name) && !ORDER.test(name)) : named;
  // "Post office" is one thing.
  const things = known.filter((name) => !known.some((other) => placeOf(other) === placeOf(name) - 1));
  const [one, other] = [things[0], things.at(-1)];
  if (!one || !other || one === other) return null;
  const [first, second] = wanted(words, [one, other]);
  const [a, b] = [placeOf(first), placeOf(second)];
  const isToldSo = a < b !== reverses(said, a, b);
  if (isToldSo) return null;
  const swap = isRetold ? null : swapOf(said, Math.min(a, b), Math.max(a, b));
  if (swap) return swap;
  // Told anew, the content words that stand only in the first telling are lost.
  const lost = contentLemmas(told.text).filter((word) => !isVerb(word) && !lemmas.includes(word));
  return lost.length <= MOST_LOST && words.some(isVerb) ? 'RETOLD' : null;
}

/**
 * "First his mother and then the caravan, no, the other way about": an order corrected in its own sentence.
 */
export function reorderWithin({
  chunks,
  text,
  start,
}: SaidSentence): { swap: Swap; from: number; to: number } | null {
  const at = chunks.findIndex(
    ({ words }, nth) => nth > 0 && words.length <= 9 && (REVERSED.test(words.join(' ')) || isEditing(words)),
  );
  if (at < 1) return null;
  let from = at;
  while (from > 1 && isEditing(chunks[from - 1]?.words ?? [])) from -= 1;
  const [told, rest] = [chunks.slice(0, from), chunks.slice(at)];
  const isSaid = rest.some(({ words }) => REVERSED.test(words.join(' ')));
  if (!isSaid && !rest.some(({ words }) => /\bfirst\b/.test(words.join(' ')))) return null;
  const remark = rest.filter(({ words }) => !isEditing(words) && !REVERSED.test(words.join(' ')));
  const end = (last: SaidChunk | undefined) => ({
    from: told.at(-1)?.end ?? start,
    to: Math.max(last?.end ?? 0, rest[0]?.end ?? 0, lastReversed(rest)),
  });
  for (let size = remark.length; size > 0; size -= 1) {
    const part = remark.slice(0, size);
    const isAbout = part.every(({ words }) => words.some((word) => isThing(word) && isIn(told, lemma(word))));
    const swap = isAbout ? alignOrder({ chunks: part }, { chunks: told, text, start }) : null;
    if (swap && swap !== 'RETOLD') return { swap, ...end(part.at(-1)) };
  }
  if (!isSaid) return null;
  const values = told.flatMap((chunk) => chunk.values);
  for (const [nth, one] of values.entries()) {
    const alike = values.slice(nth + 1).filter((value) => sameKind(value, one) && !sameValue(value, one));
    const [other, third] = alike;
    if (other && !third) return { swap: { first: one, second: other }, ...end(undefined) };
  }
  return null;
}

function lastReversed(chunks: readonly SaidChunk[]): number {
  return chunks.findLast(({ words }) => REVERSED.test(words.join(' ')))?.end ?? 0;
}

function isIn(chunks: readonly SaidChunk[], name: string): boolean {
  return placesOf(chunks).some(({ word }) => word === name);
}

function placesOf(chunks: readonly SaidChunk[]): Place[] {
  return chunks.flatMap((chunk) => chunk.words.map((word, at) => ({ chunk, at, word: lemma(word) })));
}

/** Whether a word names something that can come first. */
function isThing(word: string): boolean {
  return (
    !isStopWord(word) && !ORDER.test(word) && !isVerb(word) && !/^(?:then|next|last|later|now)$/.test(word)
  );
}

/** Whether a piece only says that the order was another: "it was the other way around". */
export function onlyReverses(words: readonly string[]): boolean {
  return (
    REVERSED.test(words.join(' ')) &&
    !words.some(
      (word) =>
        isThing(word) &&
        !REVERSED.test(word) &&
        !/^(?:way|other|round|around|about|order|actually)$/.test(word),
    )
  );
}

/** The two things in the right order. */
function wanted(words: readonly string[], [one, other]: [string, string]): [string, string] {
  const lemmas = words.map((word) => lemma(word));
  const between = words.slice(lemmas.indexOf(one), lemmas.indexOf(other));
  const isLater =
    isAfter(between) || (words.includes('first') && words.indexOf('first') > lemmas.indexOf(other));
  return isLater ? [other, one] : [one, other];
}

/** "B after A" tells them in reverse; "A, and after that B" doesn't. */
function reverses(said: readonly Place[], a: number, b: number): boolean {
  return isAfter(said.slice(Math.min(a, b), Math.max(a, b)).map(({ word }) => word));
}

function isAfter(words: readonly string[]): boolean {
  const at = words.indexOf('after');
  return at >= 0 && at < words.length - 1 && !/^(?:it|that|this|them|ward|and)$/.test(words[at + 1] ?? '')
    ? true
    : at === words.length - 1 && at >= 0;
}

function swapOf(said: readonly Place[], a: number, b: number): Swap | null {
  const [left, right] = [said[a], said[b]];
  if (!left || !right) return null;
  // "We bought the house and then Carl got on at NCR", "we had the Mass and went to the cemetery": two actions can't be
  // reordered by swapping their objects.
  const [doing, laterDoing] = [lastDoing(said.slice(0, a)), lastDoing(said.slice(a + 1, b))];
  if (doing && laterDoing && doing.by !== laterDoing.by) return null;
  // "I was in the laundry and then I went to the cannery" names two places.
  const arePlaces = [left, right].every((place) => {
    const { preposition } = phraseAt(place);
    return preposition !== null && /^(?:in|at|to)$/.test(wordFrom(place.chunk, preposition));
  });
  if (doing && laterDoing && doing.verb !== laterDoing.verb && !arePlaces) return null;
  // "We bought the shop and then Edgar came home": one is what was done, the other who did something.
  const [one, other] = [phraseAt(left), phraseAt(right)];
  const act = ({ chunk }: Place, { end }: { end: number }) => {
    const next = chunk.words[chunk.starts.filter((start) => start < end).length];
    return isVerb(next) ? next : undefined;
  };
  const laterAct = act(right, other);
  if (laterAct !== undefined && act(left, one) !== laterAct) return null;
  // "With his mother and then in the caravan": without a verb between them, each keeps its preposition.
  const between = said.slice(a + 1, b).map(({ chunk, at }) => chunk.words[at] ?? '');
  const isBare = !between.some(
    (word) => isVerb(word) || /^(?:was|were|had|went|i|we|he|she|they)$/.test(word),
  );
  if (isBare && one.preposition !== null && other.preposition !== null)
    return {
      first: { start: one.preposition, end: one.end },
      second: { start: other.preposition, end: other.end },
    };
  return { first: one, second: other };
}

function wordFrom({ words, starts }: SaidChunk, start: number): string {
  return words[starts.indexOf(start)] ?? '';
}

/** The last verb among some words, and the word before it, which names its subject; null without a verb. */
function lastDoing(places: readonly Place[]): { verb: string; by: string } | null {
  const at = places.findLastIndex(({ chunk, at: nth }) => isVerb(chunk.words[nth] ?? ''));
  const [verb, by = ''] = [places[at]?.word, places[at - 1]?.word];
  return verb ? { verb, by: STOPS.test(by) ? '' : by } : null;
}

/**
 * The words that belong to a thing: "the bakery on Delancey"; and the position of its preposition, if any.
 */
function phraseAt({ chunk, at }: Place) {
  const { words, starts, text, start } = chunk;
  const isCapital = (nth: number) =>
    starts[nth] !== undefined && /^\p{Lu}/u.test(text.slice((starts[nth] ?? start) - start));
  let from = at;
  while (
    from > 0 &&
    (DETERMINER.test(words[from - 1] ?? '') || (isCapital(at) && isCapital(from - 1) && from > 1))
  )
    from -= 1;
  let to = at;
  while (
    to + 1 < words.length &&
    !STOPS.test(words[to + 1] ?? '') &&
    (isCapital(at) ? isCapital(to + 1) : !isVerb(words[to + 1] ?? ''))
  )
    to += 1;
  const end = Math.min((starts[to] ?? start) + (words[to]?.length ?? 0), chunk.end);
  const preposition = PREPOSITIONS.has(words[from - 1] ?? '') ? (starts[from - 1] ?? null) : null;
  return { start: starts[from] ?? start, end, preposition };
}
