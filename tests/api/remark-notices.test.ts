import { describe, expect, test } from 'vitest';
import { remarksNow } from '#api/notices/remarks.ts';
import { resumeWaiting } from '#api/notices/resume.ts';
import { db } from '#api/platform/database/database.ts';
import { aBook } from '#tests/support/book.ts';
import { goAsUsual, later, minute, useClock } from '#tests/support/clock.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { succeeded } from '#tests/support/person.ts';
import { aFamily, type Family, type Person, useServer } from '#tests/support/world.ts';

useServer();
useClock();

async function aBookToRemarkOn() {
  const family = await aFamily();
  const book = await aBook(family);
  const remark = async (person: Person, text = 'I remember the bread.', cardId = book.publishedId) =>
    succeeded(
      await person.gql(
        `mutation ($cardId: ID!, $text: String!) {
          remark(cardId: $cardId, text: $text) { ... on Remark { id } ... on UserError { code } }
        }`,
        { cardId, text },
      ),
    ).id as string;
  const heart = async (person: Person, on = true, cardId = book.publishedId) =>
    succeeded(
      await person.gql(
        `mutation ($cardId: ID!, $on: Boolean!) {
          setHeart(cardId: $cardId, on: $on) { ... on Card { id } ... on UserError { code } }
        }`,
        { cardId, on },
      ),
    );
  return { family, book, remark, heart };
}

/** Sends what is due after these minutes, and waits until nothing due is left of the book. */
async function sendAfter(minutes: number, { subject }: Family) {
  later(minutes * minute);
  const now = new Date(Date.now() + minutes * minute);
  await resumeWaiting.run({}, AbortSignal.timeout(60_000));
  const where = { subjectId: subject.id, kind: 'remark', status: 'WAITING' as const };
  const due = async () =>
    (await db.notice.findMany({ where })).filter(
      ({ data }) => new Date((data as { until: string }).until) < now,
    ).length;
  await expect.poll(due, { timeout: 20_000 }).toBe(0);
}

const about = async ({ email }: Person) =>
  (await lettersTo(email))
    .map(({ subject }) => subject)
    .filter((subject) => /remark|heart/.test(subject ?? ''));

