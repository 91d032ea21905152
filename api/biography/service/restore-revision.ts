import { transaction } from '#api/platform/database/transaction.ts';
import { InvalidInput, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { addRevision, sentencesOf } from '../book.ts';
import { cardChanged, noteActivity } from '../events.ts';
import { cardAt } from './card-at.ts';

/**
 * Makes an earlier revision's text, title, date and place current again, as a new revision. Sentences that
 * rest on words which became private since then stay hidden.
 */
export async function restoreRevision(viewer: Viewer, cardId: string, number: number) {
  await transaction(async (tx, wake) => {
    const card = await cardAt(tx, viewer, cardId, ['cardId']);
    const { subjectId } = card;
    const earlier = await tx.cardRevision.findFirst({ where: { cardId, number } });
    if (!earlier) throw new NotFound('Revision', ['number']);
    const sentences = await sentencesOf(tx, cardId, number);
    if (sentences.every((sentence) => sentence.hidden)) {
      throw new InvalidInput([{ path: 'number', message: 'names a wording with nothing left to read' }]);
    }
    const { title, happened, place } = earlier;
    await addRevision(
      tx,
      card,
      { title, happened, place, authorId: viewer.userId, writer: null, sentences },
      { mark: 'CONFIRMED', touchedByPerson: true },
    );
    await noteActivity(tx, 'story-edited', { subjectId, cardId, actorId: viewer.userId });
    await cardChanged(tx, wake, subjectId, cardId);
  });
}
