import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { tellOfStories } from './telling.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** Weeks end on Mondays at 14:00 UTC, as this one did. */
const aWeeksEnd = Date.UTC(2026, 0, 5, 14);

/**
 * Tells those who hear weekly of what was written or published in each week that is over and was not told yet, however
 * late that is: whoever hears weekly by now, of what they may read by now. Twice or by two at once, it tells once.
 */
export async function tellWeekly() {
  for (const end of await weeksToTell()) {
    await tellOfWeek(end);
    await db.toldWeek.createMany({ data: [{ endsAt: end }], skipDuplicates: true });
  }
}

/** The ends of the weeks that nobody has told of, in their order. */
async function weeksToTell(): Promise<Date[]> {
  const now = clock.now().getTime();
  const latest = now - ((now - aWeeksEnd) % weekMs);
  const told = (await db.toldWeek.aggregate({ _max: { endsAt: true } }))._max.endsAt;
  const first = told ? told.getTime() + weekMs : latest;
  const count = Math.max(0, (latest - first) / weekMs + 1);
  return Array.from({ length: count }, (_, nth) => new Date(first + nth * weekMs));
}

async function tellOfWeek(end: Date) {
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
