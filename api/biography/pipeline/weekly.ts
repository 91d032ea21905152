import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/values/clock.ts';
import { tellOfStories } from './telling.ts';

const week = 7 * 24 * 60 * 60 * 1000;

/** Tells those who hear weekly of what was written or published in the last seven days. */
export async function tellWeekly() {
  const now = clock.now();
  const news = await db.activity.findMany({
    where: {
      kind: { in: ['story-written', 'story-published'] },
      at: { gte: new Date(now.getTime() - week) },
      cardId: { not: null },
      subject: { deletedAt: null, members: { some: { storyNotices: 'weekly' } } },
    },
    select: { subjectId: true, cardId: true },
    distinct: ['cardId'],
  });
  const bySubject = Map.groupBy(news, ({ subjectId }) => subjectId);
  for (const [subjectId, entries] of bySubject) {
    const cardIds = entries.flatMap(({ cardId }) => cardId ?? []);
    await transaction((tx) =>
      tellOfStories(tx, subjectId, cardIds, `week:${now.toISOString().slice(0, 10)}`, { wish: 'weekly' }),
    );
  }
}
