import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { AwaySeconds } from '#api/subjects/live/away.ts';
import { followEvents } from '#api/subjects/live/follow-events.ts';
import { cardsSeen, seesEditors } from './policy.ts';

/**
 * A card of a subject was written, edited, published, hidden, corrected or decided on. Without a card, the chapters were
 * changed.
 */
export type CardChange = {
  subjectId: string;
  cardId: string | null;
  /** Whether only the people who have its editor open changed. Those who write the book learn of that. */
  onlyEditors: boolean;
};

/** Follows the changes of a subject's cards and chapters, for those who may read the book. */
export function followCards(viewer: Viewer, subjectId: string, awaySeconds: AwaySeconds) {
  return followEvents<CardChange>(viewer, {
    topic: topics.stories(subjectId),
    subjectId,
    awaySeconds,
    mayFollow: (subjectAccess) => cardsSeen(subjectAccess) !== null,
    isFor: ({ onlyEditors }, subjectAccess) => !onlyEditors || seesEditors(subjectAccess),
    changeOf: ({ kind, payload }) => ({
      subjectId,
      cardId: payload.cardId ?? null,
      onlyEditors: kind === 'editors-changed',
    }),
  });
}
