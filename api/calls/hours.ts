import { zonesToText } from '#api/consent/texting.ts';
import { outermostHours, textingHours } from '#api/notices/hours.ts';
import { nextWithinAll } from '#api/platform/domain-values/time-zone.ts';

type Reached = { preferredName: string; phone: string; timeZone: string; timeZoneSaid: boolean };

/** Why the phone may not ring or be texted now, in words for the person who asks; null when it may. */
export function whyNotNow(subject: Reached, now: Date): string | null {
  const zones = zonesToText(subject);
  const usual = nextWithinAll(textingHours, zones, now);
  const next = usual ?? nextWithinAll(outermostHours, zones, now) ?? now;
  if (next <= now) return null;
  const { preferredName: name, timeZoneSaid } = subject;
  if (timeZoneSaid || zones.length < 2) return `It is not between 9:00 and 18:00 where ${name} lives`;
  const hours = usual ? '9:00 and 18:00' : '8:00 and 21:00';
  return `We don’t know ${name}’s time zone, and it is not between ${hours} everywhere in the country of the phone. Enter the time zone in the settings.`;
}
