import { positionBefore, readEvents } from '#api/platform/events/events.ts';
import { followTogether } from '#api/platform/events/log-tail.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Guarded, guarded } from '#api/subjects/live/guarded.ts';
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

/**
 * Yields the changes of a subject's cards and chapters as they are committed, starting with those of the last
 * `awaySeconds`. Ends when the viewer may no longer read the book.
 */
export async function followCards(
  viewer: Viewer,
  subjectId: string,
  awaySeconds: number | null,
  signal: AbortSignal,
  take: Take<Guarded<CardChange>>,
): Promise<void> {
  const topic = topics.stories(subjectId);
  await guarded<CardChange>(
    viewer,
    {
      subjectId,
      mayFollow: (subjectAccess) => cardsSeen(subjectAccess) !== null,
      subjectOf: () => subjectId,
      isFor: ({ onlyEditors }, subjectAccess) => !onlyEditors || seesEditors(subjectAccess),
    },
    async (until, hand) => {
      const after = awaySeconds === null ? null : await positionBefore(topic, awaySeconds);
      await followTogether(
        topic,
        (place) => readEvents(topic, place),
        after,
        until,
        ({ item: { kind, payload } }) =>
          hand({ subjectId, cardId: payload.cardId ?? null, onlyEditors: kind === 'editors-changed' }),
      );
    },
    signal,
    take,
  );
}
