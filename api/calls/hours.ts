import { zonesToText } from '#api/consent/texting.ts';
import { outermostHours, textingHours } from '#api/notices/hours.ts';
import { nextWithinAll } from '#api/platform/domain-values/time-zone.ts';

type Reached = { phone: string; timeZone: string; timeZoneSaid: boolean };

/** The next time at which the phone may ring, by the subject's local time; `now` if it may ring now. */
export function mayRingAt(subject: Reached, now: Date): Date {
  const zones = zonesToText(subject);
  return nextWithinAll(textingHours, zones, now) ?? nextWithinAll(outermostHours, zones, now) ?? now;
}

export function mayRing(subject: Reached, now: Date): boolean {
  return mayRingAt(subject, now) <= now;
}
