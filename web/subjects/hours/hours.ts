import { hourInWords } from '../when.ts';

/** The hours of calls and texts, like 09:00 and 18:00. */
export interface Hours {
  hoursFrom: string;
  hoursUntil: string;
}

/** 09:00 as "9 am". */
export function clockInWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hourInWords(hour, minute);
}

/** Why hours, or the times of calls with them, can't be saved, by the name of the field. */
export function problemsOfHours(
  { hoursFrom, hoursUntil }: Hours,
  times: readonly { time: string }[],
): Record<string, string> {
  if (hoursFrom >= hoursUntil) return { hoursUntil: 'Choose an hour after the first' };
  if (times.every(({ time }) => isWithin({ hoursFrom, hoursUntil }, time))) return {};
  return {
    callTimes: `Choose times from ${clockInWords(hoursFrom)} to before ${clockInWords(hoursUntil)}`,
  };
}

/** Whether somebody may be called at this time of day. */
export function isWithin({ hoursFrom, hoursUntil }: Hours, time: string): boolean {
  return time >= hoursFrom && time < hoursUntil;
}

/** The last time of day at which somebody may be called: 17:59 where the hours end at 18:00. */
export function lastTimeOf({ hoursUntil }: Hours): string {
  const [hour = 0, minute = 0] = hoursUntil.split(':').map(Number);
  const last = hour * 60 + minute - 1;
  return [Math.floor(last / 60), last % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

const usualTime = '14:00';

/** The time of day that is proposed for a first call. */
export function firstTimeWithin(hours: Hours): string {
  return isWithin(hours, usualTime) ? usualTime : hours.hoursFrom;
}
