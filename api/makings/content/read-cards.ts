import { mediaFor } from '#api/audiences/policy.ts';
import { openSentence, visibleCards } from '#api/biography/policy.ts';
import { inStoryOrder, orderColumns } from '#api/biography/story-order.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { keptMedia, visibleKeepsakes } from '#api/keepsakes/policy.ts';
import { listedForViewers } from '#api/people/policy.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type { MakingRequest } from './request.ts';

/** The typesetter was measured with a hundred photos of a third of a megabyte. */
export const mostPictures = 100;

/** The printable stories: published ones that the reader may read. */
export function printableCards(
  subjectAccess: SubjectAccess,
  { chapterKeys, cardIds }: Pick<MakingRequest, 'chapterKeys' | 'cardIds'>,
): Prisma.CardWhereInput {
  return {
    AND: [
      { subjectId: subjectAccess.subjectId, status: 'PUBLISHED' },
      visibleCards(subjectAccess),
      chapterKeys.length ? { chapter: { key: { in: chapterKeys } } } : {},
      cardIds.length ? { id: { in: cardIds } } : {},
    ],
  };
}

/** Pictures that may be printed for the reader. */
function printablePictures(subjectAccess: SubjectAccess): Prisma.MediaWhereInput {
  return {
    AND: [
      keptMedia,
      { contentType: { in: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] } },
      mediaFor(subjectAccess),
    ],
  };
}

/** The picture for a cover: one of the keepsakes that the reader sees, or null when it is not. */
export function readCover(subjectAccess: SubjectAccess, coverId: string) {
  return db.media.findFirst({
    where: {
      AND: [{ id: coverId }, visibleKeepsakes(subjectAccess), printablePictures(subjectAccess)],
    },
    select: { id: true, storageKey: true, bytes: true, caption: true, title: true },
  });
}

/** The number of stories a request would print now. */
export function countPrintable(subjectAccess: SubjectAccess, request: MakingRequest): Promise<number> {
  return db.card.count({ where: printableCards(subjectAccess, request) });
}

/** The stories of a request in the order of their chapters, with their open sentences; stories without any are left out. */
export async function readPrintable(subjectAccess: SubjectAccess, request: MakingRequest) {
  const cards = await db.card.findMany({
    where: printableCards(subjectAccess, request),
    orderBy: { chapter: { position: 'asc' } },
    select: {
      ...orderColumns,
      title: true,
      happened: true,
      place: true,
      revision: true,
      chapter: { select: { key: true, title: true } },
      // Whoever makes a book, it is for readers.
      people: {
        where: { person: listedForViewers },
        select: { person: { select: { id: true, name: true, relationship: true } } },
        orderBy: { person: { name: 'asc' } },
      },
      pictures: {
        where: printablePictures(subjectAccess),
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, storageKey: true, bytes: true, caption: true, title: true, afterParagraph: true },
      },
    },
  });
  const sentences = await readSentences(cards);
  return [...Map.groupBy(cards, ({ chapter }) => chapter.key).values()]
    .flatMap((stories) => inStoryOrder(stories))
    .map((card) => ({ ...card, sentences: sentences.get(card.id) ?? [] }))
    .filter((card) => card.sentences.length > 0);
}

export type PrintableCard = Awaited<ReturnType<typeof readPrintable>>[number];

/** The number of revisions per query. */
const wordingsAtOnce = 200;

async function readSentences(cards: readonly { id: string; revision: number }[]) {
  const found = [];
  for (let at = 0; at < cards.length; at += wordingsAtOnce) {
    const wordings = cards.slice(at, at + wordingsAtOnce);
    const rows = await db.sentence.findMany({
      where: { OR: wordings.map(({ id: cardId, revision }) => ({ cardId, revision })), ...openSentence },
      orderBy: [{ cardId: 'asc' }, { position: 'asc' }],
      select: {
        id: true,
        cardId: true,
        paragraph: true,
        text: true,
        edited: true,
        quoted: true,
        sources: { select: { message: { select: { createdAt: true } } } },
      },
    });
    found.push(...rows);
  }
  return Map.groupBy(found, ({ cardId }) => cardId);
}
