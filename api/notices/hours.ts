import type { Hours } from '#api/platform/domain-values/time-zone.ts';

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
