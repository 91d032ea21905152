import { InvalidInput } from '#api/platform/errors.ts';
import { eventsKeptDays } from '#api/platform/events/retention.ts';

/** The description of `awaySeconds` at every stream of changes, which have no cursors. */
export const awayDescription =
  'How long the line was cut, 30 days at most: what changed meanwhile comes first, as it is by now. Of longer ago ' +
  'no changes are kept: what is shown is read anew.';

const longestAway = eventsKeptDays * 24 * 3600;

/** Refuses an `awaySeconds` for which no changes are kept. */
export function checkAway(seconds: number | null | undefined): number | null {
  if (seconds === null || seconds === undefined) return null;
  if (seconds < 0) throw new InvalidInput([{ path: 'awaySeconds', message: 'must not be negative' }]);
  if (seconds > longestAway)
    throw new InvalidInput([
      {
        path: 'awaySeconds',
        message: `changes are kept for ${eventsKeptDays} days: read anew what you show, and follow it from now on`,
      },
    ]);
  return seconds;
}
