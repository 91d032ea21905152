import { type Hours, nextWithinAll } from '#api/platform/domain-values/time-zone.ts';

/** The usual hours of calls, and of texts that no one waits for, in the recipient's local time. */
export const usualHours: Hours = { from: 9 * 60, until: 18 * 60 };

/** No subject's hours are outside these. They also serve countries with many zones, where narrower hours never hold everywhere at once. */
export const outermostHours: Hours = { from: 8 * 60, until: 21 * 60 };

/** The hours that the family of a subject chose. */
export function hoursOf({
  hoursFrom: from,
  hoursUntil: until,
}: {
  hoursFrom: number;
  hoursUntil: number;
}): Hours {
  return { from, until };
}

/**
 * When the phone of somebody who may be in any of these zones may be reached next: within the chosen hours in all of
 * them, or where these never come, within the outermost hours in all of them, and within the chosen hours in the zone
 * that the book shows (`shown`), if there is one. Null when that never comes.
 */
export function nextToReach(
  chosen: Hours,
  { zones, shown }: { zones: readonly string[]; shown: string | null },
  now: Date,
): Date | null {
  const everywhere = (hours: Hours) => zones.map((zone) => ({ hours, zone }));
  const here = shown ? [{ hours: chosen, zone: shown }] : [];
  return (
    nextWithinAll(everywhere(chosen), now) ?? nextWithinAll([...everywhere(outermostHours), ...here], now)
  );
}
