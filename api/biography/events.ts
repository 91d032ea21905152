import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';

/** A card was written, changed, published, hidden or decided on. */
export async function cardChanged(tx: Tx, wake: Wake, subjectId: string, cardId: string) {
  await append(tx, topics.stories(subjectId), 'card-changed', { cardId }, subjectId);
  wake(topics.stories(subjectId));
}

/** Somebody opened or closed the editor of a card. */
export async function editorsChanged(tx: Tx, wake: Wake, subjectId: string, cardId: string) {
  await append(tx, topics.stories(subjectId), 'editors-changed', { cardId }, subjectId);
  wake(topics.stories(subjectId));
}

/** Chapters were renamed, reordered, hidden or shown, or stories moved within one. */
export async function chaptersChanged(tx: Tx, wake: Wake, subjectId: string) {
  await append(tx, topics.stories(subjectId), 'chapters-changed', {}, subjectId);
  wake(topics.stories(subjectId));
}

/** The kinds of activity that the family sees under "Lately". */
export type ActivityKind = 'story-written' | 'story-published' | 'story-edited';

/** Records an activity on a card; a null `actorId` means Evertold itself. */
export async function noteActivity(
  tx: Tx,
  kind: ActivityKind,
  at: { subjectId: string; cardId: string; actorId: string | null },
) {
  await tx.activity.create({ data: { ...at, kind } });
}
