/** Formats days and hours as people say them: "Thursday, 5 November", "2 pm". */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface DayParts {
  weekday: string;
  day: string;
  month: string;
  year: string;
}

function partsOf(at: Date, timeZone?: string): DayParts {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(timeZone && { timeZone }),
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as never;
}

/** Formats a day as "Thursday, 5 November", with the year if it is not the current one. */
export function dayInWords(at: string | Date, now = new Date(), timeZone?: string): string {
  const { weekday, day, month, year } = partsOf(new Date(at), timeZone);
  const words = `${weekday}, ${day} ${month}`;
  return year === partsOf(now, timeZone).year ? words : `${words} ${year}`;
}

/** Formats an hour as "2 pm" or "10:30 am". */
export function hourInWords(hour: number, minute = 0): string {
  const rest = minute ? `:${String(minute).padStart(2, '0')}` : '';
  return `${hour % 12 || 12}${rest} ${hour < 12 ? 'am' : 'pm'}`;
}

/** The hour of a moment in `timeZone`. */
export function timeInWords(at: string | Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone && { timeZone }),
  });
  const [hour = 0, minute = 0] = format.format(new Date(at)).split(':').map(Number);
  return hourInWords(hour, minute);
}

/** Formats a moment in `timeZone` as "Today at 2 pm", "Sunday at 2 pm" or "Sunday, 6 December at 2 pm". */
export function soonInWords(at: string, timeZone: string, now = new Date()): string {
  const then = new Date(at);
  const day = dayInWords(then, now, timeZone);
  const time = timeInWords(then, timeZone);
  if (day === dayInWords(now, now, timeZone)) return `Today at ${time}`;
  if (day === dayInWords(new Date(now.getTime() + dayMs), now, timeZone)) return `Tomorrow at ${time}`;
  return then.getTime() - now.getTime() < 6 * dayMs
    ? `${partsOf(then, timeZone).weekday} at ${time}`
    : `${day} at ${time}`;
}

/** The first and last year that an EDTF date may mean; null when it names none. */
export function yearsOf(edtf: string): { from: number; to: number } | null {
  const years = edtf.split('/').flatMap((part) => {
    const [, digits] = /^(\d[\dX]{3})/.exec(part) ?? [];
    return digits ? [Number(digits.replaceAll('X', '0')), Number(digits.replaceAll('X', '9'))] : [];
  });
  return years.length ? { from: Math.min(...years), to: Math.max(...years) } : null;
}

/** The age today of somebody born on that day, if the day is known precisely enough. */
export function ageOf(birthDate: string | null | undefined, now = new Date()): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate ?? '') ?? [];
  if (!year) return null;
  const before =
    now.getMonth() + 1 < Number(month) ||
    (now.getMonth() + 1 === Number(month) && now.getDate() < Number(day));
  return now.getFullYear() - Number(year) - (before ? 1 : 0);
}
