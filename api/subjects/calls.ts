import { TZDate } from '@date-fns/tz';
import type { SubjectStatus } from '#api/generated/prisma/enums.ts';

export type CallTime = { weekday: number; minute: number };

/** Formats a minute of the day as local time, 14:00. */
export function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** The facts that decide when a subject is called. */
export type Called = {
  status: SubjectStatus;
  timeZone: string;
  callTimes: readonly CallTime[];
  callsAgreed: boolean;
  /** Calls are paused until this time. */
  callsPausedUntil?: Date | null;
  /** A single call time that is skipped. */
  skippedCallAt?: Date | null;
};

/**
 * The next call, in the subject's local time: 14:00 stays 14:00 when summer time begins or ends. Null when the subject
 * is paused, memorial, or has not agreed to calls.
 */
export function nextCallAt(subject: Called, now: Date): Date | null {
  const paused = subject.callsPausedUntil;
  // A call exactly at the end of the pause is allowed.
  const from = paused && paused > now ? new Date(paused.getTime() - 1) : now;
  return timesAround(subject, from).find((time) => time > from) ?? null;
}

/** The time of a due call that is at most `lateMs` late; null when there is none. */
export function dueCallAt(subject: Called, now: Date, lateMs: number): Date | null {
  const paused = subject.callsPausedUntil;
  if (paused && paused > now) return null;
  const earliest = now.getTime() - lateMs;
  return timesAround(subject, now).findLast((time) => time <= now && time.getTime() > earliest) ?? null;
}

/** Whether a time is one of the subject's call times, as they are now. */
export function isCallTime(subject: Pick<Called, 'timeZone' | 'callTimes'>, at: Date): boolean {
  const { timeZone, callTimes } = subject;
  const called = { status: 'ACTIVE', timeZone, callTimes, callsAgreed: true } as const;
  return timesAround(called, at).some((time) => time.getTime() === at.getTime());
}

/** The scheduled times from the day before `now` to a fortnight after it, in order. */
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
