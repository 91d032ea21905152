import { cardsSeen } from '#api/biography/policy.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { AwaySeconds } from '#api/subjects/live/away.ts';
import { followEvents } from '#api/subjects/live/follow-events.ts';
import { seesMembers } from './policy.ts';

/**
 * A person of a book was added, corrected, related, merged with another one, or separated again; without one, which of
 * the living people readers see was chosen anew.
 */
export type PersonChange = { subjectId: string; personId: string | null };

/** The members of a subject changed. */
export type MemberChange = { subjectId: string };

/** Follows the changes of a book's people, for those who may read the book. */
export function followPeople(viewer: Viewer, subjectId: string, awaySeconds: AwaySeconds) {
  return followEvents<PersonChange>(viewer, {
    topic: topics.people(subjectId),
    subjectId,
    awaySeconds,
    mayFollow: (subjectAccess) => cardsSeen(subjectAccess) !== null,
    changeOf: ({ payload }) => ({ subjectId, personId: payload.personId ?? null }),
  });
}

/** Follows the changes of a subject's members, for those who may see them. */
export function followMembers(viewer: Viewer, subjectId: string, awaySeconds: AwaySeconds) {
  return followEvents<MemberChange>(viewer, {
    topic: topics.members(subjectId),
    subjectId,
    awaySeconds,
    mayFollow: seesMembers,
    changeOf: () => ({ subjectId }),
  });
}
