import { cardsSeen } from '#api/biography/policy.ts';
import { positionBefore, readEvents } from '#api/platform/events/events.ts';
import { followTogether } from '#api/platform/events/log-tail.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Guarded, guarded } from '#api/subjects/live/guarded.ts';

/** A person of a book was added, corrected, related, merged with another one, or separated again. */
export type PersonChange = { subjectId: string; personId: string };

/**
 * Yields the changes of a book's people as they are committed, starting with those of the last `awaySeconds`. Ends when
 * the viewer may no longer read the book.
 */
export async function followPeople(
  viewer: Viewer,
  subjectId: string,
  awaySeconds: number | null,
  signal: AbortSignal,
  take: Take<Guarded<PersonChange>>,
): Promise<void> {
  const topic = topics.people(subjectId);
  await guarded<PersonChange>(
    viewer,
    {
      subjectId,
      mayFollow: (subjectAccess) => cardsSeen(subjectAccess) !== null,
      subjectOf: () => subjectId,
      isFor: () => true,
    },
    async (until, hand) => {
      const after = awaySeconds === null ? null : await positionBefore(topic, awaySeconds);
      await followTogether(
        topic,
        (place) => readEvents(topic, place),
        after,
        until,
        ({ item: { payload } }) => hand({ subjectId, personId: payload.personId ?? '' }),
      );
    },
    signal,
    take,
  );
}
