import edtf from 'edtf';
import { remembered } from '#api/biography/writing/language/remembered.ts';

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');
const SEASON_NAMES: Record<string, string> = {
  '21': 'spring',
  '22': 'summer',
  '23': 'autumn',
  '24': 'winter',
};
const SEASON_STARTS: Record<string, string> = { '21': '03', '22': '06', '23': '09', '24': '12' };

/** Whether a value is valid EDTF, up to level 2. */
export const isEdtf = remembered(parses, 500);

function parses(value: string): boolean {
  try {
    edtf(value);
    return true;
  } catch {
    return false;
  }
}

/** A partial date in words: "summer of 1952", "about 1950", "the 1950s"; '' when it is not EDTF. */
export function sayDate(value: string): string {
  if (!isEdtf(value)) return '';
  const [from = '', to] = value.split('/');
  if (to === undefined) return sayOne(from);
  if (from === '' || from === '..') return `until ${sayOne(to)}`;
  if (to === '' || to === '..') return `from ${sayOne(from)} on`;
  return `${sayOne(from)} to ${sayOne(to)}`;
}

/**
 * A key that sorts partial dates as text: the first day of the period. Null when the value is not EDTF or
 * its beginning is unknown.
 */
export function sortKey(value: string): string | null {
  if (!isEdtf(value)) return null;
  const [from = '', to = ''] = value.split('/');
  const start = from === '' || from === '..' ? to : from;
  const match = start.match(/^(\d[\dX]{3})(?:-(\d\d|XX))?(?:-(\d\d|XX))?/);
  if (!match) return null;
  const year = (match[1] ?? '').replaceAll('X', '0');
  const middle = match[2] ?? '01';
  const month = SEASON_STARTS[middle] ?? (middle === 'XX' ? '01' : middle);
  const day = match[3] === undefined || match[3] === 'XX' ? '01' : match[3];
  return `${year}-${month}-${day}`;
}

/** The first and the last year of a partial date; null when it names none, or not with four digits. */
export function yearsOf(value: string): { first: number; last: number } | null {
  if (!isEdtf(value)) return null;
  const years = value
    .split('/')
    .filter((end) => end !== '' && end !== '..')
    .map((end) => /^\d\d(?:\d\d|\dX|XX)(?!\d)/.exec(end)?.[0]);
  const [first] = years;
  const last = years.at(-1);
  if (!first || !last) return null;
  return { first: Number(first.replaceAll('X', '0')), last: Number(last.replaceAll('X', '9')) };
}

function sayOne(value: string): string {
  const doubt = value.includes('%')
    ? 'perhaps about '
    : value.includes('~')
      ? 'about '
      : value.includes('?')
        ? 'perhaps '
        : '';
  const [year = '', middle, day] = value.replace(/[~?%]/g, '').split('-');
  return doubt + sayPlain(year, middle === 'XX' ? undefined : middle, day === 'XX' ? undefined : day);
}

function sayPlain(year: string, middle: string | undefined, day: string | undefined): string {
  if (year.endsWith('XX')) return `the ${year.slice(0, 2)}00s`;
  if (year.endsWith('X')) return `the ${year.slice(0, 3)}0s`;
  if (!middle) return year;
  const season = SEASON_NAMES[middle];
  if (season) return `${season} of ${year}`;
  const month = MONTH_NAMES[Number(middle) - 1] ?? '';
  return day ? `${Number(day)} ${month} ${year}` : `${month} ${year}`;
}
