import type { AddressFilter } from './message-filter.ts';
import type { SavedFilterFragment } from './SavedFilters.graphql.ts';

/** A saved filter as the address has it; the last days are counted back from today. */
export function addressFilterOf(
  { dateFrom, dateTo, lastDays, phone, subjectId, role }: Omit<SavedFilterFragment, 'id' | 'name'>,
  now = new Date(),
): AddressFilter {
  return {
    dateFrom: lastDays ? dayBefore(now, lastDays - 1) : (dateFrom ?? ''),
    dateTo: dateTo ?? '',
    phone: phone ?? '',
    subjectId: subjectId ?? '',
    role: role ?? '',
  };
}

/** The number of days from the filter's first day to today, when it has no last day and begins within a year. */
export function daysUntilToday({ dateFrom, dateTo }: AddressFilter, now = new Date()): number | null {
  const [year, month, date] = dateFrom.split('-').map(Number);
  if (!year || !month || !date || dateTo) return null;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((today - Date.UTC(year, month - 1, date)) / 86_400_000) + 1;
  return days >= 1 && days <= 366 ? days : null;
}

function dayBefore(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
