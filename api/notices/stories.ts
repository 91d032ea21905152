import { z } from 'zod';
import { visibleCards } from '#api/biography/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { NewStory } from './mails/family.ts';
import { readerOf } from './reader.ts';
import { unsubscribeUrl } from './unsubscribing.ts';

/** The stored data of a waiting letter about stories: only ids. */
export const StoriesToTell = z.object({
  subjectId: z.uuid(),
  userId: z.uuid(),
  cardIds: z.array(z.uuid()).min(1).max(50),
});

/**
 * The stories that the recipient may read now; null when none is left, or they turned these letters off meanwhile. Letters of an earlier version stored words, and
 * are not sent.
 */
export async function storiesNow(waiting: unknown): Promise<z.output<typeof NewStory> | null> {
  const known = StoriesToTell.safeParse(waiting);
  if (!known.success) return null;
  const { subjectId, userId, cardIds } = known.data;
  const reader = await readerOf(subjectId, userId);
  if (!reader || reader.member.storyNotices === 'never') return null;
  const { subjectName, subjectAccess, member } = reader;
  const cards = await db.card.findMany({
    where: {
      AND: [{ id: { in: cardIds }, subjectId }, { status: { not: 'HIDDEN' } }, visibleCards(subjectAccess)],
    },
    orderBy: { createdAt: 'asc' },
    select: { id: true, title: true },
  });
  const [first] = cards;
  if (!first) return null;
  const book = `${publicUrl()}/dashboard/${subjectId}/biography/`;
  return {
    subjectName,
    titles: cards.map(({ title }) => title),
    url: cards.length === 1 ? `${book}?cardId=${first.id}` : book,
    unsubscribeUrl: unsubscribeUrl(member.id, 'stories'),
  };
}
