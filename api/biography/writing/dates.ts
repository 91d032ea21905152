import { DATE, type Life, read, YEAR, yearOf } from '#api/biography/writing/dating/expressions.ts';
import { isEdtf } from '#api/biography/writing/dating/say.ts';
import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain } from '#api/biography/writing/language/words.ts';

export type { Life } from '#api/biography/writing/dating/expressions.ts';
export { isEdtf, sayDate, sortKey, yearsOf } from '#api/biography/writing/dating/say.ts';

export interface DateInText {
  /** As it stands in the text. */
  text: string;
  edtf: string;
  /** True when it was calculated from an age. */
  inferred: boolean;
  start: number;
  end: number;
}

/** Cached, because the same few years are checked again and again and the parser is slow. */
const isKnownEdtf = remembered(isEdtf, 500);
const NO_LIFE: Life = { birthDate: null, toldAt: null };
const ABOUT =
  'about|around|circa|roughly|approximately|somewhere (?:around|about)|some ?time (?:around|about)|close to|near';
const PERHAPS = 'maybe|perhaps|probably|possibly|might have been|must have been';
const ONLY_ABOUT = new RegExp(`^(?:${ABOUT})$`, 'i');
const ONLY_PERHAPS = new RegExp(`^(?:${PERHAPS})$`, 'i');
const ONLY_YEAR = new RegExp(`^${YEAR}$`, 'iu');
const RANGE = new RegExp(
  `\\b(?:(?:between|from) )?(${DATE})(?: (?:and|to|till|until|through|up to|up until) |(?: ?[-–—] ?))(?:(?:about|around) )?(?:the (?=spring|summer|autumn|fall|winter))?(${DATE})`,
  'giu',
);
const SINGLE = new RegExp(
  `(?:\\b(${ABOUT}|${PERHAPS}),? (?:(${ABOUT}),? )?(?:in )?(?:the )?)?(${DATE})( or so\\b| or thereabouts\\b| or something(?: like that)?\\b)?`,
  'giu',
);
const SHORT_WORDS =
  /\bin ((?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine)))(?=[,.;:!?]|$| (?:when|and|I|we|he|she|they|my|it)\b)/giu;
const AGE =
  /\b(?:when I (?:was|turned)|I was|I turned|I had turned|at the age of|when I got to be|I must have been|I was about|when I was about|at age) (?:(?:about|around|only|just|maybe|almost|nearly) )?((?:\p{L}+(?:-\p{L}+)?|\d{1,3}))(?: (?:years old|years of age|or so)|(?=[,.;:!?]|$| (?:and|when|then|at|we|I|my|the|he|she|they|or)\b))/giu;
const NOT_A_YEAR =
  /^\s*(?:dollars|pounds|people|men|women|records|miles|feet|pages|books|girls|boys|students|acres|volumes|boxes|cubic|percent|%|bucks|units|tons|kilos|meters|metres)\b/i;
const AGE_DECADE = /\b(?:my|his|her|their|our|your|its)\s+(?:(?:early|mid|late)[ -])?$/i;

