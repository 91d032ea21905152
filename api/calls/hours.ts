import { zonesToText } from '#api/consent/texting.ts';
import { hoursOf, nextToReach, outermostHours } from '#api/notices/hours.ts';
import { type Hours, nextWithinAll } from '#api/platform/domain-values/time-zone.ts';
import { clockTime } from '#api/subjects/calls.ts';

/** The facts that decide when a subject's phone may ring. */
export type Reached = {
  preferredName: string;
  phone: string | null;
  timeZone: string;
  timeZoneSaid: boolean;
  hoursFrom: number;
  hoursUntil: number;
};

type WithPhone = Reached & { phone: string };

/** The first time from `now` on at which the phone may ring; null when that never comes. */
export function nextReachable(subject: WithPhone, now: Date): Date | null {
  return nextToReach(hoursOf(subject), { zones: zonesToText(subject), shown: subject.timeZone }, now);
}

/** Why the phone may not ring or be texted now, in words for the person who asks; null when it may. */
export function whyNotNow(subject: WithPhone, now: Date): string | null {
  const zones = zonesToText(subject);
  const chosen = hoursOf(subject);
  const { preferredName: name, timeZone, timeZoneSaid } = subject;
  const next = nextReachable(subject, now);
  if (next && next <= now) return null;
  if (timeZoneSaid || zones.length < 2) return `It is not between ${inWords(chosen)} where ${name} lives`;
  const isNarrow = nextWithinAll(
    zones.map((zone) => ({ hours: chosen, zone })),
    now,
  );
  const unknown = `We don’t know ${name}’s time zone, and`;
  const enter = 'Enter the time zone in the settings.';
  if (isNarrow)
    return `${unknown} it is not between ${inWords(chosen)} everywhere in the country of the phone. ${enter}`;
  const both = `between ${inWords(outermostHours)} everywhere in the country of the phone and between ${inWords(chosen)} in the time zone ${timeZone}`;
  return `${unknown} it is ${next ? 'not' : 'never'} ${both}. ${enter}`;
}

function inWords({ from, until }: Hours): string {
  return [from, until].map((minute) => clockTime(minute).replace(/^0/, '')).join(' and ');
}
