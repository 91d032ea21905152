import { contentLemmas, lemma } from '#api/biography/writing/language/words.ts';
import { editingStart, isEditing, saysWrong, speaksOfTelling } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { isSpoken } from './self-repairs.ts';
import { sameKind, sameValue, type Value } from './values.ts';

/** A sentence in which something was told that may be put right later: of this conversation, or of the book. */
export type Told = Pick<SaidSentence, 'chunks' | 'values' | 'text' | 'start'> & {
  /** How long ago it was told: turns since, or a great many for what stands in the book. */
  turn: number;
  /** Values that were put right already, within the sentence or later. */
  settled: Value[];
};

/** Which value of which sentence is put right, and by which. */
export interface Correction<Sentence extends Told> {
  told: Sentence;
  old: Value;
  right: Value;
  /** The words of the remark that hold the right value. */
  by: SaidSentence;
}

/** Small words that say nothing of what a remark is about. */
const ABOUT_NOTHING = new Set(
  `name call year time date number place say tell mean give gave put get thing way one day before earlier now just then right wrong mistake actually
  really sorry mix order backward always never fact matter remember forget think know make come go old little way first last be have do`
    .split(/\s+/)
    .map(lemma),
);
const COPULA = /^(?:was|were|is|be|been|it's|he's|she's|that's|they're|called|named|it'd|he'd|she'd)$/;
const NEGATION = /^(?:not|never|no|isn't|wasn't|weren't|aren't|didn't|don't)$/;

const MISTAKE =
  /\b(?:wrong|mistake|backwards?|mixed|misspoke|correct|correction|put (?:it|you|that) (?:right|straight))\b/;

/** What a sentence says about an earlier one: whether it puts something right, and how that is known. */
export interface Remark {
  /** The reading says so, or the words speak of the telling and say that it was wrong. */
  isSure: boolean;
  /** Words of the remark and the remarks before it, without values: what it is about. */
  about: string[];
  /** Whether it is asked about when it can't be settled. */
  isPlain: boolean;
  /** Values that it names as those that were wrong. */
  wrong: Value[];
}

/** Whether a sentence begins by putting right: "No, it was 1952", "Eleven.", "Philomena, I mean.". */
export function opensRemark({ chunks, values }: SaidSentence): boolean {
  const [first, second] = chunks;
  if (!first) return false;
  if (isEditing(first.words) || editingStart(first.words) > 1) return values.length > 0;
  return Boolean(second) && isEditing(second?.words ?? []) && isBare(first);
}

/** Whether a piece is a value and nothing else. */
export function isBare({ words, values }: SaidChunk): boolean {
  const [value] = values;
  return (
    value !== undefined &&
    words.length <= value.text.split(/[\s-]+/).length + 2 &&
    ownWords(words, values).length === 0
  );
}

/** Reads a sentence as a remark about what was told; null where it only tells. */
export function readRemark(
  sentence: SaidSentence,
  told: readonly Told[],
  before: Remark | null,
): Remark | null {
  if (sentence.isQuoted || isSpoken(sentence)) return null;
  const words = sentence.chunks.flatMap((chunk) => chunk.words);
  const wrong = sentence.chunks.flatMap((chunk, at) =>
    chunk.values.filter(
      (value) => isTakenBack(sentence, chunk, at, value) && told.some((one) => holds(one, value)),
    ),
  );
  const speaks = sentence.chunks.some((chunk) => speaksOfTelling(chunk.words)) || speaksOfTelling(words);
  const opens = opensRemark(sentence);
  const bare =
    sentence.index === 0 && sentence.chunks.length === 1 && isBare(sentence.chunks[0] as SaidChunk);
  if (!sentence.corrects && !speaks && !opens && !bare && wrong.length === 0 && !before) return null;
  const isSure =
    sentence.corrects || (speaks && (saysWrong(words) || wrong.length > 0)) || Boolean(before?.isSure);
  return {
    isSure,
    isPlain: sentence.corrects || (speaks && MISTAKE.test(words.join(' '))),
    about: [
      ...(before?.about ?? []),
      ...ownWords(words, []),
      ...sentence.values.filter(({ kind }) => kind === 'NAME').map(({ key }) => key),
    ],
    wrong: [...(before?.wrong ?? []), ...wrong],
  };
}

