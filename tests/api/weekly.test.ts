import { beforeEach, describe, expect, test } from 'vitest';
import { biographyWeekly } from '#api/biography/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { standAt, useClock } from '#tests/support/clock.ts';
import type { Person } from '#tests/support/person.ts';
import { stories, told } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();
useClock();

// Mondays in a row.
const [first, second, third] = [
  '2026-10-05T14:00:00Z',
  '2026-10-12T14:00:00Z',
  '2026-10-19T14:00:00Z',
] as const;

beforeEach(async () => {
  await db.toldWeek.deleteMany();
  await db.toldWeek.create({ data: { endsAt: new Date(first) } });
});

async function runAt(moment: string) {
  standAt(moment);
  await biographyWeekly.run({}, AbortSignal.timeout(60_000));
}

/** A family who hear weekly. */
async function aWeeklyFamily() {
  const family = await aFamily();
  await wish(family.subject.id, 'weekly');
  return family;
}
const wish = (subjectId: string, storyNotices: string) =>
  db.membership.updateMany({ where: { subjectId }, data: { storyNotices } });

/** A story of a book that was written at a moment. */
async function wroteAt(moment: string, subjectId: string, story: string) {
  const before = new Date();
  await told(subjectId, [story]);
  await db.activity.updateMany({ where: { subjectId, at: { gte: before } }, data: { at: moment } });
}

/** How many stories there are in each letter about a week to somebody. */
async function heardBy({ email }: Person): Promise<number[]> {
  const where = { recipient: email, kind: 'stories-of-a-week' };
  const notices = await db.notice.findMany({ where, orderBy: { id: 'asc' } });
  return notices.map(({ data }) => (data as { cardIds: string[] }).cardIds.length);
}

describe('The stories of a week', () => {
  test('are sent after the week to weekly readers, if they may read them, and none before', async () => {
    const { subject, owner, viewer } = await aWeeklyFamily();
    await wroteAt('2026-10-07T10:00:00Z', subject.id, stories.bakery);
    await wroteAt('2026-10-12T13:59:59Z', subject.id, stories.wedding);

    await runAt('2026-10-12T13:59:59Z');
    expect(await heardBy(owner)).toEqual([]);
    await runAt('2026-10-12T14:05:00Z');
    expect(await heardBy(owner)).toEqual([2]);
    expect(await heardBy(viewer)).toEqual([]);
  });

  test('are sent once, even by repeated or concurrent runs', async () => {
    const { subject, owner } = await aWeeklyFamily();
    await wroteAt('2026-10-07T10:00:00Z', subject.id, stories.bakery);

    await Promise.all([runAt('2026-10-12T14:05:00Z'), runAt('2026-10-12T14:05:00Z')]);
    await runAt('2026-10-12T15:00:00Z');
    await runAt('2026-10-14T09:00:00Z');
    expect(await heardBy(owner)).toEqual([1]);
  });

  test('are the same when the run is late, and later stories are sent with their own week', async () => {
    const { subject, owner } = await aWeeklyFamily();
    await wroteAt('2026-10-05T14:00:00Z', subject.id, stories.bakery);
    await wroteAt('2026-10-12T14:00:00Z', subject.id, stories.wedding);

    await runAt('2026-10-15T08:00:00Z');
    expect(await heardBy(owner)).toEqual([1]);
    await runAt('2026-10-19T14:05:00Z');
    expect(await heardBy(owner)).toEqual([1, 1]);
  });

  test('are sent for every week that was missed', async () => {
    const { subject, owner } = await aWeeklyFamily();
    await wroteAt('2026-10-07T10:00:00Z', subject.id, stories.bakery);
    await wroteAt('2026-10-14T10:00:00Z', subject.id, stories.wedding);

    await runAt('2026-10-21T08:00:00Z');
    expect(await heardBy(owner)).toEqual([1, 1]);
    const weeks = await db.toldWeek.findMany({ orderBy: { endsAt: 'asc' } });
    expect(weeks.map(({ endsAt }) => endsAt)).toEqual([first, second, third].map((end) => new Date(end)));
  });

  test('of two books are sent to a reader of both', async () => {
    const [one, other] = [await aWeeklyFamily(), await aWeeklyFamily()];
    await db.membership.create({
      data: { subjectId: other.subject.id, userId: one.owner.id, role: 'EDITOR', storyNotices: 'weekly' },
    });
    await wroteAt('2026-10-07T10:00:00Z', one.subject.id, stories.bakery);
    await wroteAt('2026-10-08T10:00:00Z', other.subject.id, stories.wedding);

    await runAt('2026-10-12T14:05:00Z');
    expect(await heardBy(one.owner)).toEqual([1, 1]);
  });

  test('depend on the reader’s setting and on what still exists when they are sent', async () => {
    const [late, gone] = [await aWeeklyFamily(), await aWeeklyFamily()];
    await wish(late.subject.id, 'never');
    for (const { subject } of [late, gone]) {
      await wroteAt('2026-10-07T10:00:00Z', subject.id, stories.bakery);
    }
    await wish(late.subject.id, 'weekly');
    await db.subject.update({ where: { id: gone.subject.id }, data: { deletedAt: new Date() } });

    await runAt('2026-10-15T08:00:00Z');
    expect(await heardBy(late.owner)).toEqual([1]);
    expect(await heardBy(gone.owner)).toEqual([]);
  });
});
