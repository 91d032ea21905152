import { TZDate } from '@date-fns/tz';
import type { SubjectStatus } from '#api/generated/prisma/enums.ts';

export type CallTime = { weekday: number; minute: number };

/** A minute of the day as the clock on the wall shows it, 14:00. */
export function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** What decides when a subject is called. */
export type Called = {
  status: SubjectStatus;
  timeZone: string;
  callTimes: readonly CallTime[];
  callsAgreed: boolean;
  /** Nobody calls before this time. */
  callsPausedUntil?: Date | null;
  /** The one time at which nobody calls. */
  skippedCallAt?: Date | null;
};

/**
 * When the interviewer calls next, by the clock on the subject's own wall: 14:00 stays 14:00 when summer time
 * begins or ends. Null when nobody is called: paused, memorial, or no consent to calls.
 */
export function nextCallAt(subject: Called, now: Date): Date | null {
  const paused = subject.callsPausedUntil;
  // A time that is just then is no longer in the pause.
  const from = paused && paused > now ? new Date(paused.getTime() - 1) : now;
  return timesAround(subject, from).find((time) => time > from) ?? null;
}

/** The time at which a call was due and is not more than `lateMs` late; null when none is. */
export function dueCallAt(subject: Called, now: Date, lateMs: number): Date | null {
  const paused = subject.callsPausedUntil;
  if (paused && paused > now) return null;
  const earliest = now.getTime() - lateMs;
  return timesAround(subject, now).findLast((time) => time <= now && time.getTime() > earliest) ?? null;
}

/** The times of the schedule from the day before `now` to a fortnight after it, in order. */
function timesAround(subject: Called, now: Date): Date[] {
  if (subject.status !== 'ACTIVE' || !subject.callsAgreed) return [];
  const today = new TZDate(now.getTime(), subject.timeZone);
  const times: number[] = [];
  for (let day = -1; day <= 14; day++) {
    for (const { weekday, minute } of subject.callTimes) {
      const at = new TZDate(
        today.getFullYear(),
        today.getMonth(),
        today.getDate() + day,
        Math.floor(minute / 60),
        minute % 60,
        subject.timeZone,
      );
      if ((at.getDay() || 7) === weekday) times.push(at.getTime());
    }
  }
  const skipped = subject.skippedCallAt?.getTime();
  return times
    .filter((time) => time !== skipped)
    .sort((a, b) => a - b)
    .map((time) => new Date(time));
}
