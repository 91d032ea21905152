import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { tellOfRemarksWeekly } from '#api/remarks/telling.ts';
import { tellOfStories } from './telling.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** The end of one week. Weeks end on Mondays at 14:00 UTC. */
const aWeeksEnd = Date.UTC(2026, 0, 5, 14);

/**
 * Notifies members about the stories written or published in each finished week that has not been sent yet, and about
 * the remarks of that week, however late that is. Recipients and content follow today's settings and access. Running it
 * twice, or in two processes at once, notifies once.
 */
export async function tellWeekly() {
  for (const end of await weeksToTell()) {
    await tellOfStoriesOf(end);
    await tellOfRemarksWeekly({ from: new Date(end.getTime() - weekMs), until: end });
    await db.toldWeek.createMany({ data: [{ endsAt: end }], skipDuplicates: true });
  }
}

/** The ends of the weeks that have not been sent yet, in order. */
async function weeksToTell(): Promise<Date[]> {
  const now = clock.now().getTime();
  const latest = now - ((now - aWeeksEnd) % weekMs);
  const lastSentEnd = (await db.toldWeek.aggregate({ _max: { endsAt: true } }))._max.endsAt;
  const first = lastSentEnd ? lastSentEnd.getTime() + weekMs : latest;
  const count = Math.max(0, (latest - first) / weekMs + 1);
  return Array.from({ length: count }, (_, nth) => new Date(first + nth * weekMs));
}

async function tellOfStoriesOf(end: Date) {
  const news = await db.activity.findMany({
    where: {
      kind: { in: ['story-written', 'story-published'] },
      at: { gte: new Date(end.getTime() - weekMs), lt: end },
      cardId: { not: null },
      subject: { deletedAt: null, members: { some: { storyNotices: 'weekly' } } },
    },
    select: { subjectId: true, cardId: true },
    distinct: ['cardId'],
  });
  const week = end.toISOString().slice(0, 10);
  for (const [subjectId, entries] of Map.groupBy(news, (each) => each.subjectId)) {
    const cardIds = entries.flatMap(({ cardId }) => cardId ?? []);
    await transaction((tx) =>
      tellOfStories(tx, subjectId, cardIds, `week:${week}:${subjectId}`, { wish: 'weekly' }),
    );
  }
}