describe('A letter about remarks', () => {
  test('tells of ten remarks in an hour at once, to everyone but their author, and of later ones again', async () => {
    const { family, book, remark } = await aBookToRemarkOn();
    const { viewer, editor, owner } = family;
    for (let at = 0; at < 10; at++) await remark(viewer, `The ${at}th`);
    await sendAfter(59, family);
    expect(await about(owner)).toEqual([]);

    await sendAfter(61, family);
    const letter = await letterTo(owner.email);
    expect(letter.subject).toBe('There are 10 new remarks in Alma’s book');
    expect(letter.text).toContain('The published story (Vi Rourke)');
    expect(letter.text).not.toContain('The 3th');
    expect(letter.links.some((link) => link.endsWith(`/biography/?cardId=${book.publishedId}`))).toBe(true);
    expect(await about(editor)).toHaveLength(1);
    expect(await about(viewer)).toEqual([]);

    await remark(owner);
    await sendAfter(61 + 62, family);
    expect(await about(editor)).toEqual([
      'There are 10 new remarks in Alma’s book',
      'Anna Rourke wrote a remark in Alma’s book',
    ]);
    expect(await about(viewer)).toEqual(['Anna Rourke wrote a remark in Alma’s book']);
    expect(await about(owner)).toHaveLength(1);
  });

  test('tells of all remarks of a busy week, the newest too', async () => {
    const { family, book } = await aBookToRemarkOn();
    const { owner, editor, viewer } = family;
    const subjectId = family.subject.id;
    const from = new Date(Date.now() - 7 * 24 * 60 * minute);
    const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: book.publishedId } });
    const { id: last } = await db.card.create({
      data: { subjectId, chapterId, title: 'The last oven', status: 'PUBLISHED' },
    });
    await db.remark.createMany({
      data: Array.from({ length: 260 }, (_, at) => ({
        ...{ subjectId, text: 'I remember it.', createdAt: new Date(from.getTime() + at * minute) },
        ...(at === 259
          ? { cardId: last, authorId: viewer.id }
          : { cardId: book.publishedId, authorId: editor.id }),
      })),
    });
    const until = new Date();
    const told = { subjectId, userId: owner.id, from: from.toISOString(), until: until.toISOString() };
    expect(await remarksNow(told, owner.email)).toMatchObject({
      count: 260,
      stories: [
        { title: 'The published story', authors: [{ authorName: editor.name }] },
        { title: 'The last oven', authors: [{ authorName: viewer.name }] },
      ],
    });
  });

  test('tells of hearts together with the remarks of that hour, and never of one heart twice', async () => {
    const { family, book, remark, heart } = await aBookToRemarkOn();
    const { viewer, editor, owner } = family;
    await heart(viewer);
    await heart(editor);
    // Taken back before the letter is sent.
    await heart(owner);
    await heart(owner, false);
    await sendAfter(61, family);
    expect(await about(owner)).toEqual(['There are 2 new hearts in Alma’s book']);
    expect((await letterTo(owner.email)).text).toContain(
      'The published story (a heart from Vi Rourke, Ed Rourke)',
    );
    expect(await about(viewer)).toEqual(['Ed Rourke gave a story a heart in Alma’s book']);

    await heart(viewer, false);
    await heart(viewer);
    const where = { subjectId: book.subjectId, kind: 'remark', status: 'WAITING' as const };
    expect(await db.notice.count({ where })).toBe(0);
    await remark(editor);
    await heart(owner);
    await sendAfter(61 + 62, family);
    expect(await about(owner)).toEqual([
      'There are 2 new hearts in Alma’s book',
      'Ed Rourke wrote a remark in Alma’s book',
    ]);
    expect(await about(viewer)).toEqual([
      'Ed Rourke gave a story a heart in Alma’s book',
      'There is a new remark and a new heart in Alma’s book',
    ]);
    expect(await about(editor)).toEqual([
      'Vi Rourke gave a story a heart in Alma’s book',
      'Anna Rourke gave a story a heart in Alma’s book',
    ]);
  });

  test('about hearts names no story that its reader may not read, and none that was turned off', async () => {
    const { family, book, heart } = await aBookToRemarkOn();
    const { viewer, editor, owner } = family;
    await db.membership.updateMany({
      where: { subjectId: book.subjectId, userId: owner.id },
      data: { remarkNotices: false },
    });
    await heart(editor, true, book.draftId);
    await sendAfter(61, family);
    expect([await about(viewer), await about(owner)]).toEqual([[], []]);
  });

  test('is written once for two remarks at the same moment', async () => {
    const { family, remark } = await aBookToRemarkOn();
    await Promise.all([remark(family.viewer), remark(family.editor), remark(family.viewer)]);
    const notices = await db.notice.groupBy({
      by: ['recipient'],
      where: { subjectId: family.subject.id, kind: 'remark' },
      _count: true,
    });
    expect(notices.map(({ _count }) => _count)).toEqual([1, 1, 1]);
  });

  test.each([
    [
      'the story is held back',
      ({ family, book }: Given) =>
        family.self.gql('SetAudience', { input: { cardId: book.publishedId, afterDeath: true } }),
    ],
    [
      'the story is hidden',
      ({ family, book }: Given) =>
        family.editor.gql('SetCardStatus', { id: book.publishedId, status: 'HIDDEN' }),
    ],
    [
      'the remark is removed',
      ({ family, id }: Given) =>
        family.self.gql('mutation ($id: ID!) { removeRemark(id: $id) { __typename } }', { id }),
    ],
    [
      'its reader has left',
      ({ family, book }: Given) =>
        db.membership.deleteMany({ where: { subjectId: book.subjectId, userId: family.viewer.id } }),
    ],
    [
      'its reader’s account is banned',
      ({ family }: Given) => db.user.update({ where: { id: family.viewer.id }, data: { banned: true } }),
    ],
    [
      'its reader’s address is not verified',
      ({ family }: Given) =>
        db.user.update({ where: { id: family.viewer.id }, data: { emailVerified: false } }),
    ],
    [
      'its reader has another address',
      ({ family }: Given) =>
        db.user.update({
          where: { id: family.viewer.id },
          data: { email: `new.${family.viewer.email}`, confirmedEmail: `new.${family.viewer.email}` },
        }),
    ],
    [
      'its reader chose not to hear of remarks',
      ({ family, book }: Given) =>
        family.viewer.gql(
          `mutation ($input: SetNoticesInput!) { setNotices(input: $input) { __typename } }`,
          { input: { subjectId: book.subjectId, remarks: false } },
        ),
    ],
  ])('is not sent when, at the time of sending, %s', async (_, happens) => {
    const { family, book, remark } = await aBookToRemarkOn();
    const id = await remark(family.editor);
    await happens({ family, book, id });
    await sendAfter(61, family);
    expect(await about(family.viewer)).toEqual([]);
  });

  test('is not written for members who chose not to hear of remarks', async () => {
    const { family, book, remark } = await aBookToRemarkOn();
    await db.membership.updateMany({
      where: { subjectId: book.subjectId, userId: family.viewer.id },
      data: { remarkNotices: false },
    });
    await remark(family.editor);
    const where = { subjectId: book.subjectId, kind: 'remark' };
    expect((await db.notice.findMany({ where })).map(({ recipient }) => recipient)).toEqual([
      family.owner.email,
    ]);
    goAsUsual();
  });

  test('names only the stories that its reader may read', async () => {
    const { family, book, remark } = await aBookToRemarkOn();
    const { editor, owner, viewer } = family;
    await remark(editor, 'Which one?', book.draftId);
    await remark(editor);
    await sendAfter(61, family);
    expect((await letterTo(owner.email)).subject).toBe('There are 2 new remarks in Alma’s book');
    const letter = await letterTo(viewer.email);
    expect(letter.subject).toBe('Ed Rourke wrote a remark in Alma’s book');
    expect(letter.text).not.toContain('The draft story');
  });
});

type Given = {
  family: Family;
  book: { subjectId: string; publishedId: string };
  id: string;
};
