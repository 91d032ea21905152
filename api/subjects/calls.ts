import { TZDate } from '@date-fns/tz';
import type { SubjectStatus } from '#api/generated/prisma/enums.ts';

export type CallTime = { weekday: number; minute: number };

/** A minute of the day as the clock on the wall shows it, 14:00. */
export function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/**
 * When the interviewer calls next, by the clock on the subject's own wall: 14:00 stays 14:00 when summer time
 * begins or ends. Null when nobody is called: paused, memorial, or no consent to calls.
 */
export function nextCallAt(
  subject: { status: SubjectStatus; timeZone: string; callTimes: readonly CallTime[]; callsAgreed: boolean },
  now: Date,
): Date | null {
  if (subject.status !== 'ACTIVE' || !subject.callsAgreed) return null;
  const today = new TZDate(now.getTime(), subject.timeZone);
  const times: number[] = [];
  for (let day = 0; day <= 7; day++) {
    for (const { weekday, minute } of subject.callTimes) {
      const at = new TZDate(
        today.getFullYear(),
        today.getMonth(),
        today.getDate() + day,
        Math.floor(minute / 60),
        minute % 60,
        subject.timeZone,
      );
      if ((at.getDay() || 7) === weekday && at.getTime() > now.getTime()) times.push(at.getTime());
    }
  }
  return times.length ? new Date(Math.min(...times)) : null;
}
