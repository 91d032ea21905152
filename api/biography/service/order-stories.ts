import { z } from 'zod';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { holdBook } from '../book.ts';
import { chaptersChanged } from '../events.ts';
import { visibleCards } from '../policy.ts';
import { inStoryOrder, type Placed, readStoryOrder, writeStoryOrder } from '../story-order.ts';
import { findChapter } from './arrange-chapters.ts';
import { cardAt } from './card-at.ts';

const MoveCard = z.object({ id: z.string(), afterId: z.string().nullish() });

/**
 * Moves a story within its chapter: right after another story, or to the beginning. The other stories keep their
 * places. A story that is put where its date puts it stands by date again. Returns the id of the chapter.
 */
export async function moveCard(viewer: Viewer, input: z.input<typeof MoveCard>): Promise<string> {
  const { id, afterId = null } = parse(MoveCard, input);
  if (afterId === id) throw new InvalidInput([{ path: 'afterId', message: 'must be another story' }]);
  return transaction(async (tx, wake) => {
    const { subjectId, chapterId } = await cardAt(tx, viewer, id);
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
    const isInChapter = { AND: [{ id: afterId ?? id, chapterId }, visibleCards(subjectAccess)] };
    if (!(await tx.card.count({ where: isInChapter })))
      throw new NotFound('Card', [afterId === null ? 'id' : 'afterId']);
    const cards = await readStoryOrder(tx, chapterId);
    const others = cards.filter((card) => card.id !== id);
    const at = others.findIndex((card) => card.id === afterId) + 1;
    const found = cards.find((card) => card.id === id);
    if (!found || cards[at] === found) return chapterId;
    const ordered = others.toSpliced(at, 0, found);
    const moved = new Set(cards.flatMap((card) => (card.orderKey === null ? [] : card.id)));
    moved.add(id);
    if (standsByDate(ordered, id)) moved.delete(id);
    await writeStoryOrder(tx, ordered, moved);
    await chaptersChanged(tx, wake, subjectId);
    return chapterId;
  });
}

/** Puts the stories of a chapter that the viewer sees back into the order of their dates. */
export async function orderCardsByDate(viewer: Viewer, chapterId: string): Promise<void> {
  await transaction(async (tx, wake) => {
    const found = await findChapter(tx, viewer, chapterId);
    if (!found) throw new NotFound('Chapter', ['chapterId']);
    const { subjectId } = found;
    await holdBook(tx, subjectId);
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
    const where = { AND: [{ chapterId, orderKey: { not: null } }, visibleCards(subjectAccess)] };
    const moved = await tx.card.findMany({ where, select: { id: true } });
    if (!moved.length) return;
    // Raw, because the stories themselves don't change, nor the moment of their last change.
    await tx.$executeRaw`
      update card set order_key = null where id = any(${moved.map(({ id }) => id)}::uuid[])`;
    await chaptersChanged(tx, wake, subjectId);
  });
}

/** Whether the story stands by date among those that nobody moved. */
function standsByDate(ordered: readonly Placed[], id: string): boolean {
  const unmoved = ordered
    .filter((card) => card.id === id || card.orderKey === null)
    .map((card) => ({ ...card, orderKey: null }));
  return inStoryOrder(unmoved).every((card, at) => card.id === unmoved[at]?.id);
}
