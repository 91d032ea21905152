import { InvalidInput } from '#api/platform/errors.ts';
import type { CommitPosition } from '#api/platform/events/commit-position.ts';
import { positionBefore } from '#api/platform/events/events.ts';
import { eventsKeptDays } from '#api/platform/events/retention.ts';

/** The description of `awaySeconds` at every stream of changes, which have no cursors. */
export const awayDescription =
  'How long the line was cut, 30 days at most: what changed meanwhile comes first, as it is by now. Of longer ago ' +
  'no changes are kept: what is shown is read anew.';

const longestAway = eventsKeptDays * 24 * 3600;

/** The argument of every stream of changes; null and absent mean from now on. */
export type AwaySeconds = number | null | undefined;

/** The position on a topic when the line was cut; null to follow from now on. Refuses a time before the kept changes. */
export async function positionAtLeaving(topic: string, seconds: AwaySeconds): Promise<CommitPosition | null> {
  if (seconds === null || seconds === undefined) return null;
  if (seconds < 0) throw new InvalidInput([{ path: 'awaySeconds', message: 'must not be negative' }]);
  if (seconds > longestAway)
    throw new InvalidInput([
      {
        path: 'awaySeconds',
        message: `changes are kept for ${eventsKeptDays} days: read anew what you show, and follow it from now on`,
      },
    ]);
  return positionBefore(topic, seconds);
}
