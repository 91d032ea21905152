import type { MessageFilter } from '#web/app/generated/schema-types.ts';

/** The filter as text from the address; empty fields are unset. */
export interface AddressFilter {
  dateFrom: string;
  dateTo: string;
  phone: string;
  subjectId: string;
  role: '' | 'user' | 'assistant';
}

export type FilterField = keyof AddressFilter;

export const noFilter: AddressFilter = { dateFrom: '', dateTo: '', phone: '', subjectId: '', role: '' };

/** Reads the filter from the address; an unknown role is dropped and reported. */
export function readAddress(params: URLSearchParams): { filter: AddressFilter; droppedRole: string | null } {
  const text = (name: FilterField) => (params.get(name) ?? '').trim();
  const role = text('role');
  const known = role === 'user' || role === 'assistant' || role === '';
  return {
    filter: {
      dateFrom: text('dateFrom'),
      dateTo: text('dateTo'),
      phone: text('phone'),
      subjectId: text('subjectId'),
      role: known ? role : '',
    },
    droppedRole: known ? null : role,
  };
}

/** The query string of a filter: only the fields that are set. */
export function addressOf(filter: AddressFilter): URLSearchParams {
  const set = Object.entries(filter).filter(([, value]) => value !== '');
  return new URLSearchParams(set as [string, string][]);
}

/** The problems of each field in words. A field with a problem is not used as a filter. */
export function problemsOf(filter: AddressFilter): Partial<Record<FilterField, string>> {
  const from = startOfDay(filter.dateFrom);
  const to = startOfDay(filter.dateTo);
  return {
    ...(filter.dateFrom && !from && { dateFrom: 'Not a day' }),
    ...(filter.dateTo && !to && { dateTo: 'Not a day' }),
    ...(from && to && to < from && { dateTo: 'Before the first day' }),
    ...(filter.phone && !phonePrefix(filter.phone) && { phone: 'Begin with +, like +1508' }),
  };
}

/** The filter for the server: whole days in the reader's time zone, including the last one. */
export function serverFilter(filter: AddressFilter): MessageFilter {
  const wrong = problemsOf(filter);
  const from = wrong.dateFrom ? null : startOfDay(filter.dateFrom);
  const until = wrong.dateTo ? null : startOfDay(filter.dateTo, 1);
  const phone = wrong.phone ? null : phonePrefix(filter.phone);
  return {
    ...(from && { dateFrom: from.toISOString() }),
    ...(until && { dateTo: until.toISOString() }),
    ...(phone && { phone }),
    ...(filter.subjectId && { subjectId: filter.subjectId }),
    ...(filter.role && { role: filter.role }),
  };
}

/** Midnight at the start of a day (`2026-11-01`) in the reader's time zone, or of a later day. */
function startOfDay(day: string, later = 0): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.map(Number) ?? [];
  if (!year || !month || !date) return null;
  const midnight = new Date(year, month - 1, date);
  if (midnight.getMonth() !== month - 1 || midnight.getDate() !== date) return null;
  return new Date(year, month - 1, date + later);
}

/** A phone number, or its beginning, in E.164; ten digits without a prefix count as North American. */
export function phonePrefix(typed: string): string | null {
  const bare = typed.replace(/[\s().-]/g, '');
  if (/^\+\d{1,15}$/.test(bare)) return bare;
  if (/^00\d{1,15}$/.test(bare)) return `+${bare.slice(2)}`;
  if (/^\d{10}$/.test(bare)) return `+1${bare}`;
  return /^1\d{10}$/.test(bare) ? `+${bare}` : null;
}
