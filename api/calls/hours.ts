import { zonesToText } from '#api/consent/texting.ts';
import { outermostHours, textingHours } from '#api/notices/hours.ts';
import { nextWithinAll } from '#api/platform/domain-values/time-zone.ts';

type Reached = { phone: string; timeZone: string; timeZoneSaid: boolean };

/** The next time at which the phone may ring, by the subject's local time; `now` if it may ring now. */
export function mayRingAt(subject: Reached, now: Date): Date {
  const zones = zonesToText(subject);
  return nextWithinAll(textingHours, zones, now) ?? nextWithinAll(outermostHours, zones, now) ?? now;
}

/** Why the phone may not ring or be texted now, in words for the person who asks; null when it may. */
export function whyNotNow(subject: Reached & { preferredName: string }, now: Date): string | null {
  if (mayRingAt(subject, now) <= now) return null;
  const { preferredName: name, timeZoneSaid } = subject;
  const zones = zonesToText(subject);
  if (timeZoneSaid || zones.length < 2) return `It is not between 9:00 and 18:00 where ${name} lives`;
  const hours = nextWithinAll(textingHours, zones, now) ? '9:00 and 18:00' : '8:00 and 21:00';
  return `We don’t know ${name}’s time zone, and it is not between ${hours} everywhere in the country of the phone. Enter the time zone in the settings.`;
}
