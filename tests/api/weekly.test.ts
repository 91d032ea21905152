import { beforeEach, describe, expect, test } from 'vitest';
import { biographyWeekly } from '#api/biography/jobs.ts';
import { kinds } from '#api/notices/kinds.ts';
import { db } from '#api/platform/database/database.ts';
import { aBook } from '#tests/support/book.ts';
import { standAt, useClock } from '#tests/support/clock.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
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

describe('The remarks of a week', () => {
  const choosing = `mutation ($input: SetNoticesInput!) { setNotices(input: $input) {
    ... on Membership { notices { stories remarkNotices remarks } } ... on UserError { code } } }`;

  test('are sent once after the week, in one letter, to those who chose so', async () => {
    const family = await aFamily();
    const { subject, owner, editor, viewer } = family;
    const book = await aBook(family);
    const choose = async (person: Person, choice: object) =>
      (await person.gql(choosing, { input: { subjectId: subject.id, ...choice } })).setNotices;
    expect(await choose(owner, { remarkNotices: 'WEEKLY' })).toEqual({
      notices: { stories: 'AT_ONCE', remarkNotices: 'WEEKLY', remarks: true },
    });
    await choose(viewer, { remarkNotices: 'WEEKLY' });
    await choose(editor, { remarkNotices: 'NEVER' });
    expect(await choose(editor, { remarks: true })).toMatchObject({ notices: { remarkNotices: 'AT_ONCE' } });
    await expect(choose(owner, { remarkNotices: 'DAILY' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });

    const remark = async (by: Person, cardId: string, createdAt: string) => {
      const document = `mutation ($cardId: ID!) {
        remark(cardId: $cardId, text: "I remember it.") { ... on Remark { id } ... on UserError { code } } }`;
      const { id } = succeeded(await by.gql(document, { cardId }));
      await db.remark.update({ where: { id }, data: { createdAt } });
    };
    await remark(viewer, book.publishedId, '2026-10-05T13:59:59Z');
    await remark(viewer, book.publishedId, '2026-10-06T10:00:00Z');
    await remark(editor, book.draftId, '2026-10-12T13:59:59Z');
    await remark(viewer, book.publishedId, '2026-10-12T14:00:00Z');
    await db.heart.create({
      data: {
        ...{ subjectId: subject.id, cardId: book.publishedId, userId: editor.id },
        createdAt: '2026-10-06T11:00:00Z',
      },
    });
    const noticesTo = (...people: Person[]) =>
      db.notice.count({
        where: { kind: 'remark', recipient: { in: people.map(({ email }) => email) } },
      });
    expect(await noticesTo(owner, viewer)).toBe(0);
    const before = await noticesTo(editor);

    await Promise.all([runAt('2026-10-12T14:05:00Z'), runAt('2026-10-12T14:05:00Z')]);
    await runAt('2026-10-13T15:00:00Z');
    expect(await noticesTo(owner)).toBe(1);
    expect(await noticesTo(editor)).toBe(before);
    const week = { from: '2026-10-05T14:00:00.000Z', until: '2026-10-12T14:00:00.000Z' };
    const letterTo = ({ id: userId, email }: Person) =>
      kinds.remark.letter({ subjectId: subject.id, userId, ...week }, email);
    expect(await letterTo(owner)).toMatchObject({
      subject: 'There are 2 new remarks and a new heart in Alma’s book',
      quoted: ['The published story (Vi Rourke; a heart from Ed Rourke)', 'The draft story (Ed Rourke)'],
    });
    // Not her own remark, and not the one on a story that she can't read.
    expect(await letterTo(viewer)).toMatchObject({
      subject: 'Ed Rourke gave a story a heart in Alma’s book',
    });

    await choose(owner, { remarkNotices: 'NEVER' });
    expect(await letterTo(owner)).toBeNull();
    await runAt('2026-10-19T14:05:00Z');
    expect(await noticesTo(owner)).toBe(1);
  });
});
