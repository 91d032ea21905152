import { zonesToText } from '#api/consent/texting.ts';
import { hoursOf, outermostHours } from '#api/notices/hours.ts';
import { type Hours, nextWithinAll } from '#api/platform/domain-values/time-zone.ts';
import { clockTime } from '#api/subjects/calls.ts';

type Reached = {
  preferredName: string;
  phone: string;
  timeZone: string;
  timeZoneSaid: boolean;
  hoursFrom: number;
  hoursUntil: number;
};

/** Why the phone may not ring or be texted now, in words for the person who asks; null when it may. */
export function whyNotNow(subject: Reached, now: Date): string | null {
  const zones = zonesToText(subject);
  const chosen = hoursOf(subject);
  const usual = nextWithinAll(chosen, zones, now);
  const next = usual ?? nextWithinAll(outermostHours, zones, now) ?? now;
  if (next <= now) return null;
  const { preferredName: name, timeZoneSaid } = subject;
  if (timeZoneSaid || zones.length < 2) return `It is not between ${inWords(chosen)} where ${name} lives`;
  const hours = inWords(usual ? chosen : outermostHours);
  return `We don’t know ${name}’s time zone, and it is not between ${hours} everywhere in the country of the phone. Enter the time zone in the settings.`;
}

function inWords({ from, until }: Hours): string {
  return [from, until].map((minute) => clockTime(minute).replace(/^0/, '')).join(' and ');
}
