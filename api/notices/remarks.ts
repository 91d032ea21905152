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

/** More stories than a family talks about within an hour. */
const mostRemarks = 200;

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
  const remarks = await db.remark.findMany({
    where: {
      subjectId,
      deletedAt: null,
      createdAt: { gte: from, lt: until },
      OR: [{ authorId: null }, { authorId: { not: userId } }],
      card: { is: { AND: [{ status: { not: 'HIDDEN' } }, visibleCards(subjectAccess)] } },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: mostRemarks,
    select: { card: { select: { id: true, title: true } }, author: { select: { name: true } } },
  });
  const [first] = remarks;
  if (!first) return null;
  const byCard = [...Map.groupBy(remarks, ({ card }) => card.id).values()];
  const book = `${publicUrl()}/dashboard/${subjectId}/biography/`;
  return {
    subjectName,
    count: remarks.length,
    stories: byCard.map((own) => ({
      title: own[0]?.card.title ?? '',
      authors: [...new Set(own.map(({ author }) => author?.name ?? 'Somebody who has left'))].map(
        (authorName) => ({
          authorName,
        }),
      ),
    })),
    url: byCard.length === 1 ? `${book}?cardId=${first.card.id}` : book,
    unsubscribeUrl: unsubscribeUrl(member.id, 'remarks'),
  };
}
