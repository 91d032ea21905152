import { z } from 'zod';
import { visibleCards } from '#api/biography/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { NewRemarks } from './mails/family.ts';
import { readerOf } from './reader.ts';
import { unsubscribeUrl } from './unsubscribing.ts';

/** The stored data of a waiting letter about remarks: whose book, for whom, and from when to when. */
export const RemarksToTell = z.object({
  subjectId: z.uuid(),
  userId: z.uuid(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
});

/**
 * The remarks of others in that time, on stories that the recipient may read now; null when none is left, or when they
 * no longer want to hear of remarks.
 */
export async function remarksNow(
  waiting: unknown,
  recipient: string,
): Promise<z.output<typeof NewRemarks> | null> {
  const { subjectId, userId, from, until } = RemarksToTell.parse(waiting);
  const reader = await readerOf(subjectId, userId);
  if (!reader?.member.remarkNotices || reader.member.user.email !== recipient) return null;
  const { subjectName, subjectAccess, member } = reader;
  const remarks = await db.remark.groupBy({
    by: ['cardId', 'authorId'],
    where: {
      subjectId,
      deletedAt: null,
      createdAt: { gte: from, lt: until },
      OR: [{ authorId: null }, { authorId: { not: userId } }],
      card: { is: { AND: [{ status: { not: 'HIDDEN' } }, visibleCards(subjectAccess)] } },
    },
    orderBy: { _min: { createdAt: 'asc' } },
    _count: { _all: true },
  });
  const [first] = remarks;
  if (!first) return null;
  const byCard = Map.groupBy(remarks, ({ cardId }) => cardId);
  const cards = await db.card.findMany({
    where: { id: { in: [...byCard.keys()] } },
    select: { id: true, title: true },
  });
  const titles = new Map(cards.map(({ id, title }) => [id, title]));
  const authorIds = remarks.map(({ authorId }) => authorId).filter((id) => id !== null);
  const authors = await db.user.findMany({
    where: { id: { in: authorIds } },
    select: { id: true, name: true },
  });
  const names = new Map(authors.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => (id && names.get(id)) ?? 'Somebody who has left';
  const book = `${publicUrl()}/dashboard/${subjectId}/biography/`;
  return {
    subjectName,
    count: remarks.reduce((sum, { _count }) => sum + _count._all, 0),
    stories: [...byCard].map(([cardId, own]) => ({
      title: titles.get(cardId) ?? '',
      authors: [...new Set(own.map(({ authorId }) => nameOf(authorId)))].map((authorName) => ({
        authorName,
      })),
    })),
    url: byCard.size === 1 ? `${book}?cardId=${first.cardId}` : book,
    unsubscribeUrl: unsubscribeUrl(member.id, 'remarks'),
  };
}
