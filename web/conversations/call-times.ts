/** Days, months and lengths of conversations, as the call log says them. */

export interface CallDay {
  day: string;
  weekday: string;
  month: string;
  year: string;
}

/** The day of a conversation, where `timeZone` is. */
export function callDay(startedAt: string, timeZone: string): CallDay {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const parts = new Map(format.formatToParts(new Date(startedAt)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return { day: part('day'), weekday: part('weekday'), month: part('month'), year: part('year') };
}

/** "Thursday 5 November 2026" */
export function longDay(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' });
  return format.format(new Date(at)).replace(',', '');
}

export interface Month<T> {
  month: string;
  year: string;
  calls: T[];
}

/** When a conversation happened: its start, the end of a call that nobody took, or now for one that rings. */
export function happenedAt({
  startedAt,
  endedAt,
}: {
  startedAt: string | null;
  endedAt: string | null;
}): string {
  return startedAt ?? endedAt ?? new Date().toISOString();
}

/** Conversations by month, in the order in which they came. */
export function byMonth<T extends { startedAt: string | null; endedAt: string | null }>(
  calls: readonly T[],
  timeZone: string,
): Month<T>[] {
  const months: Month<T>[] = [];
  for (const call of calls) {
    const { month, year } = callDay(happenedAt(call), timeZone);
    const last = months.at(-1);
    if (last && last.month === month && last.year === year) last.calls.push(call);
    else months.push({ month, year, calls: [call] });
  }
  return months;
}

/** "under a minute", "27 min", "1 h 5 min" */
export function lengthInWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
}

/** A moment of a conversation: "6:48", "1:02:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
