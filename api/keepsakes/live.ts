import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { AwaySeconds } from '#api/subjects/live/away.ts';
import { followEvents } from '#api/subjects/live/follow-events.ts';
import { seesKeepsakes } from './policy.ts';

/**
 * A keepsake was added, described anew, deleted or restored, or others may see it; without one, several were.
 */
export type KeepsakeChange = { subjectId: string; keepsakeId: string | null };

/** Follows the changes of a book's keepsakes, for those who may see the book. */
export function followKeepsakes(viewer: Viewer, subjectId: string, awaySeconds: AwaySeconds) {
  return followEvents<KeepsakeChange>(viewer, {
    topic: topics.keepsakes(subjectId),
    subjectId,
    awaySeconds,
    mayFollow: seesKeepsakes,
    changeOf: ({ payload }) => ({ subjectId, keepsakeId: payload.keepsakeId ?? null }),
  });
}
