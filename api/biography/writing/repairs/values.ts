import { MONTHS, YEAR } from '#api/biography/writing/dating/expressions.ts';
import { KIN_PATTERN } from '#api/biography/writing/language/kinship.ts';
import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import { fold, isStopWord, lemma, tokens } from '#api/biography/writing/language/words.ts';
import { rankOf } from '#api/language/word-vectors.ts';

export type ValueKind =
  | 'YEAR'
  | 'MONTH'
  | 'WEEKDAY'
  | 'SEASON'
  | 'FEAST'
  | 'NUMBER'
  | 'ORDINAL'
  | 'KIN'
  | 'SIDE'
  | 'NAME'
  | 'THING';

/** A word or two that somebody can get wrong: a time, a number, a person, a place, a relation. */
export interface Value {
  kind: ValueKind;
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
  text: string;
  /** The same for equal values, however they are written. */
  key: string;
  /** The noun that is counted; null when it is not a number. */
  head: string | null;
}

const YEARS = new RegExp(YEAR, 'giu');
const CALENDAR: [ValueKind, RegExp][] = [
  [
    'MONTH',
    new RegExp(
      `\\b(?:${MONTHS.map((month) =>
        month === 'may' || month === 'march'
          ? month.charAt(0).toUpperCase() + month.slice(1)
          : `[${month.charAt(0)}${month.charAt(0).toUpperCase()}]${month.slice(1)}`,
      ).join('|')})\\b`,
      'g',
    ),
  ],
  [
    'SEASON',
    /(?<=\b(?:the|in|that|of|last|early|late|was|were|it's) )(?:spring|summer|autumn|fall|winter)\b/gi,
  ],
  [
    'FEAST',
    /\b(?:Christmas (?:Eve|Day)|New Year['’]s(?: Eve| Day)?|Easter (?:Sunday|Monday)|Good Friday|Boxing Day|Christmas|Easter|Whitsun|Whitsuntide|Pentecost|Thanksgiving|Passover|Hanukkah|Ramadan|Eid|Diwali|Midsummer|Halloween|Hogmanay|Candlemas|Michaelmas|Martinmas|Lammas|All (?:Saints|Souls)['’]? Day|St\.? \p{Lu}\p{Ll}+['’]s Day|Purim|Holi)\b/gu,
  ],
  ['WEEKDAY', /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b/gi],
  [
    'SIDE',
    /(?<=\b(?:the|my|his|her|our|their|a|no|not) |^|, )(?:left|right)(?= \p{L}{3,})(?! (?:away|enough|about|through|after|before|now|then|off|over|out|there|here|behind|with|him|her|them|home|and|when|because))/giu,
  ],
];
const KIN = new RegExp(
  `\\b(?:(?:older|younger|elder|big|little|eldest|youngest|oldest|late|great|step|half|foster|god|twin|second|third|maternal|paternal)[- ]?){0,3}(?:${KIN_PATTERN})(?:-in-law)?\\b(?!-|['’]a?m\\b)`,
  'giu',
);
const UNIT =
  'pounds?|shillings?|pence|dollars?|cents|guineas?|bob|quid|feet|foot|inches|miles?|stone|years?|months?|weeks?|days?|hours?|minutes?|and';
/** Words that call or swear, however they are written. */
const CALLS = /^(?:hello|hi|hey|god|lord|jesus|christ|goodness|heavens|gosh|bye|goodbye|amen|hallelujah)$/;
const NAME_WORD = /^\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{Lu}?[\p{L}\p{M}]+)*$/u;
const JOINS = /^(?: (?:of|of the|de|del|de la|la|van|van der|von|da|do|dos|di|al|bin|y))? ?$|^\. $/;
const TITLES = new Set(
  'mr mrs ms miss dr father sister uncle aunt auntie don dona doña frau herr madame'.split(' '),
);
const OUTCRIES = new Set(
  'och ach aye nay naw nah ooh oops gosh blimey crikey heavens heck shoot struth cho abi hmm ja mais ma'.split(
    ' ',
  ),
);
/** Sums in one word: "tenpence". */
const PENCE = /\b(?:two|tup|three|thrup|four|five|six|seven|eight|nine|ten|eleven|eighteen|twenty)pence\b/gi;
/** A word at the start of a sentence that is more common than this rank is not a name. */
const COMMON = 6000;

/** All values of a text, in order, without overlaps. */
export function findValues(text: string): Value[] {
  const found: Value[] = [];
  const add = (kind: ValueKind, start: number, end: number, key: string, head: string | null = null) => {
    if (found.some((other) => start < other.end && other.start < end)) return;
    found.push({ kind, start, end, text: text.slice(start, end), key, head });
  };
  const numbers = findNumbers(text);
  for (const { 0: year, index } of text.matchAll(YEARS)) {
    // "Eighteen hundred pounds" is no year.
    if (/hundred$/i.test(year) && headAfter(text, index + year.length) !== null) continue;
    const value = numbers.find((number) => number.start >= index && number.end <= index + year.length)?.value;
    add('YEAR', index, index + year.length, `${value ?? year}`.slice(-4));
  }
  for (const [kind, pattern] of CALENDAR)
    for (const { 0: word, index } of text.matchAll(pattern))
      add(kind, index, index + word.length, fold(word));
  // "My mother's cousin" is one person, and so is "the uncle of my wife".
  const kin: { start: number; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(KIN)) {
    const last = kin.at(-1);
    if (last && /^(?:['’]s| of (?:my|his|her|our|their)) $/.test(text.slice(last.end, index)))
      last.end = index + word.length;
    else kin.push({ start: index, end: index + word.length });
  }
  for (const { start, end } of kin) add('KIN', start, end, keyOfKin(text.slice(start, end)));
  const isTaken = (place: { start: number; end: number }) =>
    found.some((other) => place.start < other.end && other.start < place.end);
  addNumbers(text, numbers, add, isTaken);
  for (const { 0: word, index } of text.matchAll(PENCE))
    add('NUMBER', index, index + word.length, fold(word), 'pence');
  addNames(text, add, isTaken);
  return found.sort((a, b) => a.start - b.start);
}

/** Whether one value can replace the other: "fifty-five" corrects 1954. */
export function sameKind(one: Value, other: Value): boolean {
  if (one.kind === other.kind) return true;
  if (isDay(one) && isDay(other)) return true;
  const [year, short] = one.kind === 'YEAR' ? [one, other] : [other, one];
  return year.kind === 'YEAR' && isShortYear(short);
}

/** "fifty-four" equals 1954 when that was told. */
export function sameValue(one: Value, other: Value): boolean {
  if (one.kind === other.kind && one.key === other.key) return true;
  // "New Year's" is New Year's Eve.
  if (one.kind === 'FEAST' && other.kind === 'FEAST')
    return one.key.startsWith(`${other.key} `) || other.key.startsWith(`${one.key} `);
  const [year, short] = one.kind === 'YEAR' ? [one, other] : [other, one];
  return year.kind === 'YEAR' && isShortYear(short) && year.key.endsWith(short.key);
}

const MEASURES =
  /^(?:year|month|week|day|hour|minute|mile|yard|foot|inch|pound|shilling|dollar|cent|stone|acre)$/;

/** "The number nine tram, I mean, for thirty-one years": a measure corrects no number of things. */
export function isMeasureAndCount(one: Value, other: Value): boolean {
  return one.head !== null && other.head !== null && MEASURES.test(one.head) !== MEASURES.test(other.head);
}

function isDay({ kind }: Value): boolean {
  return kind === 'WEEKDAY' || kind === 'FEAST';
}

function isShortYear(value: Value): boolean {
  return value.kind === 'NUMBER' && /^\d\d$/.test(value.key) && value.head === null;
}

type Add = (kind: ValueKind, start: number, end: number, key: string, head?: string | null) => void;

function addNumbers(
  text: string,
  numbers: ReturnType<typeof findNumbers>,
  add: Add,
  isTaken: (place: { start: number; end: number }) => boolean,
) {
  const unit = new RegExp(`^ (?:${UNIT}) `, 'i');
  for (let at = 0; at < numbers.length; at += 1) {
    const first = numbers[at];
    if (!first || first.kind === 'FRACTION' || isTaken(first)) continue;
    if (first.text.toLowerCase() === 'one' && !/^ (?:hundred|thousand)/.test(text.slice(first.end))) continue;
    if (
      first.kind === 'ORDINAL' &&
      /^(?:first|second)$/i.test(first.text) &&
      !/\b(?:my|his|her|our|the|their) $/i.test(text.slice(0, first.start))
    )
      continue;
    // "Fourth Street" is a name.
    if (first.kind === 'ORDINAL' && /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(text.slice(first.start))) continue;
    let end = first.end;
    let key = `${first.value}`;
    // "four pounds ten" is one sum.
    const next = numbers[at + 1];
    if (
      next &&
      !isTaken(next) &&
      unit.test(text.slice(first.end, next.start)) &&
      text.slice(first.end, next.start).length < 12
    ) {
      end = next.end;
      key += `+${next.value}`;
      at += 1;
    }
    add(first.kind === 'ORDINAL' ? 'ORDINAL' : 'NUMBER', first.start, end, key, headAfter(text, end));
  }
}

/** The noun that is counted: the next content word, if no mark comes before it. */
function headAfter(text: string, end: number): string | null {
  const piece = text.slice(end, end + 60).match(/^[^,.;:!?—–]*/)?.[0] ?? '';
  for (const token of tokens(piece).slice(0, 4)) {
    if (
      /^(?:and|but|or|if|as|when|then|because|so|in|at|on|to|from|that|who|i|we|he|she|they|it|was|were)$/.test(
        token.norm,
      )
    )
      return null;
    if (!isStopWord(token.norm)) return lemma(token.norm);
  }
  return null;
}

function addNames(text: string, add: Add, isTaken: (place: { start: number; end: number }) => boolean) {
  const all = tokens(text);
  for (let at = 0; at < all.length; at += 1) {
    const first = all[at];
    // "Brother Horace Tate" is named Horace Tate.
    if (!first || isTaken(first) || !isNameAt(text, first)) continue;
    let last = first;
    for (let next = at + 1; next < all.length && next < at + 6; next += 1) {
      const token = all[next];
      if (!token || !JOINS.test(text.slice(last.end, token.start)) || /['’]s$/.test(last.text)) {
        if (token && /^(?:of|de|del|la|van|der|von|da|do|di)$/.test(token.norm)) continue;
        break;
      }
      if (!NAME_WORD.test(token.text) || /^i(?:'|$)/.test(token.norm)) break;
      last = token;
      at = next;
    }
    const end = /['’]s$/.test(last.text) ? last.end - 2 : last.end;
    add('NAME', first.start, end, fold(text.slice(first.start, end)));
  }
}

function isNameAt(text: string, { text: word, norm, start }: ReturnType<typeof tokens>[number]): boolean {
  if (CALLS.test(norm)) return false;
  if (!NAME_WORD.test(word) || norm === 'i' || /^i'/.test(norm) || TITLES.has(norm)) return false;
  const before = text.slice(Math.max(0, start - 6), start);
  if (/[\p{L}\p{N},;] ?(?:["“(])?$/u.test(before) && !/[.!?…]["”)]* $/.test(before)) return true;
  if (/\b(?:Mr|Mrs|Ms|Dr|St)\. $/.test(before)) return true;
  if (isStopWord(norm) || OUTCRIES.has(norm)) return false;
  // "Peeled." and "Stones." are only the start of a sentence.
  const base = lemma(norm);
  if (base !== norm && (rankOf(base) ?? Number.POSITIVE_INFINITY) <= COMMON * 3) return false;
  const rank = rankOf(norm);
  return rank === null || rank > COMMON;
}

function keyOfKin(word: string): string {
  return fold(word).replace(/[- ]+/g, '-');
}

/** "Larkin" matches "Harriet Larkin", and "the Mill" the "Albion Mill". */
export function sharesName(one: Value, other: Value): boolean {
  const [short, long] = [one, other]
    .map(({ key }) => key.split(/[\s-]+/))
    .sort((a, b) => a.length - b.length);
  return Boolean(short?.every((word) => long?.includes(word)));
}

/** The part of a name that sounds like another: "Smith" of "Doctor Smith" for "Smyth". */
export function alikeIn(right: Value, old: Value): { start: number; end: number } | null {
  if (alike(right.key, old.key)) return old;
  if (/\s/.test(right.text)) return null;
  const words = [...old.text.matchAll(/[^\s]+/g)];
  const found = words.find(([word]) => alike(right.key, word.toLowerCase()));
  return found ? { start: old.start + found.index, end: old.start + found.index + found[0].length } : null;
}

/** Petersen and Pedersen are easily confused, and so are Neville and Melville. */
function alike(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 3 || one.length < 4 || one === other) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - same && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (same + end) / Math.max(one.length, other.length) >= 0.6;
}
