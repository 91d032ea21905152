import { personChanged } from '#api/people/events.ts';
import { visiblePeople } from '#api/people/policy.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { LimitReached, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { cardChanged } from '../events.ts';
import { visibleCards } from '../policy.ts';
import { cardAt } from './card-at.ts';

/** The maximum of people in a story that the family adds to. */
const mostPeople = 100;

/**
 * Says that a person of the book is in a story, or isn't. The writer keeps to it: somebody who was taken out is not
 * found in the story again, and somebody who was added stays.
 */
export async function setPersonInStory(
  viewer: Viewer,
  { cardId, personId: sentId, isIn }: { cardId: string; personId: string; isIn: boolean },
): Promise<void> {
  const personId = rowId(sentId);
  await transaction(async (tx, wake) => {
    const card = await cardAt(tx, viewer, cardId, ['cardId']);
    const { subjectId } = card;
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
    const person = await tx.person.findFirst({
      where: {
        AND: [{ id: personId, subjectId }, visiblePeople(subjectAccess, visibleCards(subjectAccess))],
      },
      select: { id: true },
    });
    if (!person) throw new NotFound('Person', ['personId']);
    const at = { cardId: card.id, personId };
    if (isIn && (await tx.cardPerson.count({ where: { cardId: card.id } })) >= mostPeople) {
      throw new LimitReached(`A story has at most ${mostPeople} people`, mostPeople);
    }
    await tx.cardPersonDecision.upsert({
      where: { cardId_personId: at },
      create: { ...at, subjectId, isIn },
      update: { isIn },
    });
    const { count } = isIn
      ? await tx.cardPerson.createMany({ data: [{ ...at, subjectId }], skipDuplicates: true })
      : await tx.cardPerson.deleteMany({ where: at });
    if (!count) return;
    await cardChanged(tx, wake, subjectId, card.id);
    await personChanged(tx, wake, subjectId, personId);
  });
}
