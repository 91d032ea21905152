import { TZDate } from '@date-fns/tz';

/** Whether this is a named zone of the IANA database; a bare offset has no summer time and is refused. */
export function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** The canonical name of a zone, because some databases lack old aliases such as US/Pacific-New. */
export function canonicalZone(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** Minutes after midnight; `until` is exclusive. */
export type Hours = Readonly<{ from: number; until: number }>;

/** Returns `now` when it is within these hours in local time, else the next time at which they begin. */
export function nextWithin(hours: Hours, zone: string, now: Date): Date {
  const there = new TZDate(now.getTime(), zone);
  const minute = there.getHours() * 60 + there.getMinutes();
  if (minute >= hours.from && minute < hours.until) return now;
  return beginning(hours, there, minute >= hours.until ? 1 : 0);
}

/** When these hours begin on the current local day, in the past or the future. */
export function beginsToday(hours: Hours, zone: string, now: Date): Date {
  return beginning(hours, new TZDate(now.getTime(), zone), 0);
}

function beginning({ from }: Hours, there: TZDate, inDays: number): Date {
  const [year, month, day] = [there.getFullYear(), there.getMonth(), there.getDate() + inDays];
  const at = new TZDate(year, month, day, Math.floor(from / 60), from % 60, there.timeZone);
  return new Date(at.getTime());
}

/** The local day: 2026-11-12. */
export function dayThere(now: Date, zone: string): string {
  const there = new TZDate(now.getTime(), zone);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${there.getFullYear()}-${two(there.getMonth() + 1)}-${two(there.getDate())}`;
}

/** The start of a day, written 2026-11-12, in a zone. */
export function dayBegins(day: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date, zone).getTime());
}

/** The first time from `now` on that is within each of these hours in its zone; null when there is none. */
export function nextWithinAll(
  each: readonly Readonly<{ hours: Hours; zone: string }>[],
  now: Date,
): Date | null {
  const latest = now.getTime() + 2 * 24 * 3_600_000;
  let at = now.getTime();
  while (at <= latest) {
    const opens = Math.max(...each.map(({ hours, zone }) => nextWithin(hours, zone, new Date(at)).getTime()));
    if (opens <= at) return new Date(at);
    at = opens;
  }
  return null;
}
