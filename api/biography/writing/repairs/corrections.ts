import { isVerb } from '#api/biography/writing/language/speech/word-classes.ts';
import { contentLemmas, lemma } from '#api/biography/writing/language/words.ts';
import { BY_ANOTHER, cuesOf } from './cues.ts';
import { editingStart, isEditing, speaksOfTelling } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { isSpoken } from './self-repairs.ts';
import {
  assertedThings,
  deniedThings,
  likenessOfThings,
  likeThing,
  NOT_ONLY,
  thingsToldAs,
} from './things.ts';
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
  /** Whether the remark says that the old value was wrong. */
  isDenied: boolean;
}

/** Small words that say nothing of what a remark is about. */
const ABOUT_NOTHING = new Set(
  `name call year time date number place say tell mean give gave put get thing way one day before earlier now just then right wrong mistake actually
  really sorry mix order backward always never fact matter remember forget think know make come go old little way first last be have do exact exactly
  age surname maiden called named say keep wait hang hold change correct rather suppose sure muddle confuse proper course mind pardon excuse`
    .split(/\s+/)
    .map(lemma),
);
const COPULA =
  /^(?:was|were|is|be|been|it's|he's|she's|that's|they're|there's|called|named|it'd|he'd|she'd|spelled|spelt)$/;
const NEGATION = /^(?:not|never|no|nor|isn't|wasn't|weren't|aren't|didn't|don't|couldn't|can't|hadn't)$/;
const MISTAKE =
  /\b(?:wrong|mistakes?|errors?|backwards?|mixed|muddled|misspoke|correct|correction|put (?:it|you|that) (?:right|straight))\b/;
const SAID_BY_ME =
  /\b(?:(?:i|i've|i'd|you've|you) (?:just |keep |kept |always |have |had |must have )?(?:said|say|saying|tell you|tell|call|calling|called|told you|told|gave you|gave|put|wrote|been saying|been calling|have it)|take back|what did i (?:say|tell|call)|did i (?:say|tell|call|write|put))\b(?: (?:you|him|her|it|them|that|before|earlier|down))*/;
/** What happened again or besides is another thing, and not the same put right. */
const ANOTHER =
  /\b(?:again|another|others?|second time|next|later|afterwards?|after that|following|then|also|too|as well|until|till|since|each|every|instead)\b/;

/** From so much on a value is taken to be put right by another. */
const ENOUGH = 4;
const ENOUGH_OF_THE_BOOK = 5;
/** So many sentences back, with so many values, are looked through. */
const LOOK_BACK = 60;
const MOST_VALUES = 60;
/** Who puts something right names few things. */
const MOST_NAMED = 10;

/** What a sentence says about an earlier one: whether it puts something right, and how that is known. */
export interface Remark {
  /** How surely its words put something right, whatever they name: 0 to 3. */
  cue: number;
  /** The same piece by piece. */
  cues: readonly number[];
  isSure: boolean;
  /** Words of the remark and the remarks before it, without values: what it is about. */
  about: string[];
  /** Whether it is asked about when it can't be settled. */
  isPlain: boolean;
  /** Values that it names as those that were wrong. */
  wrong: Value[];
  /** Those of them of which only what comes next says who that was. */
  explained: Value[];
  /** Whether this very sentence speaks of putting right, or takes something back. */
  isOwn: boolean;
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

/** Reads a sentence as a remark about what was told; null where it only tells. `next` is what comes after it. */
export function readRemark(
  sentence: SaidSentence,
  told: readonly Told[],
  before: Remark | null,
  next: readonly SaidSentence[] = [],
): Remark | null {
  if (sentence.isQuoted || sentence.values.length > MOST_NAMED || isSpoken(sentence)) return null;
  const words = sentence.chunks.flatMap((chunk) => chunk.words);
  const near = lastTold(told);
  const denied = sentence.chunks.flatMap((chunk, at) => deniedIn(sentence, chunk, at, near));
  const explained =
    told.length > 0 && sentence.chunks.some(asserts) ? explainedAway(sentence, next, near) : [];
  const wrong = [...denied, ...explained];
  const own = cuesOf(sentence);
  const ownCue = Math.max(0, onlyDenies(sentence, denied) ? 2.5 : 0, ...own);
  const cues = own.map((cue, at) => Math.max(cue, at < 2 ? (before?.cue ?? 0) : 0));
  const cue = Math.max(ownCue, before?.cue ?? 0);
  const speaks = sentence.chunks.some((chunk) => speaksOfTelling(chunk.words)) || speaksOfTelling(words);
  if (cue === 0 && wrong.length === 0 && !sentence.chunks.some((chunk) => asserts(chunk))) return null;
  return {
    ...{ cue, cues },
    isSure: cue >= 3 || Boolean(before?.isSure),
    isPlain: sentence.corrects || (speaks && MISTAKE.test(words.join(' '))),
    about: [
      ...(before?.about ?? []),
      ...ownWords(words, []),
      ...sentence.values.filter(({ kind }) => kind === 'NAME').map(({ key }) => key),
    ],
    wrong: [...(before?.wrong ?? []), ...wrong],
    explained,
    isOwn: ownCue >= 1.5 || wrong.length > 0,
  };
}

/** "Not Ferris.", "It wasn't 1927": nothing is told but that it was wrong. */
function onlyDenies({ chunks }: SaidSentence, denied: readonly Value[]): boolean {
  const [chunk] = chunks;
  const [value] = denied;
  if (!chunk || !value || value.kind === 'KIN' || value.kind === 'THING') return false;
  return (
    /^(?:no |but )?(?:(?:it|that|this|he|she|they)(?: really)? (?:was|were|is)? ?)?(?:not|never|wasn't|weren't|isn't|couldn't have been|can't have been)\b/.test(
      chunk.words.join(' '),
    ) &&
    chunk.values.includes(value) &&
    ownWords(chunk.words, [value]).length === 0
  );
}

/** The told values that a piece of a remark takes back: "it wasn't Sultan", "not my aunt", "did I say Leeds". */
function deniedIn(sentence: SaidSentence, chunk: SaidChunk, at: number, told: readonly Told[]): Value[] {
  const values = chunk.values.filter(
    (value) => told.some((one) => holds(one, value)) && isTakenBack(sentence, chunk, at, value, told),
  );
  return [
    ...values,
    ...deniedThings(chunk).filter((thing) => told.some((one) => thingsToldAs(thing, one).length > 0)),
  ];
}

function isTakenBack(
  sentence: SaidSentence,
  chunk: SaidChunk,
  at: number,
  value: Value,
  told: readonly Told[],
): boolean {
  const lead = chunk.words.slice(0, chunk.starts.filter((start) => start < value.start).length);
  const no = lead.findLastIndex((word) => NEGATION.test(word));
  if (no >= 0 && lead.length - no <= 6 && !NOT_ONLY.test(lead[no + 1] ?? '')) {
    const between = ownWords(lead.slice(no + 1), []);
    const isDone = /^(?:didn't|don't|hadn't)$/.test(lead[no] ?? '');
    if (between.length === 0 && !isDone && !lead.slice(no + 1).includes('but')) return true;
    if (
      between.length === 1 &&
      // "We didn't live in Leeds, we lived in York."
      (!isDone ||
        sentence.chunks.some(
          (other) => other !== chunk && ownWords(other.words, []).includes(between[0] ?? ''),
        )) &&
      told.some((one) => isToldWith(one, value, between[0] ?? ''))
    )
      return true;
  }
  const said = lead.join(' ').match(SAID_BY_ME);
  if (
    said &&
    lead.length - said[0].split(' ').length - lead.join(' ').slice(0, said.index).split(' ').length <= 3
  )
    return true;
  const previous = sentence.chunks[at - 1]?.words ?? [];
  return (
    lead.length === 0 && /\b(?:what did i (?:say|tell|call)|did i (?:say|tell))\b/.test(previous.join(' '))
  );
}

/** "Abernathy had the infants", "Pugh came after him": what it says who that was, takes it from where it was told. */
function explainedAway(
  sentence: SaidSentence,
  next: readonly SaidSentence[],
  told: readonly Told[],
): Value[] {
  const pieces = [
    ...sentence.chunks.slice(1),
    ...next.slice(0, 2).flatMap(({ chunks }) => chunks.slice(0, 1)),
  ];
  return pieces.flatMap((chunk) => {
    const [value] = chunk.values;
    if (!value || value.kind === 'KIN' || value.start !== chunk.start || chunk.words.length > 9) return [];
    const verb = chunk.words[value.text.split(/\s+/).length];
    const isSaidOf =
      isVerb(verb) || /^(?:is|had|has|came)$/.test(verb ?? '') || /'s$/.test(chunk.words[0] ?? '');
    if (!isSaidOf || (value.kind !== 'NAME' && !/^(?:was|were|is)$/.test(verb ?? ''))) return [];
    // "Eleven it was": that is the right one.
    if (/^(?:it|that|he|she)$/.test(verb ?? '')) return [];
    return told.some((one) => holds(one, value)) ? [value] : [];
  });
}

/** "I wasn't born in Gdynia" where the birth was told of Gdynia. */
function isToldWith(told: Told, value: Value, word: string): boolean {
  return told.values.some(
    (one) =>
      sameKind(one, value) &&
      sameValue(one, value) &&
      clauseAround(
        told.chunks.find(({ start, end }) => start <= one.start && one.start < end),
        one,
      ).has(word),
  );
}

function holds({ values }: Told, value: Value): boolean {
  return values.some((one) => sameKind(one, value) && isSame(one, value));
}

/** Whether two values are the same, or one name a part of the other: "Maple" and "Maple Street". */
function isSame(one: Value, other: Value): boolean {
  return sameValue(one, other) || (one.kind === 'NAME' && other.kind === 'NAME' && sharesName(one, other));
}

/** Whether a piece says that something is so: "it was 1952", "Eleven". */
function asserts(chunk: SaidChunk): boolean {
  return chunk.words.some((word) => COPULA.test(word) || /^\p{L}+'s$/u.test(word)) || isBare(chunk);
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
  const near = isLongAgo ? told : lastTold(told);
  const matches = sentence.chunks.flatMap((chunk, at) =>
    [...chunk.values, ...assertedThings(sentence, chunk)].flatMap((right) => {
      const cue =
        remark.wrong.length > 0 ? remark.cue : Math.max(...remark.cues.slice(Math.max(0, at - 2), at + 3));
      const form = formOf(sentence, chunk, right, remark, cue);
      // "Bernadette is my daughter-in-law": it says who that is, and puts nothing right.
      const words = sentence.chunks.reduce((sum, one) => sum + one.words.length, 0);
      // Without a word of what was wrong only a short remark names the right thing.
      if (
        right.kind === 'THING' &&
        words > (remark.wrong.some(({ kind }) => kind === 'THING') ? 30 : remark.isOwn ? 9 : 0)
      )
        return [];
      if (form === null || (isDone && saysWhoThatIs(sentence, right, near))) return [];
      const match = bestMatch(sentence, chunk, right, form, { ...remark, cue }, near, isLongAgo);
      return match ? [{ ...match, right }] : [];
    }),
  );
  // What fits best is settled first: nothing is put right twice, and nothing puts two things right.
  const found: Correction<Sentence>[] = [];
  for (const { told: one, old, right, isDenied } of matches.sort((a, b) => b.score - a.score)) {
    const isTaken = found.some(
      (other) =>
        (other.right.start < right.end && right.start < other.right.end) ||
        (other.told === one && other.old.start < old.end && old.start < other.old.end) ||
        (sameKind(other.right, right) && sameValue(other.right, right)),
    );
    if (!isTaken) found.push({ told: one, old, right, by: sentence, isDenied });
  }
  return found;
}

function saysWhoThatIs(sentence: SaidSentence, right: Value, told: readonly Told[]): boolean {
  return told.some((one) =>
    one.settled.some((old) =>
      sentence.values.some((other) => other !== right && sameKind(old, other) && sameValue(old, other)),
    ),
  );
}

/** How much the place of a value in a remark says that it is the right one; null where it can't be. */
function formOf(
  sentence: SaidSentence,
  chunk: SaidChunk,
  value: Value,
  remark: Remark,
  cue: number,
): number | null {
  if (
    remark.wrong.some((one) => one.start === value.start || (sameKind(one, value) && sameValue(one, value)))
  )
    return null;
  const at = chunk.starts.filter((start) => start < value.start).length;
  const lead = chunk.words.slice(0, at);
  const head = editingStart(chunk.words);
  // "My son says it was Superior": who says so now is no part of it.
  const says = lead.findLastIndex((word) =>
    /^(?:says|reckons|thinks|me|shouted|shouting|saying)$/.test(word),
  );
  const from = BY_ANOTHER.test(lead.slice(0, says + 1).join(' '))
    ? says + 1
    : head > 0 && head <= at
      ? head
      : 0;
  const own = lead.slice(from);
  // "It was aunt Mathilde": the aunt belongs to the name.
  const kin = chunk.values.find(({ kind, end }) => kind === 'KIN' && end + 1 === value.start);
  if (kin && value.kind === 'NAME') own.splice(own.length - kin.text.split(/[\s-]+/).length);
  if (own.some((word) => NEGATION.test(word)) && !/\bbut\b/.test(own.join(' '))) return null;
  // "The Baxters were not": what it denies is said of them.
  const behind = chunk.words.slice(at + value.text.split(/[\s-]+/).length);
  if (
    /^(?:(?:was|were|is|are|had|have|did) (?:not|never|no)|(?:wasn't|weren't|isn't|aren't|hadn't|didn't))\b/.test(
      behind.join(' '),
    )
  )
    return null;
  if (at < chunk.words.length - 1 && NEGATION.test(chunk.words.at(-1) ?? '')) return null;
  // "Two things I told you wrong": it counts the slips.
  if (
    value.kind === 'NUMBER' &&
    (/^(?:thing|mistake|error|time|second|minute|moment)$/.test(value.head ?? '') ||
      /^(?:mix|muddl|confus|mistak|swap)/.test(own.at(-1) ?? ''))
  )
    return null;
  if (SAID_BY_ME.test(own.join(' ')) && !/\b(?:meant|should)\b/.test(own.join(' '))) return null;
  const isAlone = sentence.chunks.length === 1;
  if (isBare(chunk) || (value.kind === 'THING' && own.length === 0)) {
    const isAnswer =
      sentence.index === 0 && value.kind === 'NUMBER' && cue < 2.5 && isAskedFor(sentence.question, 'NUMBER');
    if (isAnswer) return 0;
    if (cue > 1 || remark.wrong.length > 0) return 2.5;
    // An answer of one word answers; in the middle of a telling it doesn't.
    if (
      isAlone &&
      /^(?:YEAR|MONTH|WEEKDAY)$/.test(value.kind) &&
      (sentence.index > 0 || !isAskedFor(sentence.question))
    )
      return 5;
    return 1;
  }
  if (own.every((word) => ownWords([word], []).length === 0)) {
    if (own.length <= 2 && /^(?:it|he|she|that|they) (?:was|were|is)\b/.test(behind.join(' '))) return 1.5;
    const copula = own.findLastIndex((word) => COPULA.test(word) || /^\p{L}+'s$/u.test(word));
    if (copula >= 0) return 1.5;
    return own.length <= 3 ? 1.5 : 1;
  }
  const copula = own.findLastIndex((word) => COPULA.test(word) || /'s$/.test(word));
  if (copula >= 0 && own.slice(copula + 1).every((word) => ownWords([word], []).length === 0)) return 1;
  return /\b(?:meant|mean|should|rather)\b/.test(chunk.words.join(' ')) ? 1.5 : 0;
}

/** Whether a question asks for a time, so that a bare one answers it. */
function isAskedFor(question: string, kind: Value['kind'] = 'YEAR'): boolean {
  if (kind === 'NUMBER')
    return (
      question === '' ||
      /\bhow (?:many|much|old|long|far|big|tall|often)\b|\bwhat (?:age|number|did \S+ (?:cost|earn|pay))/i.test(
        question,
      )
    );
  return (
    question === '' ||
    /\b(?:when|what (?:year|day|month|date|time|age)|which (?:year|day|month)|how (?:old|long))\b/i.test(
      question,
    )
  );
}

interface Match<Sentence> {
  told: Sentence;
  old: Value;
  score: number;
  isDenied: boolean;
}

function bestMatch<Sentence extends Told>(
  sentence: SaidSentence,
  chunk: SaidChunk,
  right: Value,
  form: number,
  remark: Remark,
  told: readonly Sentence[],
  isLongAgo: boolean,
): Match<Sentence> | null {
  const denied = remark.wrong.filter((one) => sameKind(one, right));
  // What somebody else said, or what came later, only sounds like putting right.
  if (remark.cue < 2 && isReported(sentence)) return null;
  const matches: Match<Sentence>[] = [];
  const known = told.some((one) => holds(one, right));
  for (const [at, one] of told.entries()) {
    const olds = right.kind === 'THING' ? thingsIn(right, one, remark, denied) : one.values;
    for (const old of olds) {
      if (!sameKind(old, right) || sameValue(old, right)) continue;
      if (one.settled.some(({ start, end }) => start < old.end && old.start < end)) continue;
      const isDenied = denied.some((wrong) => isSame(wrong, old));
      if (denied.length > 0 && !isDenied) continue;
      // Who the wrong one is, is said after the right one.
      if (
        isDenied &&
        denied.every(
          (wrong) =>
            remark.explained.includes(wrong) &&
            wrong.start < right.start &&
            wrong.start >= sentence.start &&
            right.start < sentence.end,
        )
      )
        continue;
      if (right.kind === 'KIN' && !isDenied && remark.cue < 2) continue;
      if (right.kind === 'NAME' && sharesName(right, old)) continue;
      const isRestated = at >= told.length - 2 && restates(chunk, right, one, old);
      // A contrast that nothing announces is short, and names the right thing beside the wrong one.
      // Within one turn "It wasn't the King, it was the Lord Mayor" is how the story goes.
      if (isDenied && remark.cue < 1 && one.turn === sentence.turn) continue;
      if (
        isDenied &&
        remark.cue < 1.5 &&
        (((form < 1.5 || !isBesideDenial(sentence, chunk, remark)) && !isSaidAlike(chunk, right, one, old)) ||
          isLong(sentence))
      )
        continue;
      if (
        !isDenied &&
        remark.cue < 1.5 &&
        !isRestated &&
        !isSameThing(sentence, chunk, right, form, one, old)
      )
        continue;
      // What was told just before is put right; the further back, the less likely.
      const ago = Math.min(3, Math.max(0, sentence.turn - one.turn - 1));
      const score =
        (isRestated ? Math.max(2.5, remark.cue) : remark.cue) +
        form +
        (isDenied ? 4 : 0) +
        likeness(sentence, chunk, right, remark, one, old) -
        (known && !isDenied ? 3 : 0) -
        (isDenied ? 0 : ago * 0.75);
      matches.push({ told: one, old, score, isDenied });
    }
  }
  if (matches.length === 0) return null;
  const best = matches.reduce((a, b) => (b.score >= a.score ? b : a));
  if (best.score < (isLongAgo ? ENOUGH_OF_THE_BOOK : ENOUGH)) return null;
  const rivals = matches.filter(({ score, old }) => score > best.score - 0.5 && !sameValue(old, best.old));
  // Two that fit as well: the last told, if no book is meant and they are said within one breath.
  if (
    rivals.length > 0 &&
    (isLongAgo ||
      (right.kind !== 'THING' && rivals.some(({ score }) => score === best.score) && best.score < 5.5))
  )
    return null;
  return best;
}

/** "We took it from Katowice", where what they took was told. */
function isSaidAlike(chunk: SaidChunk, right: Value, told: Told, old: Value): boolean {
  const clause = told.chunks.find(({ start, end }) => start <= old.start && old.start < end);
  const here = clauseAround(clause, old);
  const own = ownWords(chunk.words, [right]);
  return own.length > 0 && own.length <= 2 && own.every((word) => here.has(word));
}

/** "Two dollars a day. Three dollars a day.": the same words about another value, and nothing else. */
function restates(chunk: SaidChunk, right: Value, told: Told, old: Value): boolean {
  const clause = told.chunks.find(({ start, end }) => start <= old.start && old.start < end);
  if (!clause || right.kind === 'NAME' || right.kind === 'THING') return false;
  const [one, other] = [around(chunk, right), around(clause, old)];
  return (
    one.before.length <= 1 &&
    one.after.length >= 2 &&
    one.after.every((word, at) => word === other.after[at]) &&
    !/\band$/.test(one.before.join(' '))
  );
}

function isLong({ chunks }: SaidSentence): boolean {
  return chunks.reduce((sum, { words }) => sum + words.length, 0) > 26;
}

/** "Larkin" is "Harriet Larkin", and "the Mill" the "Albion Mill". */
function sharesName(one: Value, other: Value): boolean {
  const [short, long] = [one, other]
    .map(({ key }) => key.split(/[\s-]+/))
    .sort((a, b) => a.length - b.length);
  return Boolean(short?.every((word) => long?.includes(word)));
}

/**
 * Whether a value that nothing announces is yet another of the same: "It was the autumn we moved", "It's Okoro, the midwife".
 */
function isSameThing(
  sentence: SaidSentence,
  chunk: SaidChunk,
  right: Value,
  form: number,
  told: Told,
  old: Value,
): boolean {
  if (form >= 5) return true;
  const words = sentence.chunks.flatMap((one) => one.words);
  if (form < 1.5 || words.length > 16 || /\b(?:too|also|another|again|other)\b/.test(words.join(' ')))
    return false;
  const clause = told.chunks.find(({ start, end }) => start <= old.start && old.start < end);
  const here = clauseAround(clause, old);
  const shared = ownWords(words, [right]).some((word) => here.has(word));
  if (right.kind === 'NAME')
    return alikeIn(right, old) !== null && (shared || chunk.words.includes('with') || words.length <= 4);
  return (
    /^(?:YEAR|MONTH|WEEKDAY|SEASON)$/.test(right.kind) &&
    shared &&
    /^(?:it|that|it's|that's)$/.test(chunk.words[0] ?? '')
  );
}

/** The things told that a thing can stand for: the one that is denied, or without that the one most like it. */
function thingsIn(right: Value, told: Told, remark: Remark, denied: readonly Value[]): Value[] {
  if (denied.length > 0) return denied.flatMap((thing) => thingsToldAs(thing, told));
  return remark.cue < 3 || told.text.length > 400 ? [] : likeThing(right, told);
}

/** What was told last, as far as it is looked through. */
function lastTold<Sentence extends Told>(told: readonly Sentence[]): Sentence[] {
  let values = 0;
  const near: Sentence[] = [];
  for (let at = told.length - 1; at >= 0 && near.length < LOOK_BACK && values < MOST_VALUES; at -= 1) {
    const one = told[at] as Sentence;
    values += one.values.length;
    near.push(one);
  }
  return near.reverse();
}

/** How surely two values are said of the same: by the words around them, and by what is counted. */
function likeness(
  sentence: SaidSentence,
  chunk: SaidChunk,
  right: Value,
  remark: Remark,
  told: Told,
  old: Value,
): number {
  const clause = told.chunks.find(({ start, end }) => start <= old.start && old.start < end);
  const here = clauseAround(clause, old);
  const around = lemmasOf(told);
  const own = ownWords(chunk.words, chunk.values).concat(
    chunk.values
      .filter((value) => value !== right && holds(told, value))
      .flatMap(({ text }) => contentLemmas(text)),
  );
  const shared = own.filter((word) => here.has(word)).length;
  const near = own.filter((word) => !here.has(word) && around.has(word)).length;
  const fresh = own.length - shared - near;
  let score = Math.min(2, shared) * 1.25 + Math.min(1, near) * 0.75 - Math.min(5, fresh) * 0.9;
  score += Math.min(2, sharedSlot(chunk, right, clause, old));
  const about = remark.about.filter((word) => !own.includes(word));
  score += Math.min(2, about.filter((word) => here.has(word)).length) * 0.75;
  if (right.head !== null && old.head !== null) score += right.head === old.head ? 1.5 : -3;
  else if (right.kind === 'NUMBER' && right.head === null && old.head !== null) score -= 0.25;
  if (right.kind === 'NAME' && alikeIn(right, old)) score += 2.5;
  if (right.kind === 'THING')
    score += likenessOfThings(right, old) * 2 + (isBesideDenial(sentence, chunk, remark) ? 1 : 0);
  else if (remark.wrong.length > 0 && !remark.wrong.some((wrong) => sameKind(wrong, right))) score -= 2;
  if (right.kind === 'NAME' && articleOf(chunk, right) !== articleOf(clause, old)) score -= 0.5;
  if (right.kind === 'NAME' && placeOf(chunk, right)) score += placeOf(clause, old) ? 0.5 : -0.5;
  const names = sentence.values.filter(({ kind, key }) => kind === 'NAME' && key !== right.key);
  if (
    names.some(({ key }) => told.values.some((one) => one.kind === 'NAME' && one.key === key && one !== old))
  )
    score += 1.5;
  if (isOfAnother(chunk, right, told)) score -= 4;
  if (ANOTHER.test(chunk.words.join(' '))) score -= 1.5;
  return score;
}

function isReported({ chunks }: SaidSentence): boolean {
  const said = chunks.flatMap(({ words }) => words).join(' ');
  return (
    /\b(?:another|again|later|afterwards|turned out|in fact|(?:we|they|i|he|she|everybody|everyone|people) (?:all |always )?thought)\b/.test(
      said,
    ) ||
    chunks.some(({ words }) => /^(?:and |but )?then\b/.test(words.join(' '))) ||
    (/\b(?:he|she|they|it|who|man|woman|letter|doctor|teacher|people|everyone|everybody) (?:always |never |had )?(?:said|told|announced|called|claimed|thought|wrote|put|says)\b/.test(
      said,
    ) &&
      !BY_ANOTHER.test(said))
  );
}

/** "My sister had seven": who it is about was not spoken of where the other value was told. */
function isOfAnother(chunk: SaidChunk, right: Value, told: Told): boolean {
  const said = chunk.words.join(' ');
  if (BY_ANOTHER.test(said)) return false;
  return chunk.values.some(
    (value) =>
      value.kind === 'KIN' &&
      value.start < right.start &&
      !holds(told, value) &&
      !told.text.toLowerCase().includes(value.text.toLowerCase()),
  );
}

/** "He was a joiner, not a carpenter": what is right stands beside what is not. */
function isBesideDenial({ chunks }: SaidSentence, chunk: SaidChunk, { wrong, explained }: Remark): boolean {
  const at = chunks.indexOf(chunk);
  // A word or two may stand between them: "New Year's Eve, dear, not Christmas Eve", "'54, I believe, not '53".
  const reach = (step: number) => {
    const next = chunks[at + step];
    return next && next.values.length === 0 && next.words.length <= 3 ? 2 : 1;
  };
  return (
    explained.length > 0 ||
    chunks
      .slice(Math.max(0, at - reach(-1)), at + reach(1) + 1)
      .some(({ start, end }) => wrong.some((value) => start <= value.start && value.start < end))
  );
}

/** Whether "a" or "the" stands before a name: "a Belgian" is no hotel. */
function articleOf(chunk: SaidChunk | undefined, value: Value): string {
  if (!chunk) return '';
  const word = chunk.words[chunk.starts.filter((start) => start < value.start).length - 1] ?? '';
  return /^an?$/.test(word) ? 'a' : '';
}

/** Whether a name stands where a place does. */
function placeOf(chunk: SaidChunk | undefined, value: Value): boolean {
  if (!chunk) return false;
  const at = chunk.starts.filter((start) => start < value.start).length;
  return /^(?:in|at|from|to|near|outside|for)$/.test(chunk.words[at - 1] ?? '');
}

const known = new WeakMap<readonly SaidChunk[], ReadonlySet<string>>();

/** The words of content of a told sentence; they are read once. */
function lemmasOf({ chunks, text }: Told): ReadonlySet<string> {
  const lemmas = known.get(chunks) ?? new Set(contentLemmas(text));
  known.set(chunks, lemmas);
  return lemmas;
}

/** The words of content about a value, as far as no "and" or "but" parts them from it. */
function clauseAround(chunk: SaidChunk | undefined, value: Value): ReadonlySet<string> {
  if (!chunk) return new Set();
  const at = chunk.starts.filter((start) => start < value.start).length;
  const parts = (word: string) => /^(?:and|but|so|because|then)$/.test(word);
  const from = chunk.words.findLastIndex((word, nth) => nth < at && parts(word)) + 1;
  const to = chunk.words.findIndex((word, nth) => nth > at && parts(word));
  return new Set(ownWords(chunk.words.slice(from, to < 0 ? undefined : to), []));
}

/** How many words beside both values are the same: "the mill shut in" 1980 and 1981. */
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

/** The part of a name that another was easily said for: "Smith" of "Doctor Smith" for "Smyth". */
export function alikeIn(right: Value, old: Value): { start: number; end: number } | null {
  if (alike(right.key, old.key)) return old;
  if (/\s/.test(right.text)) return null;
  const words = [...old.text.matchAll(/[^\s]+/g)];
  const found = words.find(([word]) => alike(right.key, word.toLowerCase()));
  return found ? { start: old.start + found.index, end: old.start + found.index + found[0].length } : null;
}

/** Petersen and Pedersen: one is easily said for the other. */
export function alike(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 3 || one.length < 4 || one === other || one.at(0) !== other.at(0))
    return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - same && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (same + end) / Math.max(one.length, other.length) >= 0.6;
}
