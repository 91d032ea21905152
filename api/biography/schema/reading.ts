import type { Prisma } from '#api/generated/prisma/client.ts';
import { listedPeople } from '#api/people/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { visibleCards } from '../policy.ts';
import { byWording, openAt, type RevisionKey } from '../reading-bodies.ts';
import { inStoryOrder } from '../story-order.ts';

/** The sentences of each revision, with the relations that the document requests. */
export async function readSentences(wordings: readonly RevisionKey[], query: object) {
  const sentences = await db.sentence.findMany({
    ...query,
    where: openAt(wordings),
    orderBy: [{ cardId: 'asc' }, { position: 'asc' }],
  });
  return byWording(wordings, sentences);
}

type Authored = Prisma.CardRevisionGetPayload<{ include: { author: true } }>;

/** The author of a revision: a person, the machine, or a placeholder for an account that isn't here. */
export function authorOf({ author, authorName, writer }: Pick<Authored, 'author' | 'authorName' | 'writer'>) {
  if (author) return { ...author, __typename: 'User' };
  if (writer !== null) return { name: writer, __typename: 'MachineWriter' };
  return { id: nobody, name: authorName ?? 'Somebody who has left', image: null, __typename: 'User' };
}

export async function readAuthors(wordings: readonly RevisionKey[]) {
  const revisions = await db.cardRevision.findMany({
    where: { OR: wordings.map(({ cardId, revision }) => ({ cardId, number: revision })) },
    include: { author: true },
  });
  return wordings.map(({ cardId, revision }) => {
    const found = revisions.find((each) => each.cardId === cardId && each.number === revision);
    return authorOf(found ?? { author: null, authorName: null, writer: null });
  });
}

/**
 * The visible cards of each chapter in its order: by date, those without a date last, unless somebody moved them. The
 * rule is a short one where the access to the subject is known.
 */
export async function readCards(
  asked: readonly { id: string; subjectAccess: SubjectAccess }[],
  query: object,
) {
  const bySubject = Map.groupBy(asked, ({ subjectAccess }) => subjectAccess);
  const cards = await db.card.findMany({
    ...query,
    where: {
      OR: [...bySubject].map(([subjectAccess, chapters]) => ({
        AND: [{ chapterId: { in: chapters.map(({ id }) => id) } }, visibleCards(subjectAccess)],
      })),
    },
  });
  const byChapter = Map.groupBy(cards, ({ chapterId }) => chapterId);
  return asked.map(({ id }) => inStoryOrder(byChapter.get(id) ?? []));
}

/** The open proposals of each card, oldest first. */
export async function readOpenProposals(cardIds: readonly string[], query: object) {
  const proposals = await db.proposal.findMany({
    ...query,
    where: { cardId: { in: [...cardIds] }, status: 'OPEN' },
    orderBy: { createdAt: 'asc' },
  });
  const byCard = Map.groupBy(proposals, ({ cardId }) => cardId);
  return cardIds.map((id) => byCard.get(id) ?? []);
}

/** The people of each card whom its reader may see, by name. `query` is the document's selection on a person. */
export async function readPeople(
  asked: readonly { id: string; subjectAccess: SubjectAccess }[],
  query: object,
) {
  const bySubject = Map.groupBy(asked, ({ subjectAccess }) => subjectAccess);
  const rows = await db.cardPerson.findMany({
    where: {
      OR: [...bySubject].map(([subjectAccess, cards]) => ({
        cardId: { in: cards.map(({ id }) => id) },
        person: listedPeople(subjectAccess),
      })),
    },
    orderBy: [{ person: { name: 'asc' } }, { personId: 'asc' }],
    include: { person: relationSelection(query) },
  });
  return asked.map(({ id }) => rows.filter(({ cardId }) => cardId === id).map(({ person }) => person));
}

/** The conversations that each card was written from, oldest first. */
export async function readConversations(cardIds: readonly string[], query: object) {
  const rows = await db.cardRevision.findMany({
    where: { cardId: { in: [...cardIds] }, conversationId: { not: null } },
    distinct: ['cardId', 'conversationId'],
    orderBy: { number: 'asc' },
    select: { cardId: true, conversation: relationSelection(query) },
  });
  return cardIds.map((cardId) =>
    rows.filter((row) => row.cardId === cardId).flatMap(({ conversation }) => conversation ?? []),
  );
}

/** A relation as Prisma expects it: with the document's selection, or `true` for all of it. */
function relationSelection(query: object): true {
  return (Object.keys(query).length ? query : true) as true;
}
