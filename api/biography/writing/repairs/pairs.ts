import { KIN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { isStopWord, lemma } from '#api/biography/writing/language/words.ts';
import { bucketOf, type Features } from '#api/language/linear-model.ts';
import { clusterOf, rankOf } from '#api/language/word-vectors.ts';
import { isEditing, ownWords, speaksOfTelling } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { isSpoken } from './self-repairs.ts';
import {
  assertedThings,
  deniedThings,
  likenessOfThings,
  likeThing,
  namedThings,
  thingsToldAs,
} from './things.ts';
import { alikeIn, sameKind, sameValue, sharesName, type Value } from './values.ts';

/** A sentence in which something was told that may be put right later: of this conversation, or of the book. */
export type Told = Pick<SaidSentence, 'chunks' | 'values' | 'text' | 'start'> & {
  /** Which turn it was told in; below zero for what stands in the book. */
  turn: number;
  /** Values that were put right already, within the sentence or later. */
  settled: Value[];
};

/** Two values of one kind: what was told, and what a later sentence may put in its place. */
export interface Pair<Sentence extends Told> {
  told: Sentence;
  old: Value;
  right: Value;
  by: SaidSentence;
}

/** The sentences around one, as far as they are of the same turn. */
export interface Around {
  before: SaidSentence | null;
  after: SaidSentence | null;
}

export const BUCKETS = 1 << 15;

/** So many values of one kind are looked through, the last told first. */
const NEAREST = 8;
/** Who puts something right names few things. */
const MOST_NAMED = 8;
/** So many things that are named again are taken for what may be wrong. */
const MOST_AGAIN = 4;
/** Words of a sentence that are read. */
const MOST_WORDS = 40;
/** Of a sentence so long no thing is taken for the right one, unless the wrong one stands in it. */
const SHORT = 9;
/** Words up to here are read as they are; the others only as "told before" or "new". */
const COMMON = 160;

/** Every value of a sentence beside every earlier one that it could stand for. */
export function pairsOf<Sentence extends Told>(
  by: SaidSentence,
  told: readonly Sentence[],
  before: SaidSentence | null = null,
): Pair<Sentence>[] {
  if (by.values.length > MOST_NAMED || by.isQuoted) return [];
  return [
    ...by.values
      .filter((right) => !isDenied(by, right))
      .flatMap((right) => nearest(told, right, by).map(({ one, old }) => ({ told: one, old, right, by }))),
    ...thingPairs(by, told, before),
  ];
}

/** So many pieces of one sentence are looked at for what is put right in it. */
const MOST_PIECES = 16;

/**
 * What a sentence may put right in itself: its pieces up to one place are read as what was told, and those behind it as
 * a remark on them.
 */
export function pairsWithin(sentence: SaidSentence): Pair<SaidSentence & Told>[] {
  const { chunks } = sentence;
  if (chunks.length < 2 || chunks.length > MOST_PIECES || sentence.isQuoted) return [];
  return chunks.slice(1).flatMap((_, nth) => {
    const [told, by] = [partOf(sentence, 0, nth + 1), partOf(sentence, nth + 1)];
    return pairsOf(by, [{ ...told, settled: [] }]).filter((pair) => remarkStart(sentence, pair) === nth + 1);
  });
}

function partOf(sentence: SaidSentence, from: number, to?: number): SaidSentence {
  const chunks = sentence.chunks.slice(from, to);
  const isIn = ({ start }: Value) => chunks.some((one) => one.start <= start && start < one.end);
  return { ...sentence, chunks, values: sentence.values.filter(isIn) };
}

/** The piece with which a remark begins: the one with the right value, or those before it that only lead to that. */
function remarkStart({ chunks }: SaidSentence, { old, right }: Pick<Pair<Told>, 'old' | 'right'>): number {
  const pieceOf = ({ start }: Value) => chunks.findIndex((one) => one.start <= start && start < one.end);
  const [first, last] = [pieceOf(old), pieceOf(right)];
  let at = last;
  while (at - 1 > first && leadsToRight(chunks[at - 1] as SaidChunk, old)) at -= 1;
  return at;
}

function leadsToRight({ words, values }: SaidChunk, old: Value): boolean {
  return (
    isEditing(words) ||
    speaksOfTelling(words) ||
    values.some((value) => isSame(value, old)) ||
    ownWords(words, values).length === 0
  );
}

/** "Not fifty": what is denied is not what was right. */
function isDenied({ chunks, text }: SaidSentence, { start }: Value): boolean {
  const chunk = chunks.find((one) => one.start <= start && start < one.end);
  if (!chunk || text.endsWith('?')) return false;
  let at = chunk.starts.filter((one) => one < start).length - 1;
  while (at > 0 && LEADS.test(chunk.words[at] ?? '')) at -= 1;
  return /^(?:not|never|wasn't|weren't|isn't)$/.test(chunk.words[at] ?? '');
}

/** "The Locarno" is no person. */
function hasArticle({ text, start }: Pick<Told, 'text' | 'start'>, value: Value): boolean {
  return /\b(?:the|an?) $/i.test(text.slice(Math.max(0, value.start - start - 5), value.start - start));
}

/** Small words before a value. */
const LEADS = /^(?:in|at|on|to|from|the|a|an|my|our|his|her|their|at|outside|near|called)$/;

function nearest<Sentence extends Told>(told: readonly Sentence[], right: Value, by: SaidSentence) {
  const found: { one: Sentence; old: Value }[] = [];
  for (let at = told.length - 1; at >= 0 && found.length < NEAREST; at -= 1) {
    const one = told[at] as Sentence;
    for (const old of one.values) {
      if (right.kind === 'NAME' && hasArticle(one, old) !== hasArticle(by, right)) continue;
      const isSame = sameValue(old, right) || (right.kind === 'NAME' && sharesName(old, right));
      if (sameKind(old, right) && isLikely(old, right) && !isSame && !isSettled(one, old))
        found.push({ one, old });
    }
  }
  return found;
}

/** "Fifty-five" can stand for 1954; "thirteen" is no year; and a brother for no mother. */
function isLikely(old: Value, right: Value): boolean {
  if (right.kind === 'KIN' && old.kind === 'KIN') {
    const [one, other] = [genderOf(old), genderOf(right)];
    return one === 'N' || other === 'N' || one === other;
  }
  return (
    old.kind === right.kind || !/YEAR/.test(old.kind + right.kind) || old.key.at(-2) === right.key.at(-2)
  );
}

/** Of "my mother's cousin" the cousin counts. */
function genderOf({ text }: Value): 'F' | 'M' | 'N' {
  const words = text.toLowerCase().split(/[\s-]+/);
  for (let from = 0; from < words.length; from += 1) {
    const found = KIN.get(relationOf(words.slice(from).join('-')) ?? '');
    if (found && !words.slice(from, -1).some((word) => /['’]s$/.test(word))) return found;
  }
  return 'N';
}

function isSettled(told: Told, value: Value): boolean {
  return told.settled.some(({ start, end }) => start < value.end && value.start < end);
}

/** Things have no kind: the wrong one is named again beside the right one, or is very like it. */
function thingPairs<Sentence extends Told>(
  by: SaidSentence,
  told: readonly Sentence[],
  before: SaidSentence | null,
): Pair<Sentence>[] {
  const near = told.slice(-NEAREST);
  const isTold = (thing: Value) => near.some((one) => thingsToldAs(thing, one).length > 0);
  const denied = by.chunks.flatMap(deniedThings).filter(isTold);
  const again = [by, ...(before ? [before] : [])]
    .flatMap(({ chunks }) => chunks.flatMap(namedThings))
    .filter((thing) => !denied.some(({ key }) => key === thing.key) && isTold(thing))
    .slice(0, MOST_AGAIN);
  const wrongs = [...denied, ...again];
  const length = by.chunks.reduce((sum, { words }) => sum + words.length, 0);
  const rights = by.chunks
    .flatMap((chunk) => assertedThings(by, chunk))
    .filter(
      (right, at, all) =>
        !denied.some((wrong) => wrong.start < right.end && right.start < wrong.end) &&
        !wrongs.some(({ key }) => key === right.key) &&
        all.findIndex(({ start }) => start === right.start) === at,
    );
  return rights.slice(0, 3).flatMap((right) =>
    near.flatMap((one) => {
      const olds = [
        ...wrongs.flatMap((thing) => thingsToldAs(thing, one)),
        ...(denied.length === 0 && length <= SHORT ? likeThing(right, one) : []),
      ];
      return olds
        .filter(
          (old, at) =>
            old.key !== right.key &&
            !isSettled(one, old) &&
            olds.findIndex(({ start }) => start === old.start) === at,
        )
        .map((old) => ({ told: one, old, right, by }));
    }),
  );
}

/** The signs of one pair: how the sentence speaks around both values, and how they fit together. */
export function featuresOfPair(
  pair: Pair<Told>,
  { before, after }: Around,
  earlier: readonly Told[],
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
  signs.add(`announced ${before !== null && soundsLikeRemark(before)}`, 1.5);
  signs.add(`edits ${soundsLikeRemark(by)}`, 1.5);
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
    before && soundsLikeRemark(before)
      ? shapeOf(before, pair, frame).filter((sign) => sign === 's').length
      : 0;
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

/** Whether the same sentence, the one before it or the one after it names the wrong value again, and how. */
function whereNamed({ by, old }: Pair<Told>, { before, after }: Around): string {
  const isDeniedIn = (one: SaidSentence) =>
    one.values.some((value) => isSame(value, old) && isDenied(one, value));
  if (mentions(by, old)) return isDeniedIn(by) ? 'denied' : 'beside';
  if (before && mentions(before, old)) return isDeniedIn(before) ? 'denied before' : 'before';
  return after && mentions(after, old) ? 'after' : 'nowhere';
}

/** What holds of a pair whatever the phrasing, each as one of a few words. */
export function signsOfPair(
  pair: Pair<Told>,
  around: Around,
  earlier: readonly Told[],
): Record<string, string> {
  const { told, old, right, by } = pair;
  const { before, after } = around;
  const frame = frameAround(told, old);
  const own = (one: SaidSentence | null) => one?.chunks.flatMap(({ words }) => words) ?? [];
  const shared = (words: readonly string[]) =>
    new Set(words.map((word) => lemma(bare(word))).filter((word) => frame.has(word) && !isStopWord(word)))
      .size;
  const isSaid = (one: SaidSentence | null) => one !== null && soundsLikeRemark(one);
  const place = by.turn === told.turn ? (by.start === told.start ? 'within' : 'turn') : 'later';
  const between = earlier.slice(earlier.indexOf(told) + 1);
  const led = wordBefore(by, right);
  return {
    named: whereNamed(pair, around),
    again: `${Math.min(2, shared([...own(before), ...own(by), ...own(after)]))}`,
    here: `${Math.min(2, shared(own(by)))}`,
    announced: `${isSaid(by)} ${isSaid(before)}`,
    kind: right.kind,
    place: place === 'later' ? `later ${Math.min(3, by.turn - told.turn)}` : place,
    counts: old.head === null || right.head === null ? 'none' : `${old.head === right.head}`,
    alike: right.kind === 'NAME' ? `${alikeIn(right, old) !== null}` : 'none',
    like: right.kind === 'THING' ? `${Math.round(likenessOfThings(right, old) * 3)}` : 'none',
    asked: `${isAsked(by)}`,
    spoken: `${isSpoken(by)}`,
    opens: `${right.start <= (by.chunks[0]?.start ?? 0) + 12}`,
    copula: `${/^(?:was|were|is|be|been|meant|'s|it's|that's|he's|she's|called|named|say|said|rather|no|not)$/.test(led)}`,
    alone: `${told.values.filter((one) => sameKind(one, right)).length}`.slice(0, 1),
    last: `${!between.some(({ values }) => values.some((one) => sameKind(one, right)))}`,
    known: `${earlier.some(({ values }) => values.some((one) => sameKind(one, right) && sameValue(one, right)))}`,
    rivals: `${Math.min(2, by.values.filter((one) => one !== right && sameKind(one, right) && !isSame(one, old) && !isSame(one, right)).length)}`,
    length: `${Math.min(4, Math.ceil(own(by).length / 6))}`,
    times: `${Math.min(2, by.values.filter((one) => isSame(one, right)).length)}`,
  };
}

/** The last word before a value that isn't small. */
function wordBefore({ chunks }: SaidSentence, value: Value): string {
  const chunk = chunks.find((one) => one.start <= value.start && value.start < one.end);
  let at = (chunk?.starts.filter((one) => one < value.start).length ?? 0) - 1;
  while (at > 0 && LEADS.test(chunk?.words[at] ?? '')) at -= 1;
  return chunk?.words[at] ?? '';
}

/** Whether a sentence speaks of how something was told, or stops what was said. */
export function announces(sentence: SaidSentence): boolean {
  return sentence.corrects || soundsLikeRemark(sentence);
}

/** The same by its words alone. */
function soundsLikeRemark({ chunks }: Pick<SaidSentence, 'chunks'>): boolean {
  return chunks.some(({ words }) => isEditing(words) || speaksOfTelling(words));
}

/** The signs of a sentence beside what is put right: whether it only speaks of that. */
export function featuresOfRemark(sentence: SaidSentence, pair: Pair<Told>): Features {
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

function isSame(one: Value, other: Value): boolean {
  return (
    sameKind(one, other) &&
    (sameValue(one, other) || (one.kind === 'NAME' && other.kind === 'NAME' && sharesName(one, other)))
  );
}

/** The words of a told sentence beside one value, and which of them stand right around it. */
function frameAround(told: Told, old: Value): ReadonlySet<string> {
  const own = told.chunks.flatMap(({ words }) => words).filter((word) => !isStopWord(word));
  return new Set(
    own
      .slice(0, 60)
      .map((word) => lemma(bare(word)))
      .filter((word) => word !== old.key),
  );
}

/**
 * A sentence as it puts right: R the right value, W the wrong one, other values by their kind, common words as they are,
 * and of all others only whether they were told before (s) or not (f).
 */
function shapeOf(
  sentence: SaidSentence,
  { old, right, by }: Pair<Told>,
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

function isPlace({ chunks }: Pick<Told, 'chunks'>, value: Value): boolean {
  const chunk = chunks.find(({ start, end }) => start <= value.start && value.start < end);
  const at = (chunk?.starts.filter((start) => start < value.start).length ?? 0) - 1;
  return /^(?:in|at|from|to|near|outside|of|for)$/.test(chunk?.words[at] ?? '');
}

/** Whether the question before a turn asks for a number or a time, so that a bare one answers it. */
function isAsked({ question, index }: SaidSentence): boolean {
  return (
    index === 0 &&
    /\b(?:when|how (?:many|much|old|long|far|big|tall|often)|(?:what|which) (?:year|day|month|date|time|age|number)|who|where|what was (?:his|her|the) name)\b/i.test(
      question,
    )
  );
}

/** Weighted signs, hashed. */
class Signs {
  private readonly weights = new Map<number, number>();

  add(sign: string, weight = 1) {
    const bucket = bucketOf(sign, BUCKETS);
    this.weights.set(bucket, Math.max(this.weights.get(bucket) ?? 0, weight));
  }

  /** One to three signs in a row, as far as they stand at the start or near one of the two values. */
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

  /** The words themselves, and the words that are like them: of mistakes, of remembering, of saying. */
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