/** Longer text without a sentence end is read in pieces. */
const LONGEST = 1_000;
const PIECE = new RegExp(`[^]{1,${LONGEST}}(?=\\s)|[^]{1,${LONGEST}}`, 'g');
/** A date never crosses the end of a sentence. The point of a month ("Sept. 1958") doesn't end one. */
const SENTENCE_END = /(?<=[.!?] )(?=["“]?\p{Lu})|(?<=\n)/u;
/** A sentence without one of these has no date, as most sentences don't. */
const MAY_DATE =
  /\d|\b(?:eighteen|nineteen|twenty|two thousand|thirt|fort|fift|sixt|sevent|eight|ninet|tens\b|I (?:was|turned|had turned|got|must)|age)/i;

/**
 * The dates of a text as EDTF. A two-digit year gets the century that fits the life; an age becomes an
 * approximate year when the birth date is known. Of overlapping readings the longest is kept.
 */
export function findDates(text: string, life: Life = NO_LIFE): DateInText[] {
  let start = 0;
  return text
    .split(SENTENCE_END)
    .flatMap((sentence) => (sentence.length > LONGEST ? (sentence.match(PIECE) ?? []) : [sentence]))
    .flatMap((part) => {
      const from = start;
      start += part.length;
      if (!MAY_DATE.test(part)) return [];
      return datesIn(part, life).map((date) => ({ ...date, start: date.start + from, end: date.end + from }));
    });
}

function datesIn(text: string, life: Life): DateInText[] {
  const search = sameLength(text);
  const found: DateInText[] = [];
  const taken = new Uint8Array(text.length);
  const add = (start: number, end: number, edtf: string | null, inferred = false) => {
    if (!edtf || !isKnownEdtf(edtf) || taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    found.push({ text: text.slice(start, end), edtf, inferred, start, end });
  };
  for (const match of search.matchAll(RANGE)) {
    add(match.index, match.index + match[0].length, interval(match[1] ?? '', match[2] ?? '', life));
  }
  for (const match of search.matchAll(SINGLE)) {
    const [whole, first, second, date = '', after] = match;
    const end = match.index + whole.length;
    const at = match.index + whole.lastIndexOf(date, whole.length - (after?.length ?? 0));
    if (!isDate(search, at, end, date)) continue;
    const about = ONLY_ABOUT.test(second ?? first ?? '') || Boolean(after);
    const perhaps = Boolean(first) && ONLY_PERHAPS.test(first ?? '');
    add(match.index, end, qualify(read(date, life), about, perhaps));
  }
  for (const match of search.matchAll(SHORT_WORDS)) {
    const value = findNumbers(match[1] ?? '').at(0)?.value ?? 0;
    add(match.index + 3, match.index + match[0].length, read(`'${value}`, life));
  }
  const born = yearOf(life.birthDate);
  for (const match of born === null ? [] : search.matchAll(AGE)) {
    const age = findNumbers(match[1] ?? '').at(0);
    if (age?.kind !== 'CARDINAL' || age.text !== match[1] || age.value > 110) continue;
    add(match.index, match.index + match[0].length, `${(born ?? 0) + age.value}~`, true);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Parses what somebody typed into a date field, EDTF or words; null when it can't be read with certainty. */
export function parseHappened(text: string): string | null {
  const words = plain(text).trim().replace(/\s+/g, ' ').replace(/[.]$/, '');
  if (words === '') return null;
  if (isEdtf(words) && !/^\d{5,}$/.test(words)) return words;
  const open = words.match(/^(before|until|till|up to|after|since|from) (.+?)(?: on| onwards?)?$/i);
  if (open) {
    const value = parseHappened(open[2] ?? '');
    if (value && !value.includes('/'))
      return /^(?:after|since|from)$/i.test(open[1] ?? '') ? `${value}/..` : `../${value}`;
  }
  const span = words.match(/^(\d{4}) ?[-–—] ?(\d{2}|\d{4})$/);
  if (span) {
    const to = (span[2] ?? '').length === 2 ? `${span[1]?.slice(0, 2)}${span[2]}` : (span[2] ?? '');
    return Number(to) > Number(span[1]) ? `${span[1]}/${to}` : null;
  }
  const numeric = words.match(/^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/);
  if (numeric)
    return readNumeric(Number(numeric[1]), Number(numeric[2]), numeric[3] ?? '', words.includes('.'));
  const said = words.replace(/^(?:in|on) /i, '').replace(/^(?:circa|ca\.?|c\.?) ?(?=\d)/i, 'about ');
  const bare = /^(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)$/i.test(said)
    ? `the ${said}`
    : said;
  const found = findDates(bare);
  const only = found[0];
  const left = only
    ? (bare.slice(0, only.start) + bare.slice(only.end))
        .replace(/\b(?:in|the|early|mid|late|of|on|during|sometime|day|year)\b/gi, '')
        .trim()
    : '';
  return found.length === 1 && only && /^[\s,-]*$/.test(left) ? only.edtf : null;
}

/**
 * A date with day and month as numbers. Their order is known from dots (the European form) or from a number
 * above twelve; otherwise it is not read.
 */
function readNumeric(first: number, second: number, year: string, dotted: boolean): string | null {
  const dayFirst = dotted || first > 12;
  if (!dayFirst && second <= 12 && first !== second) return null;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const value = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const fits =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  return fits ? value : null;
}

function interval(from: string, to: string, life: Life): string | null {
  const left = read(from, life);
  const right = read(/^\d\d$/.test(to) ? `'${to}` : to, life);
  return left && right && left.slice(0, 4) <= right.slice(0, 4) && left !== right ? `${left}/${right}` : null;
}

function qualify(value: string | null, about: boolean, perhaps: boolean): string | null {
  if (!value || value.includes('X')) return value;
  const season = /-2[1-4]$/.test(value);
  return season ? value : `${value}${about && perhaps ? '%' : about ? '~' : perhaps ? '?' : ''}`;
}

/** This many characters before a date decide whether it is one. */
const BEFORE = 40;

function isDate(text: string, start: number, end: number, date: string): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const bareYear = ONLY_YEAR.test(date);
  if (bareYear && NOT_A_YEAR.test(text.slice(end, end + BEFORE))) return false;
  if (bareYear && /[$£€#]\s?$|\bnumber $|\d,$/i.test(before)) return false;
  if (
    bareYear &&
    !/\d/.test(date) &&
    /^(?:twenty|two)/i.test(date) &&
    !/\b(?:in|since|by|until|of|year|from|to|around|about) $/i.test(before)
  )
    return false;
  return !AGE_DECADE.test(before);
}

/** Replaces quotes and spaces with plain ones without changing any offset. */
function sameLength(text: string): string {
  return text
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[‐‑]/g, '-')
    .replace(/[\s\u00a0]/g, ' ');
}
