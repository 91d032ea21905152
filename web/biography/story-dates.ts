import { yearsOf } from '#web/subjects/when.ts';

const months = [
  'january', 'february', 'march', 'april', 'may', 'june',
  'july', 'august', 'september', 'october', 'november', 'december',
]; // biome-ignore format: one line each says no more
const seasons: Record<string, string> = {
  spring: '21',
  summer: '22',
  autumn: '23',
  fall: '23',
  winter: '24',
};

/**
 * Converts a date as a person types it ("1958", "September 1958", "9 September 1958", "summer of 1952", "about 1950",
 * "the 1950s", "1958 to 1966") to EDTF; null when it can't be understood. EDTF input is returned unchanged.
 */
export function edtfFromWords(words: string): string | null {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/[.,]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^(in|on|the|from) /, '');
  if (/^\d{3}[\dX](-\d{2}(-\d{2})?)?[~?%]?$/i.test(text) || /^\d{2}XX$/i.test(text))
    return text.toUpperCase();
  const span = /^(.+?)(?: to | until | – |–|\/| - )(.+)$/.exec(text);
  if (span?.[1] && span[2]) {
    const [from, to] = [edtfFromWords(span[1]), edtfFromWords(span[2])];
    return from && to ? `${from}/${to}` : null;
  }
  const about = /^(?:about|around|circa|ca|c) (.+)$/.exec(text);
  if (about?.[1]) {
    const date = edtfFromWords(about[1]);
    return date && /^[\dX-]+$/.test(date) ? `${date}~` : null;
  }
  return decade(text) ?? season(text) ?? monthOrDay(text);
}

function decade(text: string): string | null {
  const [, tens] = /^(?:the )?(\d{3})0s$/.exec(text) ?? [];
  return tens ? `${tens}X` : null;
}

function season(text: string): string | null {
  const [, name, year] = /^([a-z]+) (?:of )?(\d{4})$/.exec(text) ?? [];
  const number = name && seasons[name];
  return number ? `${year}-${number}` : null;
}

function monthOrDay(text: string): string | null {
  const [, dayBefore, name, dayAfter, year] =
    /^(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?)?([a-z]{3,}) (?:(\d{1,2})(?:st|nd|rd|th)? )?(?:of )?(\d{4})$/.exec(
      text,
    ) ?? [];
  const month = name ? months.findIndex((each) => each.startsWith(name)) + 1 : 0;
  if (!month || !year) return null;
  const day = Number(dayBefore ?? dayAfter ?? 0);
  const date = `${year}-${String(month).padStart(2, '0')}`;
  if (!day) return date;
  const real = new Date(Date.UTC(Number(year), month - 1, day));
  return real.getUTCMonth() === month - 1 && day <= 31 ? `${date}-${String(day).padStart(2, '0')}` : null;
}

/** The sort key of a date: its beginning; a season counts from its first month. */
export function lifeKey(edtf: string): string {
  const firstMonths: Record<string, string> = { '21': '03', '22': '06', '23': '09', '24': '12' };
  const [from = ''] = edtf.split('/');
  const plain = from.replace(/[~?%]/g, '').replaceAll('X', '0');
  return plain.replace(
    /^(-?\d{4})-(2[1-4])$/,
    (_, year: string, number: string) => `${year}-${firstMonths[number]}`,
  );
}

/** Sorts stories by date; those without a date come last in their given order. */
export function inOrderOfLife<T extends { happened?: string | null | undefined }>(
  stories: readonly T[],
): T[] {
  const key = ({ happened }: T) => (happened ? lifeKey(happened) : '~');
  return [...stories].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** The first and the last year of the stories; null when none has a date. */
export function yearsOfStories(
  stories: readonly { happened?: string | null | undefined }[],
): { from: number; to: number } | null {
  const years = stories.flatMap(({ happened }) => {
    const span = happened ? yearsOf(happened) : null;
    return span ? [span] : [];
  });
  if (years.length === 0) return null;
  return { from: Math.min(...years.map(({ from }) => from)), to: Math.max(...years.map(({ to }) => to)) };
}

/** For example "1958 to 1966" or "1911". */
export function spanOfStories(stories: readonly { happened?: string | null | undefined }[]): string | null {
  const years = yearsOfStories(stories);
  if (!years) return null;
  return years.from === years.to ? String(years.from) : `${years.from} to ${years.to}`;
}
