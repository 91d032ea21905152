import { cardsSeen } from '#api/biography/policy.ts';
import { type Happened, positionBefore, readEvents } from '#api/platform/events/events.ts';
import { followTogether } from '#api/platform/events/log-tail.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Guarded, guarded } from '#api/subjects/live/guarded.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { seesMembers } from './policy.ts';

/**
 * A person of a book was added, corrected, related, merged with another one, or separated again; without one, which of
 * the living people readers see was chosen anew.
 */
export type PersonChange = { subjectId: string; personId: string | null };

/** The members of a subject changed. */
export type MemberChange = { subjectId: string };

type Followed<Change> = {
  subjectId: string;
  /** Includes the changes of this many last seconds. */
  awaySeconds: number | null;
  signal: AbortSignal;
  take: Take<Guarded<Change>>;
};

/**
 * Yields the changes of a book's people as they are committed, starting with those of the last `awaySeconds`. Ends when
 * the viewer may no longer read the book.
 */
export async function followPeople(viewer: Viewer, followed: Followed<PersonChange>): Promise<void> {
  const { subjectId } = followed;
  await followTopic(viewer, topics.people(subjectId), followed, {
    mayFollow: (subjectAccess) => cardsSeen(subjectAccess) !== null,
    changeOf: ({ payload }) => ({ subjectId, personId: payload.personId ?? null }),
  });
}

/**
 * Yields the changes of a subject's members as they are committed, starting with those of the last `awaySeconds`. Ends
 * when the viewer may no longer see them.
 */
export async function followMembers(viewer: Viewer, followed: Followed<MemberChange>): Promise<void> {
  const { subjectId } = followed;
  await followTopic(viewer, topics.members(subjectId), followed, {
    mayFollow: seesMembers,
    changeOf: () => ({ subjectId }),
  });
}

async function followTopic<Change extends object>(
  viewer: Viewer,
  topic: string,
  { subjectId, awaySeconds, signal, take }: Followed<Change>,
  {
    mayFollow,
    changeOf,
  }: { mayFollow: (subjectAccess: SubjectAccess) => boolean; changeOf: (happened: Happened) => Change },
): Promise<void> {
  await guarded<Change>(
    viewer,
    { subjectId, mayFollow, subjectOf: () => subjectId, isFor: () => true },
    async (until, hand) => {
      const after = awaySeconds === null ? null : await positionBefore(topic, awaySeconds);
      await followTogether(
        topic,
        (place) => readEvents(topic, place),
        after,
        until,
        ({ item }) => hand(changeOf(item)),
      );
    },
    signal,
    take,
  );
}
