import { KIN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { isVerb } from '#api/biography/writing/language/speech/word-classes.ts';
import { isStopWord, lemma } from '#api/biography/writing/language/words.ts';
import { bucketOf, type Features } from '#api/language/linear-model.ts';
import { clusterOf, rankOf } from '#api/language/word-vectors.ts';
import { denies, endsInComparison, isEditing, speaksOfTelling } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { isSpoken } from './self-repairs.ts';
import {
  articleOf,
  assertedThings,
  deniedThings,
  likenessOfThings,
  likeThing,
  nounsOf,
  thingsFramedAlike,
  thingsToldAs,
  thingsWith,
} from './things.ts';
import { alikeIn, isMeasureAndCount, sameKind, sameValue, sharesName, type Value } from './values.ts';

/** A sentence of this conversation or of the book that may be corrected later. */
export type CorrectableSentence = Pick<SaidSentence, 'chunks' | 'values' | 'text' | 'start'> & {
  /** The turn in which it was told; negative for sentences of the book. */
  turn: number;
  /** Values that were already corrected, in the same sentence or later. */
  settled: Value[];
};

/** Two values of one kind: the one told, and one of a later sentence that may replace it. */
export interface Pair<Sentence extends CorrectableSentence> {
  told: Sentence;
  old: Value;
  right: Value;
  by: SaidSentence;
}

/** The sentences before and after one, within the same turn. */
export interface NeighbouringSentences {
  before: SaidSentence | null;
  after: SaidSentence | null;
}

export const BUCKETS = 1 << 15;

/** The most values of one kind that are compared, the last told first. */
const NEAREST = 8;
/** The most sentences back in which a thing with the same article can be meant. */
const NEAREST_THINGS = 3;
/** A sentence that corrects something names at most this many things. */
const MOST_NAMED = 8;
/** The most words of a sentence that are read. */
const MOST_WORDS = 40;
/** In a sentence longer than this, no thing counts as the right one unless the wrong one is there too. */
const SHORT = 9;
/** Words more common than this rank are features themselves; others only as "told before" or "new". */
const COMMON = 160;

/** Pairs every value of a sentence with every earlier value that it could replace. */
export function pairsOf<Sentence extends CorrectableSentence>(
  by: SaidSentence,
  told: readonly Sentence[],
): Pair<Sentence>[] {
  if (by.values.length > MOST_NAMED || by.isQuoted) return [];
  return [
    ...by.values
      .filter((right) => !isDenied(by, right) && !isCompared(by, right))
      .flatMap((right) => nearest(told, right, by).map(({ one, old }) => ({ told: one, old, right, by }))),
    ...thingPairs(by, told),
  ];
}

/** "It was more like rain": what something is compared with doesn't replace it. */
function isCompared({ text, start }: SaidSentence, value: Value): boolean {
  return endsInComparison(
    text
      .slice(0, value.start - start)
      .trimEnd()
      .toLowerCase(),
  );
}

/** "Not fifty": a negated value is not the right one. */
export function isDenied({ chunks, text }: Pick<SaidSentence, 'chunks' | 'text'>, { start }: Value): boolean {
  const chunk = chunks.find((one) => one.start <= start && start < one.end);
  if (!chunk || text.endsWith('?')) return false;
  let at = chunk.starts.filter((one) => one < start).length - 1;
  while (at > 0 && LEADS.test(chunk.words[at] ?? '')) at -= 1;
  return denies(chunk.words[at] ?? '');
}

/** "The Locarno" is not a person. */
export function hasArticle(
  { text, start }: Pick<CorrectableSentence, 'text' | 'start'>,
  value: Value,
): boolean {
  return /\b(?:the|an?) $/i.test(text.slice(Math.max(0, value.start - start - 5), value.start - start));
}

/** Small words that can stand before a value. */
const LEADS = /^(?:in|at|on|to|from|the|a|an|my|our|his|her|their|at|outside|near|called)$/;

/** "The Philippines, then Guam" and "Guam, then the Philippines" differ only in their order. */
function areBothIn(told: CorrectableSentence, old: Value, right: Value, by: SaidSentence): boolean {
  return (
    right.kind === 'NAME' &&
    old !== right &&
    told.values.some((one) => isSame(one, right)) &&
    by.values.some((one) => isSame(one, old)) &&
    !by.chunks.some(({ words }) => words.some((word) => /^(?:not|no)$|n't$/.test(word)))
  );
}

function nearest<Sentence extends CorrectableSentence>(
  told: readonly Sentence[],
  right: Value,
  by: SaidSentence,
) {
  const found: { one: Sentence; old: Value }[] = [];
  for (let at = told.length - 1; at >= 0 && found.length < NEAREST; at -= 1) {
    const one = told[at] as Sentence;
    for (const old of one.values) {
      const isSame = sameValue(old, right) || (right.kind === 'NAME' && sharesName(old, right));
      if (
        sameKind(old, right) &&
        isLikely(old, right) &&
        !isSame &&
        !isSettled(one, old) &&
        !areBothIn(one, old, right, by)
      )
        found.push({ one, old });
    }
  }
  return found;
}

/** "Fifty-five" can replace 1954; "thirteen" is not a year; and a brother can't replace a mother. */
function isLikely(old: Value, right: Value): boolean {
  if (right.kind === 'KIN' && old.kind === 'KIN') {
    const [one, other] = [genderOf(old), genderOf(right)];
    return one === 'N' || other === 'N' || one === other;
  }
  if (isMeasureAndCount(old, right)) return false;
  // "Tenpence" gives way to another sum and to no other number.
  if (old.text.endsWith('pence') !== right.text.endsWith('pence')) return false;
  return (
    old.kind === right.kind || !/YEAR/.test(old.kind + right.kind) || old.key.at(-2) === right.key.at(-2)
  );
}

/** For "my mother's cousin" the cousin counts. */
function genderOf({ text }: Value): 'F' | 'M' | 'N' {
  const words = text
    .toLowerCase()
    .replace(/ of .*/, '')
    .split(/[\s-]+/);
  for (let from = 0; from < words.length; from += 1) {
    const found = KIN.get(relationOf(words.slice(from).join('-')) ?? '');
    if (found && !words.slice(from, -1).some((word) => /['’]s$/.test(word))) return found;
  }
  return 'N';
}

const length = ({ start, end }: Value) => end - start;
const overlaps = (one: Value, other: Value) => one.start < other.end && other.start < one.end;

function isSettled(told: CorrectableSentence, value: Value): boolean {
  return told.settled.some(({ start, end }) => start < value.end && value.start < end);
}

/**
 * Pairs of things, which have no kind: the wrong one is named beside the right one, is very similar, or stood in the
 * same words.
 */
function thingPairs<Sentence extends CorrectableSentence>(
  by: SaidSentence,
  told: readonly Sentence[],
): Pair<Sentence>[] {
  const near = told.slice(-NEAREST);
  const isTold = (thing: Value) => near.some((one) => thingsToldAs(thing, one).length > 0);
  const isSaidSo = ({ text }: Value) =>
    near.some(({ chunks }) => chunks.some(({ words }) => words.includes(text.toLowerCase())));
  const denied = by.chunks.flatMap(deniedThings).filter(isTold);
  const size = by.chunks.reduce((sum, { words }) => sum + words.length, 0);
  const isCued = announces(by);
  const echoed = size > MOST_WORDS ? [] : namedAgain(by, near).filter(isSaidSo).slice(0, MOST_ECHOED);
  const isLate = (one: Sentence) => near.slice(-NEAREST_THINGS).includes(one);
  const found: Pair<Sentence>[] = [];
  const add = (one: Sentence, old: Value, right: Value) => {
    const isPart = old.key.includes(right.key) || right.key.includes(old.key);
    if (isPart || isSettled(one, old) || isIn(denied, right)) return;
    // "I taught English" names no thing that is like teaching.
    if (thingsToldAs(old, by).some(({ text }) => isVerb(text.toLowerCase()))) return;
    if (
      found.some(
        (other) => other.told === one && other.right.start === right.start && overlaps(other.old, old),
      )
    )
      return;
    found.push({ told: one, old, right, by });
  };
  const rights =
    denied.length > 0 || echoed.length > 0 || size <= SHORT || isCued
      ? by.chunks
          .flatMap((chunk) => assertedThings(by, chunk))
          .filter((right) => !isTold(right) && !isCompared(by, right))
          .slice(0, 3)
      : [];
  for (const right of rights) {
    const article = articleOf(right, by);
    for (const one of near) {
      const olds =
        denied.length > 0
          ? denied.flatMap((thing) => thingsToldAs(thing, one))
          : [
              ...echoed
                .filter((thing) => !overlaps(thing, right))
                .flatMap((thing) => thingsToldAs(thing, one)),
              ...likeThing(right, one),
              ...(article && isLate(one) ? thingsWith(article, one) : []),
            ];
      for (const old of olds.toSorted((a, b) => length(b) - length(a))) add(one, old, right);
    }
  }
  if (denied.length === 0 && size <= MOST_FRAMED)
    for (const one of near.slice(-NEAREST_THINGS))
      for (const { right, old } of thingsFramedAlike(by, one).slice(0, 3))
        if (!isTold(right)) add(one, old, right);
  return found;
}

/** The most things that a sentence names again. */
const MOST_ECHOED = 4;
/** In longer sentences the same words before a thing mean nothing. */
const MOST_FRAMED = 16;

/** The things that a sentence, or the short one before it in the same turn, names again. */
function namedAgain(by: SaidSentence, told: readonly CorrectableSentence[]): Value[] {
  const last = told.at(-1);
  const isLead =
    last !== undefined &&
    last.turn === by.turn &&
    last.chunks.reduce((sum, { words }) => sum + words.length, 0) < 6;
  return [...by.chunks.flatMap(nounsOf), ...(isLead ? last.chunks.flatMap(deniedThings) : [])];
}

function isIn(things: readonly Value[], right: Value): boolean {
  return things.some((wrong) => overlaps(wrong, right));
}

/** The features of a pair: the words around both values, and how well the values fit together. */
export function featuresOfPair(
  pair: Pair<CorrectableSentence>,
  { before, after }: NeighbouringSentences,
  earlier: readonly CorrectableSentence[],
): Features {
  const { told, old, right, by } = pair;
  const signs = new Signs();
  const frame = frameAround(told, old);
  const here = shapeOf(by, pair, frame);
  signs.addRuns('', here);
  signs.addWords('', by);
  if (before) signs.addRuns('p', shapeOf(before, pair, frame).slice(0, 16), 0.6);
  if (after) signs.addRuns('n', shapeOf(after, pair, frame).slice(0, 12), 0.4);
  signs.add(`kind ${right.kind}`);
  signs.add(`turns ${Math.min(3, by.turn - told.turn)}`);
  if (told.turn < 0) signs.add('book');
  signs.add(`index ${Math.min(2, by.index)}`);
  signs.add(`announced ${before !== null && announces(before)}`, 1.5);
  signs.add(`edits ${announces(by)}`, 1.5);
  const shared = here.filter((word) => word === 's').length;
  const fresh = here.filter((word) => word === 'f').length;
  signs.add(`shared ${Math.min(3, shared)}`);
  signs.add(`fresh ${Math.min(6, fresh)}`);
  signs.add(`length ${Math.min(8, Math.ceil(here.length / 4))}`);
  signs.add(`wrong ${here.includes('W')} ${Boolean(before && mentions(before, old))}`, 1.5);
  signs.add(`spoken ${isSpoken(by)}`, 1.5);
  if (isAsked(by)) signs.add(`asked ${right.kind}`, 1.5);
  if (old.head !== null && right.head !== null) signs.add(`counts ${old.head === right.head}`, 1.5);
  if (right.kind === 'NAME') {
    signs.add(`alike ${alikeIn(right, old) !== null}`, 2);
    signs.add(`place ${isPlace(by, right)} ${isPlace(told, old)}`, 1.5);
  }
  if (right.kind === 'THING') signs.add(`like ${Math.round(likenessOfThings(right, old) * 4)}`);
  const about = [by, before]
    .flatMap((one) => one?.values ?? [])
    .filter((one) => one !== right && one.kind === 'NAME');
  signs.add(
    `named ${about.some((one) => told.values.some((other) => other !== old && isSame(other, one)))}`,
    1.5,
  );
  const led =
    before && announces(before) ? shapeOf(before, pair, frame).filter((sign) => sign === 's').length : 0;
  signs.add(`led ${Math.min(2, led)}`, 1.5);
  const isKnown = earlier.some(({ values }) =>
    values.some((one) => sameKind(one, right) && sameValue(one, right)),
  );
  signs.add(`known ${isKnown}`, 1.5);
  const between = earlier.slice(earlier.indexOf(told) + 1);
  signs.add(`last ${!between.some(({ values }) => values.some((one) => sameKind(one, right)))}`);
  signs.add(`alone ${told.values.filter((one) => sameKind(one, right)).length > 1}`);
  return signs.features();
}

/** Whether a sentence speaks about how something was told, or stops what was being said. */
export function announces({ chunks, corrects }: SaidSentence): boolean {
  return corrects || chunks.some(({ words }) => isEditing(words) || speaksOfTelling(words));
}

/** The features of a sentence beside a correction: whether it only speaks about that. */
export function featuresOfRemark(sentence: SaidSentence, pair: Pair<CorrectableSentence>): Features {
  const signs = new Signs();
  const shape = shapeOf(sentence, pair, frameAround(pair.told, pair.old));
  signs.addRuns('r', shape);
  signs.addWords('r', sentence);
  signs.add(`r fresh ${Math.min(6, shape.filter((word) => word === 'f').length)}`, 1.5);
  signs.add(`r length ${Math.min(8, Math.ceil(shape.length / 4))}`);
  signs.add(`r holds ${shape.includes('W')} ${shape.includes('R')}`, 1.5);
  signs.add(`r place ${Math.sign(sentence.index - pair.by.index)}`);
  return signs.features();
}

/** Whether a sentence names a value, or for a thing its word. */
export function mentions(sentence: SaidSentence, value: Value): boolean {
  return value.kind === 'THING'
    ? thingsToldAs(value, sentence).length > 0
    : sentence.values.some((one) => isSame(one, value));
}

export function isSame(one: Value, other: Value): boolean {
  return (
    sameKind(one, other) &&
    (sameValue(one, other) || (one.kind === 'NAME' && other.kind === 'NAME' && sharesName(one, other)))
  );
}

/** The content words of a told sentence except one value, and which of them stand next to it. */
function frameAround(told: CorrectableSentence, old: Value): ReadonlySet<string> {
  const own = told.chunks.flatMap(({ words }) => words).filter((word) => !isStopWord(word));
  return new Set(
    own
      .slice(0, 60)
      .map((word) => lemma(bare(word)))
      .filter((word) => word !== old.key),
  );
}

/**
 * A sentence as features of a correction: R for the right value, W for the wrong one, other values by kind,
 * common words as they are, and other words only as told before (s) or not (f).
 */
function shapeOf(
  sentence: SaidSentence,
  { old, right, by }: Pair<CorrectableSentence>,
  frame: ReadonlySet<string>,
): string[] {
  const shape: string[] = ['^'];
  const olds = old.kind === 'THING' ? thingsToldAs(old, sentence) : [];
  const isBy = sentence.messageId === by.messageId && sentence.start === by.start;
  for (const chunk of sentence.chunks) {
    if (shape.length > MOST_WORDS) break;
    if (shape.length > 1) shape.push(',');
    let last: Value | null = null;
    for (const [at, word] of chunk.words.entries()) {
      const start = chunk.starts[at] ?? 0;
      const value = [...chunk.values, ...olds, ...(isBy ? [right] : [])].findLast(
        (one) => one.start <= start && start < one.end,
      );
      if (value && value === last) continue;
      last = value ?? null;
      if (value) shape.push(signOf(value, old, right));
      else shape.push(signOfWord(word, frame));
    }
  }
  shape.push(/\?["”]?$/.test(sentence.text) ? '?' : '$');
  return shape;
}

function signOf(value: Value, old: Value, right: Value): string {
  if (value === right || isSame(value, right)) return 'R';
  if (value.kind === 'THING' || isSame(value, old)) return 'W';
  return sameKind(value, old) ? 'V' : `v${value.kind}`;
}

function signOfWord(word: string, frame: ReadonlySet<string>): string {
  const rank = rankOf(word);
  if (isStopWord(word) || rank === null || /'/.test(word) || (rank < COMMON && word.length < 6)) return word;
  return frame.has(lemma(bare(word))) ? 's' : 'f';
}

function bare(word: string): string {
  return word.replace(/'s$/, '');
}

/** Whether a preposition before it shows that a name is that of a place. */
export function isPlace({ chunks }: Pick<CorrectableSentence, 'chunks'>, value: Value): boolean {
  const chunk = chunks.find(({ start, end }) => start <= value.start && value.start < end);
  const at = (chunk?.starts.filter((start) => start < value.start).length ?? 0) - 1;
  const next = chunk?.words[chunk.starts.findIndex((start) => start >= value.end)];
  return /^(?:in|at|from|to|near|outside|of|for)$/.test(chunk?.words[at] ?? '') || next === 'where';
}

/** Whether the question before a turn asks for a number or a time, so that a bare one answers it. */
export function isAsked({ question, index }: SaidSentence): boolean {
  return (
    index === 0 &&
    /\b(?:when|how (?:many|much|old|long|far|big|tall|often)|(?:what|which) (?:year|day|month|date|time|age|number)|who|where|what was (?:his|her|the) name)\b/i.test(
      question,
    )
  );
}

/** Weighted features, hashed. */
class Signs {
  private readonly weights = new Map<number, number>();

  add(sign: string, weight = 1) {
    const bucket = bucketOf(sign, BUCKETS);
    this.weights.set(bucket, Math.max(this.weights.get(bucket) ?? 0, weight));
  }

  /** Adds runs of one to three features that are at the start or near one of the two values. */
  addRuns(prefix: string, shape: readonly string[], weight = 1) {
    const places = shape.flatMap((sign, at) => (sign === 'R' || sign === 'W' ? [at] : []));
    for (const [at, sign] of shape.entries()) {
      const isNear = at < 5 || places.some((place) => Math.abs(place - at) <= 6);
      if (!isNear) continue;
      this.add(`${prefix}1 ${sign}`, 0.5 * weight);
      if (at + 1 < shape.length) this.add(`${prefix}2 ${sign} ${shape[at + 1]}`, 0.8 * weight);
      if (at + 2 < shape.length)
        this.add(`${prefix}3 ${sign} ${shape[at + 1]} ${shape[at + 2]}`, 0.8 * weight);
      if (at + 3 < shape.length) this.add(`${prefix}4 ${shape.slice(at, at + 4).join(' ')}`, 0.6 * weight);
    }
  }

  /** Adds the words, and the clusters of similar words: for mistakes, for remembering, for saying. */
  addWords(prefix: string, { chunks }: { chunks: readonly SaidChunk[] }) {
    for (const word of chunks.flatMap(({ words }) => words).slice(0, MOST_WORDS)) {
      this.add(`${prefix}w ${lemma(bare(word))}`, 0.4);
      const cluster = clusterOf(word);
      if (cluster !== null) this.add(`${prefix}k ${cluster}`, 0.3);
    }
  }

  features(): Features {
    return { index: Int32Array.from(this.weights.keys()), value: Float32Array.from(this.weights.values()) };
  }
}
