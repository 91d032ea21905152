import type { CardStatus } from '#api/generated/prisma/enums.ts';
import { tellReaders } from '#api/keepsakes/service/tell-of-keepsakes.ts';
import { tieToldKeepsakes } from '#api/keepsakes/service/tie-told.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { cardChanged, noteActivity } from '../events.ts';
import { tellOfStories } from '../pipeline/telling.ts';
import { emptyAmong } from '../privacy.ts';
import { cardAt } from './card-at.ts';

/**
 * Publishes or hides a card. Readers who could not see it before are notified. Setting the current status
 * does nothing. A card that was published once never becomes a draft again.
 */
export async function setCardStatus(viewer: Viewer, id: string, status: CardStatus) {
  await transaction(async (tx, wake) => {
    const card = await cardAt(tx, viewer, id);
    if (card.status === status) return;
    if (status === 'DRAFT') {
      throw new InvalidInput([{ path: 'status', message: 'can only become PUBLISHED or HIDDEN' }]);
    }
    if (status === 'PUBLISHED' && (await emptyAmong(tx, [id])).length) {
      throw new InvalidInput([{ path: 'status', message: 'can’t be PUBLISHED: there is nothing to read' }]);
    }
    await tx.card.update({ where: { id }, data: { status } });
    const published = status === 'PUBLISHED';
    // A story that was merged into another one is by itself again; its printed code plays only it.
    if (published) await tx.cardMerge.deleteMany({ where: { cardId: id } });
    await noteActivity(tx, published ? 'story-published' : 'story-edited', {
      subjectId: card.subjectId,
      cardId: id,
      actorId: viewer.userId,
    });
    await tellReaders(tx, wake, card.subjectId, [id]);
    // Only at first, so that a picture that the family took out of the story stays out.
    if (published && card.status === 'DRAFT') {
      await tieToldKeepsakes(tx, wake, { subjectId: card.subjectId, cardIds: [id] });
    }
    if (published) {
      await tellOfStories(tx, card.subjectId, [id], `card:${id}`, { to: 'those who read no drafts' });
    }
  });
}

/** Marks a card as right. From then on the machine only proposes changes to it. */
export async function confirmCard(viewer: Viewer, id: string) {
  await transaction(async (tx, wake) => {
    const card = await cardAt(tx, viewer, id);
    if (card.mark === 'CONFIRMED') return;
    await tx.card.update({ where: { id }, data: { mark: 'CONFIRMED' } });
    await noteActivity(tx, 'story-edited', {
      subjectId: card.subjectId,
      cardId: id,
      actorId: viewer.userId,
    });
    await cardChanged(tx, wake, card.subjectId, id);
  });
}