/** "It wasn't Sultan", "not my aunt", "did I say Leeds": the value is taken back, or named as what was said. */
function isTakenBack(sentence: SaidSentence, chunk: SaidChunk, at: number, value: Value): boolean {
  const lead = chunk.words.slice(0, chunk.starts.filter((start) => start < value.start).length);
  if (lead.slice(-5).some((word) => NEGATION.test(word))) return true;
  if (
    /\b(?:i|i've|you've) (?:said|say|tell you|call|told you|called (?:him|her|it|them)|gave you|put|wrote|been saying|have it)\b/.test(
      lead.join(' '),
    )
  )
    return true;
  const previous = sentence.chunks[at - 1]?.words ?? [];
  return (
    lead.length === 0 && /\b(?:what did i (?:say|tell|call)|did i (?:say|tell))\b/.test(previous.join(' '))
  );
}

function holds({ values }: Told, value: Value): boolean {
  return values.some((one) => sameKind(one, value) && sameValue(one, value));
}

/**
 * What a remark puts right: each value that it asserts stands against the one of its kind that was told of the same. It
 * answers only what is sure.
 */
export function alignRemark<Sentence extends Told>(
  sentence: SaidSentence,
  remark: Remark,
  told: readonly Sentence[],
  { isLongAgo = false, isDone = false } = {},
): Correction<Sentence>[] {
  const found: Correction<Sentence>[] = [];
  for (const chunk of sentence.chunks) {
    for (const right of chunk.values) {
      if (!isAsserted(sentence, chunk, right, remark) && !standsInSlot(chunk, right, told)) continue;
      // "Bernadette is my daughter-in-law": it says who that is, and puts nothing right.
      if (isDone && !isThin(sentence, chunk, right, told)) continue;
      const match = bestMatch(sentence, chunk, right, remark, told, isLongAgo);
      if (match && !found.some(({ old }) => old === match.old)) found.push({ ...match, right, by: sentence });
    }
  }
  return found;
}

/** Whether a sentence after a remark still only puts right: short, of the value itself, or in the words that were told. */
function isThin(sentence: SaidSentence, chunk: SaidChunk, value: Value, told: readonly Told[]): boolean {
  if (
    told.some((one) =>
      one.settled.some((old) =>
        sentence.values.some((other) => other !== value && sameKind(old, other) && sameValue(old, other)),
      ),
    )
  )
    return false;
  if (isBare(chunk)) return true;
  return standsInSlot(chunk, value, told);
}

/** Whether a value stands between the same words as one of its kind that was told. */
function standsInSlot(chunk: SaidChunk, value: Value, told: readonly Told[]): boolean {
  return told.some((one) =>
    one.values.some(
      (old) =>
        sameKind(old, value) &&
        sharedSlot(
          chunk,
          value,
          one.chunks.find(({ values }) => values.includes(old)),
          old,
        ) > 0,
    ),
  );
}

