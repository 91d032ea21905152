import { type DateInText, findDates, isEdtf } from '#api/biography/writing/dates.ts';
import { type Life, SEASONS, yearOf } from '#api/biography/writing/dating/expressions.ts';
import { findNumbers } from '#api/biography/writing/language/numbers.ts';

/**
 * "The next year" refers to a year told at most this many characters before; the name of an event refers to
 * it anywhere.
 */
const NEAR = 500;
/** The greatest distance between a year and the event that it dates. */
const BESIDE = 60;

const SEASON = 'spring|summer|autumn|fall|winter';
const NUMBER =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|\\d{1,2}|an?)';
const LATER = new RegExp(
  `\\b(${NUMBER}) years? (later|after that|afterwards?|on|earlier|before that)(?![\\p{L}])`,
  'giu',
);
const NEXT = new RegExp(`\\bthe (?:very )?(next|following) (year|${SEASON})\\b(?! (?:was|is) )`, 'gi');
const SAME = new RegExp(`\\b(?:that|the) same (year|${SEASON})\\b|\\bthat (year|${SEASON})\\b`, 'gi');
/** "The year after the war", "two years before the flood". */
const AROUND = new RegExp(
  `\\b(?:the (year)|(${NUMBER}) years?) (after|before) (?:(that)(?=[.,;:!?]|$| (?:i|we|he|she|they)\\b)|(?:the|our|my) ((?:(?:first|second|great|korean|big|world) )*\\p{Ll}+)|(world war (?:one|two|ii|i)|i was born))(?!\\p{L})`,
  'gu',
);
const BIRTH_YEAR = /\bthe (?:year|day) (?:that )?I was born\b/giu;
const BIRTHDAY = /\b(?:on|for|by|after|before) my (\p{L}+|\d{1,3}(?:st|nd|rd|th)) birthday\b/giu;
const SEASON_OF_AGE = new RegExp(
  `\\b(?:the|that) (${SEASON}) (?:that |when )?I (?:was|turned|became) (\\p{L}+(?:-\\p{L}+)?|\\d{1,2})(?=[.,;:!?]|$| (?:and|years|we|I|my|the|he|she|they)\\b)`,
  'giu',
);

/** Wars whose years are known, with the first and the last year. */
const WARS: [RegExp, number, number][] = [
  [/^(?:the )?(?:second world war|world war (?:two|ii))$/i, 1939, 1945],
  [/^(?:the )?(?:first world war|great war|world war (?:one|i))$/i, 1914, 1918],
  [/^(?:the )?korean war$/i, 1950, 1953],
];
const BEGINS = /\b(?:began|begun|started|broke out|came|declared)\b/i;

/**
 * Dates that are relative to another one: "the year after the war" when the year of the war is told, "two
 * years later", "the summer I was nine" when the birth date is known. All of them are inferred. Words
 * without a reference date give no date.
 */
export function findRelativeDates(raw: string, life: Life): DateInText[] {
  const text = raw.replace(/[’‘ʼ]/g, "'").replace(/\s/g, ' ');
  const low = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const statedDates = findDates(raw, life).filter(
    (date) => !date.inferred && /^\d{4}(?:-|$)/.test(date.edtf),
  );
  const found: DateInText[] = [];
  const taken = new Uint8Array(text.length);
  for (const { start, end } of statedDates) taken.fill(1, start, end);
  const years = new Map<string, number | null>();
  const add = (match: RegExpMatchArray, edtf: string | null) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (!edtf || !isEdtf(edtf) || taken.subarray(start, end).includes(1)) return;
    taken.fill(1, start, end);
    found.push({ text: raw.slice(start, end), edtf, inferred: true, start, end });
  };
  const before = lastBefore(statedDates);
  const eventYear = (event: string, way: string) => {
    const key = `${event.toLowerCase()} ${way}`;
    if (!years.has(key)) years.set(key, yearOfEvent(event, way, text, statedDates));
    return years.get(key) ?? null;
  };
  for (const match of low.matchAll(AROUND)) {
    const [, year, number, way, that, event, named] = match;
    const steps = (year ? 1 : count(number)) * (way === 'after' ? 1 : -1);
    const anchor = that
      ? yearOf(before(match.index)?.edtf ?? null)
      : named === 'i was born'
        ? yearOf(life.birthDate)
        : eventYear(event ?? named ?? '', way ?? '');
    add(match, anchor === null || steps === 0 ? null : `${anchor + steps}${year ? '' : '~'}`);
  }
  for (const match of text.matchAll(LATER)) {
    const steps = count(match[1]) * (/^(?:earlier|before)/i.test(match[2] ?? '') ? -1 : 1);
    const anchor = yearOf(before(match.index)?.edtf ?? null);
    add(match, anchor === null || steps === 0 ? null : `${anchor + steps}~`);
  }
  for (const match of text.matchAll(NEXT)) {
    const anchor = yearOf(before(match.index)?.edtf ?? null);
    add(match, anchor === null ? null : inSeason(anchor + 1, match[2] ?? ''));
  }
  for (const match of text.matchAll(SAME)) {
    const anchor = before(match.index);
    const when = (match[1] ?? match[2] ?? '').toLowerCase();
    // "That winter" after "in July 1952" may be in the next year, so only a reference with a year alone
    // counts.
    const whole = anchor && /^\d{4}$/.test(anchor.edtf);
    add(match, anchor && (whole || when === 'year') ? inSeason(yearOf(anchor.edtf) ?? 0, when) : null);
  }
  for (const match of text.matchAll(BIRTH_YEAR)) {
    const born = yearOf(life.birthDate);
    add(match, born === null ? null : String(born));
  }
  for (const match of text.matchAll(BIRTHDAY)) add(match, birthday(match[1] ?? '', life));
  for (const match of text.matchAll(SEASON_OF_AGE))
    add(match, seasonOfAge(match[1] ?? '', count(match[2]), life));
  return found.sort((a, b) => a.start - b.start);
}

