import { positionBefore, readEvents } from '#api/platform/events/events.ts';
import { followTogether } from '#api/platform/events/log-tail.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Guarded, guarded } from '#api/subjects/live/guarded.ts';
import { seesKeepsakes } from './policy.ts';

/**
 * A keepsake was added, described anew, deleted or restored, or others may see it; without one, several were.
 */
export type KeepsakeChange = { subjectId: string; keepsakeId: string | null };

/**
 * Yields the changes of a book's keepsakes as they are committed, starting with those of the last `awaySeconds`. Ends
 * when the viewer may no longer see the book.
 */
export async function followKeepsakes(
  viewer: Viewer,
  subjectId: string,
  awaySeconds: number | null,
  signal: AbortSignal,
  take: Take<Guarded<KeepsakeChange>>,
): Promise<void> {
  const topic = topics.keepsakes(subjectId);
  await guarded<KeepsakeChange>(
    viewer,
    { subjectId, mayFollow: seesKeepsakes, subjectOf: () => subjectId, isFor: () => true },
    async (until, hand) => {
      const after = awaySeconds === null ? null : await positionBefore(topic, awaySeconds);
      await followTogether(
        topic,
        (place) => readEvents(topic, place),
        after,
        until,
        ({ item: { payload } }) => hand({ subjectId, keepsakeId: payload.keepsakeId ?? null }),
      );
    },
    signal,
    take,
  );
}
