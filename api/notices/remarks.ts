import { z } from 'zod';
import { visibleCards } from '#api/biography/policy.ts';
import { type Language, languages } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { keptRemarks } from '#api/remarks/policy.ts';
import type { NewRemarks } from './mails/family.ts';
import { readerOf } from './reader.ts';
import { unsubscribeUrl } from './unsubscribing.ts';

/** The stored data of a waiting letter about remarks and hearts: whose book, for whom, and from when to when. */
export const RemarksToTell = z.object({
  subjectId: z.uuid(),
  userId: z.uuid(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** The reader's language. */
  language: z.enum(languages).default('en'),
});

/**
 * The remarks and hearts of others in that time, on stories that the recipient may read now; null when none is left, or
 * when they no longer want to hear of them.
 */
export async function remarksNow(
  waiting: unknown,
  recipient: string,
): Promise<z.output<typeof NewRemarks> | null> {
  const { subjectId, userId, from, until, language } = RemarksToTell.parse(waiting);
  const reader = await readerOf(subjectId, userId);
  if (!reader?.member.remarkNotices || reader.member.user.email !== recipient) return null;
  const { subjectName, subjectAccess, member } = reader;
  const then = {
    subjectId,
    createdAt: { gte: from, lt: until },
    card: { is: { AND: [{ status: { not: 'HIDDEN' as const } }, visibleCards(subjectAccess)] } },
  };
  const [remarks, hearts] = await Promise.all([
    db.remark.groupBy({
      by: ['cardId', 'authorId'],
      where: {
        ...then,
        ...keptRemarks,
        authorName: null,
        OR: [{ authorId: null }, { authorId: { not: userId } }],
      },
      _min: { createdAt: true },
      _count: { _all: true },
    }),
    db.heart.findMany({
      where: { ...then, userId: { not: userId } },
      orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
      select: { cardId: true, createdAt: true, user: { select: { name: true } } },
    }),
  ]);
  const begun = [
    ...remarks.map(({ cardId, _min }) => ({ cardId, at: _min.createdAt?.getTime() ?? 0 })),
    ...hearts.map(({ cardId, createdAt }) => ({ cardId, at: createdAt.getTime() })),
  ].sort((a, b) => a.at - b.at);
  const cardIds = [...new Set(begun.map(({ cardId }) => cardId))];
  const [first] = cardIds;
  if (!first) return null;
  const cards = await db.card.findMany({
    where: { id: { in: cardIds } },
    select: { id: true, title: true },
  });
  const titles = new Map(cards.map(({ id, title }) => [id, title]));
  const nameOf = await namesOf(
    remarks.map(({ authorId }) => authorId),
    language,
  );
  const remarksBy = Map.groupBy(remarks, ({ cardId }) => cardId);
  const heartsBy = Map.groupBy(hearts, ({ cardId }) => cardId);
  const book = `${publicUrl()}/dashboard/${subjectId}/biography/`;
  return {
    subjectName,
    count: remarks.reduce((sum, { _count }) => sum + _count._all, 0),
    hearts: hearts.length,
    stories: cardIds.map((cardId) => ({
      title: titles.get(cardId) ?? '',
      authors: named((remarksBy.get(cardId) ?? []).map(({ authorId }) => nameOf(authorId))),
      hearts: named((heartsBy.get(cardId) ?? []).map(({ user }) => user.name)),
    })),
    url: cardIds.length === 1 ? `${book}?cardId=${first}` : book,
    unsubscribeUrl: unsubscribeUrl(member.id, 'remarks'),
  };
}

const named = (names: string[]) => [...new Set(names)].map((authorName) => ({ authorName }));

const somebodyGone: Record<Language, string> = {
  en: 'Somebody who has left',
  es: 'Alguien que ya no está aquí',
};

/** The names of the authors of remarks. */
async function namesOf(ids: (string | null)[], language: Language): Promise<(id: string | null) => string> {
  const authors = await db.user.findMany({
    where: { id: { in: ids.filter((id) => id !== null) } },
    select: { id: true, name: true },
  });
  const names = new Map(authors.map(({ id, name }) => [id, name]));
  return (id) => (id && names.get(id)) ?? somebodyGone[language];
}