/** Whether a value is said to be so: alone, after "was", or as what the sentence is about. */
function isAsserted(sentence: SaidSentence, chunk: SaidChunk, value: Value, remark: Remark): boolean {
  if (
    remark.wrong.some((one) => one.start === value.start || (sameKind(one, value) && sameValue(one, value)))
  )
    return false;
  const at = chunk.starts.filter((start) => start < value.start).length;
  const lead = chunk.words.slice(0, at);
  if (lead.some((word) => NEGATION.test(word)) && !/\bbut\b/.test(lead.join(' '))) return false;
  if (speaksOfTelling(chunk.words) && value.kind === 'NUMBER') return false;
  if (isBare(chunk)) return true;
  const copula = lead.findLastIndex((word) => COPULA.test(word) || /'s$/.test(word));
  if (
    copula >= 0 &&
    at - copula <= 4 &&
    !lead.slice(copula + 1).some((word) => ownWords([word], []).length > 0)
  )
    return true;
  if (at === 0 || lead.every((word) => /^(?:and|but|so|the|my|our|then|no|in|at)$/.test(word)))
    return sentence.corrects || remark.isSure;
  return (
    sentence.corrects ||
    remark.wrong.some((one) => sameKind(one, value)) ||
    /\b(?:meant|mean|should|rather)\b/.test(chunk.words.join(' '))
  );
}

interface Match<Sentence> {
  told: Sentence;
  old: Value;
  score: number;
}

function bestMatch<Sentence extends Told>(
  sentence: SaidSentence,
  chunk: SaidChunk,
  right: Value,
  remark: Remark,
  told: readonly Sentence[],
  isLongAgo: boolean,
): Match<Sentence> | null {
  const explicit = remark.wrong.filter((one) => sameKind(one, right));
  const matches: Match<Sentence>[] = [];
  for (const one of told) {
    for (const old of one.values) {
      if (!sameKind(old, right) || sameValue(old, right) || one.settled.includes(old)) continue;
      const named = explicit.some((wrong) => sameValue(wrong, old));
      if (explicit.length > 0 && !named) continue;
      // What was told already is only said again, unless it stands in the very same words.
      const known = told.some((other) =>
        other.values.some((value) => value !== old && sameKind(value, right) && sameValue(value, right)),
      );
      const clause = one.chunks.find(({ values }) => values.includes(old));
      if (known && sharedSlot(chunk, right, clause, old) === 0) continue;
      matches.push({ told: one, old, score: scoreOf(sentence, chunk, right, remark, one, old) });
    }
  }
  if (matches.length === 0) return null;
  const own = ownWords(chunk.words, chunk.values);
  const best = matches.reduce((a, b) => (b.score >= a.score ? b : a));
  const rivals = matches.filter(({ score, old }) => score > best.score - 1 && !sameValue(old, best.old));
  if (isLongAgo && best.score < (explicit.length > 0 ? 1 : 4)) return null;
  if (explicit.length > 0) return best.score >= 0 ? best : null;
  if (best.score >= 2 || isLongAgo) return rivals.some(({ score }) => score === best.score) ? null : best;
  // Nothing tells which is meant but that it is the last one, and the only one.
  const last = told.at(-1);
  const near = matches.filter(({ told: one }) => last !== undefined && last.turn - one.turn <= 1);
  const only = near.length > 0 && near.every(({ old }) => sameValue(old, near[0]?.old as Value));
  const plain = right.kind !== 'NUMBER' && (right.kind !== 'KIN' || remark.isSure);
  return only && plain && own.length === 0 ? (near.at(-1) ?? null) : null;
}

/** How surely two values are said of the same thing: by the words around them, what is counted, and how long ago it was. */
function scoreOf(
  sentence: SaidSentence,
  chunk: SaidChunk,
  right: Value,
  remark: Remark,
  told: Told,
  old: Value,
): number {
  const clause = told.chunks.find(({ values }) => values.includes(old));
  const here = new Set(ownWords(clause?.words ?? [], []));
  const around = new Set(contentLemmas(told.text));
  const own = ownWords(chunk.words, [right]);
  let score = 3 * sharedSlot(chunk, right, clause, old);
  score += 2 * Math.min(2, own.filter((word) => here.has(word)).length);
  score += Math.min(2, remark.about.filter((word) => here.has(word)).length) * 2;
  score += Math.min(2, remark.about.filter((word) => !here.has(word) && around.has(word)).length);
  if (right.head !== null && old.head !== null) score += right.head === old.head ? 3 : -3;
  if (right.kind === 'NAME' && alike(right.key, old.key)) score += 3;
  if (own.length > 0 && score <= 0) score -= 2;
  const names = sentence.values.filter(({ kind, key }) => kind === 'NAME' && key !== right.key);
  if (
    names.some(({ key }) => told.values.some((one) => one.kind === 'NAME' && one.key === key && one !== old))
  )
    score += 2;
  return score;
}

/** Whether the words beside both values are the same: "the mill shut in" 1980 and 1981. */
function sharedSlot(chunk: SaidChunk, right: Value, clause: SaidChunk | undefined, old: Value): number {
  if (!clause) return 0;
  const [one, other] = [around(chunk, right), around(clause, old)];
  let shared = 0;
  for (
    let at = 1;
    at <= 4 && one.before.at(-at) !== undefined && one.before.at(-at) === other.before.at(-at);
    at += 1
  )
    if (saysSomething(one.before.at(-at))) shared += 1;
  for (let at = 0; at < 4 && one.after[at] !== undefined && one.after[at] === other.after[at]; at += 1)
    if (saysSomething(one.after[at])) shared += 1;
  return Math.min(2, shared);
}

function around({ words, starts }: SaidChunk, value: Value) {
  return {
    before: words.filter((_, at) => (starts[at] ?? 0) < value.start),
    after: words.filter((_, at) => (starts[at] ?? 0) >= value.end),
  };
}

function saysSomething(word: string | undefined): boolean {
  return word !== undefined && ownWords([word], []).length > 0;
}

/** The words of content that are neither values nor talk about the telling. */
export function ownWords(words: readonly string[], values: readonly Value[]): string[] {
  const taken = new Set(values.flatMap(({ text }) => contentLemmas(text)));
  return contentLemmas(words.join(' ')).filter((word) => !taken.has(word) && !ABOUT_NOTHING.has(word));
}

/** Petersen and Pedersen: one is easily said for the other. */
function alike(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2 || one.length < 4) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - same && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (same + end) / Math.max(one.length, other.length) >= 0.6;
}
