import { type Happened, readEvents } from '#api/platform/events/events.ts';
import { followTogether } from '#api/platform/events/log-tail.ts';
import type { Open } from '#api/platform/events/subscription.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '../policy.ts';
import { type AwaySeconds, positionAtLeaving } from './away.ts';
import { type Guarded, guarded } from './guarded.ts';

type Followed<Change> = {
  topic: string;
  subjectId: string;
  awaySeconds: AwaySeconds;
  /** Whether a viewer with this access may follow. */
  mayFollow: (subjectAccess: SubjectAccess) => boolean;
  /** Whether a viewer with this access may see a change; without it, all changes. */
  isFor?: (change: Change, subjectAccess: SubjectAccess) => boolean;
  changeOf: (event: Happened) => Change;
};

/**
 * Follows the events of a subject's topic as they are committed, starting with those of the last `awaySeconds`. Ends
 * when the viewer may no longer follow.
 */
export function followEvents<Change extends object>(
  viewer: Viewer,
  { topic, subjectId, awaySeconds, mayFollow, isFor = () => true, changeOf }: Followed<Change>,
): Open<Guarded<Change>> {
  const guard = { subjectId, mayFollow, isFor, subjectOf: () => subjectId };
  return guarded<Change>(viewer, guard, async (signal, take) => {
    const after = await positionAtLeaving(topic, awaySeconds);
    await followTogether(
      topic,
      (place) => readEvents(topic, place),
      after,
      signal,
      ({ item }) => take(changeOf(item)),
    );
  });
}
