import { findNumbers } from '#api/biography/writing/language/numbers.ts';

/** What is known about a life, to decide which century "'61" and which year "when I was twelve" mean. */
export interface Life {
  birthDate: string | null;
  /** When the words were said. */
  toldAt: Date | null;
}

export const MONTHS =
  'january february march april may june july august september october november december'.split(' ');
export const SEASONS: ReadonlyMap<string, string> = new Map([
  ['spring', '21'],
  ['summer', '22'],
  ['autumn', '23'],
  ['fall', '23'],
  ['winter', '24'],
]);
const DECADES = new Map(
  'tens twenties thirties forties fifties sixties seventies eighties nineties'
    .split(' ')
    .map((word, at) => [word, at + 1]),
);

const WORD_UNIT = 'one|two|three|four|five|six|seven|eight|nine';
const WORD_TEEN = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const WORD_TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const TWO_WORDS = `(?:(?:${WORD_TENS})(?:[ -](?:${WORD_UNIT}))?|${WORD_TEEN})`;
const WORD_YEAR = `(?:eighteen|nineteen|twenty)[ -](?:(?:oh|o)[ -](?:${WORD_UNIT})|hundred(?! and)|${TWO_WORDS})|two thousand(?:(?: and)?[ -](?:${WORD_TEEN}|${WORD_UNIT}))?`;
/** A year in words or digits. */
export const YEAR = `(?:\\b(?:1[6-9]|20)\\d\\d\\b(?![,.]?\\d)|(?<![\\p{L}\\d])'\\d\\d\\b(?!s)|\\b(?:${WORD_YEAR})\\b)`;
const MONTH = `(?:january|february|march|april|may|june|july|august|september|sept|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\\b\\.?`;
const DAY = `(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?|(?:twenty|thirty)[ -]\\p{L}+|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\p{L}+teenth|twentieth|thirtieth)`;
const SEASON = 'spring|summer|autumn|fall|winter';
const GAP = '(?:,? of|,? in|,)?';

/** One date without an interval around it; `read` turns it into EDTF. */
export const DATE = [
  `\\b${DAY}(?: of)? ${MONTH}${GAP} ${YEAR}`,
  `\\b${MONTH} ${DAY},?(?: of| in)? ${YEAR}`,
  `\\b(?:${MONTH}|christmas|easter|thanksgiving)${GAP} ${YEAR}`,
  `\\b(?:${SEASON})${GAP} ${YEAR}`,
  `\\b(?:the )?(?:(?:early|mid|late)[ -])?(?:\\d\\d00|\\d\\d[1-9]0|'\\d0)'?s\\b`,
  `\\b(?:the )(?:(?:early|mid|late)[ -])?(?:(?:eighteen|nineteen)[ -])?(?:${[...DECADES.keys()].join('|')})\\b`,
  `\\b(?:eighteen|nineteen)[ -](?:${[...DECADES.keys()].join('|')})\\b`,
  YEAR,
].join('|');

const YEAR_AT_END = new RegExp(`(${YEAR})$`, 'iu');
const SEASON_WORD = new RegExp(`\\b(${SEASON})\\b`);
const MONTH_WORD = new RegExp(`\\b${MONTH}`, 'iu');

/** The EDTF of a text that `DATE` has matched; null when it has no plausible year. */
export function read(words: string, life: Life): string | null {
  const text = words.toLowerCase().replace(/\s+/g, ' ').trim();
  const decade = readDecade(text, life);
  if (decade) return decade;
  const yearWords = text.match(YEAR_AT_END)?.[1];
  const year = yearWords ? readYear(yearWords, life) : null;
  if (!yearWords || year === null) return null;
  const rest = text.slice(0, text.length - yearWords.length);
  const season = rest.match(SEASON_WORD)?.[1];
  if (season) return `${year}-${SEASONS.get(season)}`;
  const feast = rest.match(/christmas|thanksgiving|easter/)?.[0];
  if (feast) return feast === 'easter' ? `${year}-21` : `${year}-${feast === 'christmas' ? '12' : '11'}`;
  const month = rest
    .match(/\p{L}{3,}/gu)
    ?.map(monthNumber)
    .find((number) => number > 0);
  if (!month) return String(year);
  const day = findNumbers(rest.replace(MONTH_WORD, ' ')).at(0)?.value;
  const ym = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return ym;
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
    ? `${ym}-${String(day).padStart(2, '0')}`
    : null;
}

/** The month's number, 1 to 12, or 0 when the word is not a month. */
export function monthNumber(word: string): number {
  if (word === 'sept') return 9;
  return word.length < 3
    ? 0
    : MONTHS.findIndex((month) => month === word || (word.length === 3 && month.startsWith(word))) + 1;
}

/** The year that the words name. Two digits get the century that fits the life. */
export function readYear(words: string, life: Life): number | null {
  const short = words.match(/^'(\d\d)$/)?.[1];
  if (short) return centuryOf(Number(short), life);
  const value = findNumbers(words).at(0)?.value;
  return value !== undefined && value >= 1600 && value < 2100 ? value : null;
}

/**
 * Adds the century in which the subject lived to a two-digit year; without a birth date, the latest
 * possible one.
 */
export function centuryOf(twoDigits: number, life: Life): number {
  const toldYear = life.toldAt?.getUTCFullYear() ?? 2099;
  const recent = 2000 + twoDigits;
  const born = yearOf(life.birthDate);
  if (recent > toldYear) return 1900 + twoDigits;
  if (born !== null && 1900 + twoDigits >= born) return 1900 + twoDigits;
  return born === null && twoDigits > 30 ? 1900 + twoDigits : recent;
}

/** The first year of a decade; without a birth date, of the last century, in which almost everything is told of. */
export function centuryOfDecade(tens: number, life: Life): number {
  return life.birthDate === null ? 1900 + tens : centuryOf(tens, life);
}

/** The first year in an EDTF value. */
export function yearOf(value: string | null): number | null {
  const digits = value?.match(/\d{4}/)?.[0];
  return digits ? Number(digits) : null;
}

function readDecade(text: string, life: Life): string | null {
  const digits = text.match(/(\d\d)(\d)0'?s$/) ?? null;
  if (digits) return digits[2] === '0' ? `${digits[1]}0X` : `${digits[1]}${digits[2]}X`;
  const short = text.match(/'(\d)0'?s$/)?.[1];
  if (short) return `${Math.trunc(centuryOfDecade(Number(short) * 10, life) / 10)}X`;
  const word = text.match(/(?:(eighteen|nineteen)[ -])?(?<!\p{L})(\p{L}+ies|tens)$/u);
  const tens = word ? DECADES.get(word[2] ?? '') : undefined;
  if (tens === undefined) return null;
  return word?.[1] === 'eighteen'
    ? `18${tens}X`
    : word?.[1] === 'nineteen'
      ? `19${tens}X`
      : `${Math.trunc(centuryOfDecade(tens * 10, life) / 10)}X`;
}