/**
 * Returns a function that finds the last date told before a position, if it is near. Positions may come in
 * any order.
 */
function lastBefore(dates: readonly DateInText[]) {
  return (at: number): DateInText | null => {
    let [low, high] = [0, dates.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((dates[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const last = dates[low - 1];
    return last && at - last.end <= NEAR ? last : null;
  };
}

function count(word: string | undefined): number {
  const low = word?.toLowerCase() ?? '';
  if (low === 'a' || low === 'an') return 1;
  const number = findNumbers(low).at(0);
  return number && Number.isInteger(number.value) && number.value < 120 ? number.value : 0;
}

/** The year of a war, a flood, a wedding: a well-known one, or one that is told beside it. */
function yearOfEvent(event: string, way: string, text: string, dates: readonly DateInText[]): number | null {
  const war = WARS.find(([name]) => name.test(event));
  if (war) return way === 'after' ? war[2] : war[1];
  const word = event.split(' ').at(-1) ?? '';
  if (word.length < 3) return null;
  const beside = dates.filter(({ start, end }) =>
    new RegExp(`\\b${word}\\b`, 'i').test(clauseAround(text, start, end, SENTENCE)),
  );
  const fits = beside.filter(
    ({ start, end }) => BEGINS.test(clauseAround(text, start, end, CLAUSE)) === (way === 'before'),
  );
  const years = new Set((fits.length > 0 ? fits : beside).map(({ edtf }) => yearOf(edtf)));
  return years.size === 1 ? ([...years][0] ?? null) : null;
}

const SENTENCE = /[.;!?] /;
const CLAUSE = /[.;!?,] | and | but /;

function clauseAround(text: string, start: number, end: number, parting: RegExp): string {
  const before =
    text
      .slice(Math.max(0, start - BESIDE), start)
      .split(parting)
      .at(-1) ?? '';
  const after = text.slice(end, end + BESIDE).split(parting)[0] ?? '';
  return before + text.slice(start, end) + after;
}

function inSeason(year: number, when: string): string {
  const season = SEASONS.get(when.toLowerCase());
  return season ? `${year}-${season}` : String(year);
}

function birthday(word: string, life: Life): string | null {
  const age = findNumbers(word).at(0);
  const born = yearOf(life.birthDate);
  if (born === null || age?.kind !== 'ORDINAL' || age.value < 1 || age.value > 110) return null;
  const day = /^\d{4}(-\d\d-\d\d)$/.exec(life.birthDate ?? '')?.[1];
  return `${born + age.value}${day ?? ''}`;
}

const SEASON_MONTH: Record<string, number> = { '21': 4, '22': 7, '23': 10, '24': 12 };

/** The year of a season at a certain age, when the birthday decides it. */
function seasonOfAge(when: string, age: number, life: Life): string | null {
  const born = yearOf(life.birthDate);
  if (born === null || age === 0 || age > 110) return null;
  const season = SEASONS.get(when.toLowerCase()) ?? '';
  const month = Number(/^\d{4}-(\d\d)/.exec(life.birthDate ?? '')?.[1] ?? 0);
  if (month === 0 || month > 12) return `${born + age}~`;
  return `${born + age + ((SEASON_MONTH[season] ?? 0) < month ? 1 : 0)}-${season}`;
}
