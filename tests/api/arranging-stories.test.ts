import { beforeAll, describe, expect, test } from 'vitest';
import { eraseWriting } from '#api/biography/privacy.ts';
import { forgetDatesInOrder } from '#api/biography/story-order.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { bookIn, exportOf, imported, unzipped } from '#tests/support/imports.ts';
import { contentOf, finished, pagesOf, validEpub } from '#tests/support/made.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, type Family, useServer } from '#tests/support/world.ts';

useServer();

const placing = `mutation ($id: ID!, $afterId: ID) {
  moveCard(id: $id, afterId: $afterId) {
    __typename ... on Chapter { id cards { title } } ... on UserError { code message path }
  }
}`;
const byDate = `mutation ($chapterId: ID!) {
  orderCardsByDate(chapterId: $chapterId) {
    __typename ... on Chapter { id cards { title } } ... on UserError { code message path }
  }
}`;
const place = async (person: Person, id: string, afterId: string | null = null) =>
  (await person.gql(placing, { id, afterId })).moveCard;
const orderByDate = async (person: Person, chapterId: string) =>
  (await person.gql(byDate, { chapterId })).orderCardsByDate;

type Story = { id: string; title: string; movedByHand: boolean };

/** The stories of the chapter "Love" as a person reads them. */
async function storiesOf(person: Person, subjectId: string): Promise<Story[]> {
  const query = `query ($id: ID!) { subject(id: $id) { chapters { key cards { id title movedByHand } } } }`;
  const { subject } = await person.gql(query, { id: subjectId });
  return subject.chapters.find(({ key }: { key: string }) => key === 'love').cards;
}

const titlesOf = async (person: Person, subjectId: string) =>
  (await storiesOf(person, subjectId)).map(({ title }) => title).join(' ');

/** Writes a published story into "Love", or another chapter, titled by its year. */
async function aStory(
  { owner, subject }: Family,
  title: string,
  happened: string | null,
  chapterKey = 'love',
) {
  const input = { subjectId: subject.id, chapterKey, title, body: 'We rowed until dark.', happened };
  const { id } = succeeded(await owner.gql('SaveCard', { input }));
  succeeded(await owner.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
  return id as string;
}

async function aChapter() {
  const family = await aFamily();
  const ids = {
    a: await aStory(family, 'A', '1950'),
    b: await aStory(family, 'B', '1960'),
    c: await aStory(family, 'C', '1970'),
    d: await aStory(family, 'D', null),
  };
  return { family, ids, subjectId: family.subject.id };
}

const chapterIdOf = async (cardId: string) =>
  (await db.card.findUniqueOrThrow({ where: { id: cardId } })).chapterId;

describe('The stories of a chapter', () => {
  test('stand by date until an editor moves one, then for everyone as moved', async () => {
    const { family, ids, subjectId } = await aChapter();
    const { editor, viewer } = family;
    expect(await titlesOf(viewer, subjectId)).toBe('A B C D');
    const { updatedAt } = await db.card.findUniqueOrThrow({ where: { id: ids.d } });

    expect(await place(editor, ids.d)).toMatchObject({
      __typename: 'Chapter',
      cards: [{ title: 'D' }, { title: 'A' }, { title: 'B' }, { title: 'C' }],
    });

    expect(await titlesOf(viewer, subjectId)).toBe('D A B C');
    expect((await storiesOf(viewer, subjectId)).map(({ movedByHand }) => movedByHand)).toEqual([
      ...[true, false, false, false],
    ]);
    succeeded({ placed: await place(editor, ids.a, ids.c) });
    expect(await titlesOf(viewer, subjectId)).toBe('D B C A');
    // The story itself is as it was.
    expect((await db.card.findUniqueOrThrow({ where: { id: ids.d } })).updatedAt).toEqual(updatedAt);
  });

  test('keep their places by date where nobody moved them, also new ones and those with another date', async () => {
    const { family, ids, subjectId } = await aChapter();
    const { editor, viewer } = family;
    succeeded({ placed: await place(editor, ids.d, ids.a) });
    await aStory(family, 'N', '1955');
    await aStory(family, 'M', '1965');
    expect(await titlesOf(viewer, subjectId)).toBe('A D N B M C');
    const input = {
      subjectId,
      id: ids.b,
      baseRevision: 1,
      title: 'B',
      happened: '1940',
      body: 'We rowed until dark.',
    };
    succeeded(await editor.gql('SaveCard', { input }));
    expect(await titlesOf(viewer, subjectId)).toBe('B A D N M C');
  });

  test('go back to the order of their dates, one by one or all', async () => {
    const { family, ids, subjectId } = await aChapter();
    const { editor, viewer } = family;
    succeeded({ placed: await place(editor, ids.b, ids.d) });
    succeeded({ placed: await place(editor, ids.b, ids.a) });
    expect((await storiesOf(viewer, subjectId)).some(({ movedByHand }) => movedByHand)).toBe(false);
    // Also beside a story that was moved: A B D C.
    succeeded({ placed: await place(editor, ids.d, ids.b) });
    succeeded({ placed: await place(editor, ids.b) });
    succeeded({ placed: await place(editor, ids.b, ids.a) });
    const moved = (await storiesOf(viewer, subjectId)).filter(({ movedByHand }) => movedByHand);
    expect(moved.map(({ title }) => title)).toEqual(['D']);

    for (const [id, after] of [
      [ids.d, null],
      [ids.c, ids.d],
      [ids.b, ids.d],
    ] as const)
      succeeded({ placed: await place(editor, id, after) });
    expect(await titlesOf(viewer, subjectId)).toBe('D B C A');
    const chapterId = await chapterIdOf(ids.a);
    for (let times = 0; times < 2; times++) {
      const { cards } = succeeded({ ordered: await orderByDate(editor, chapterId) });
      expect(cards.map(({ title }: Story) => title).join(' ')).toBe('A B C D');
    }
    expect(await db.card.count({ where: { chapterId, orderKey: { not: null } } })).toBe(0);
  });

  test('can be moved any number of times: their sort keys do not grow', async () => {
    const { family, ids, subjectId } = await aChapter();
    const order = Object.values(ids);
    for (let times = 0; times < 30; times++) {
      const [id = ''] = order.splice((times * 7) % 4, 1);
      const at = (times * 5) % 4;
      order.splice(at, 0, id);
      succeeded({ placed: await place(family.editor, id, order[at - 1] ?? null) });
      expect((await storiesOf(family.viewer, subjectId)).map((story) => story.id)).toEqual(order);
    }
    const rows = await db.card.findMany({ where: { subjectId }, select: { orderKey: true } });
    for (const { orderKey } of rows) expect(orderKey?.length ?? 0).toBeLessThan(90);
  });

  test('stand by date again after they were moved to another chapter', async () => {
    const { family, ids, subjectId } = await aChapter();
    const { editor, viewer } = family;
    succeeded({ placed: await place(editor, ids.c) });
    for (const [baseRevision, chapterKey] of [
      [1, 'origins'],
      [2, 'love'],
    ] as const) {
      const input = {
        subjectId,
        id: ids.c,
        baseRevision,
        title: 'C',
        body: 'We rowed until dark.',
        chapterKey,
      };
      succeeded(await editor.gql('SaveCard', { input }));
    }
    expect(await titlesOf(viewer, subjectId)).toBe('A B C D');
  });

  test('keep the places of those that the editor who moves or sorts them does not see', async () => {
    const { family, ids, subjectId } = await aChapter();
    const { editor, owner, viewer } = family;
    const { id: memberId } = await db.membership.findFirstOrThrow({
      where: { subjectId, userId: viewer.id },
    });
    succeeded(await owner.gql('SetAudience', { input: { cardId: ids.b, memberIds: [memberId] } }));
    expect(await titlesOf(editor, subjectId)).toBe('A C D');
    succeeded({ placed: await place(editor, ids.d, ids.a) });
    expect(await titlesOf(editor, subjectId)).toBe('A D C');
    expect(await titlesOf(owner, subjectId)).toBe('A D B C');
    expect(await place(editor, ids.d, ids.b)).toMatchObject({ code: 'NOT_FOUND', path: ['afterId'] });

    succeeded({ placed: await place(owner, ids.b) });
    succeeded({ ordered: await orderByDate(editor, await chapterIdOf(ids.a)) });
    expect(await titlesOf(owner, subjectId)).toBe('B A C D');
  });

  test('stand where they were put when the same request comes twice, or two at the same time', async () => {
    const { family, ids, subjectId } = await aChapter();
    const { editor, owner, viewer } = family;
    const same = await Promise.all([place(editor, ids.d, ids.a), place(editor, ids.d, ids.a)]);
    for (const answer of [...same, await place(editor, ids.d, ids.a)])
      expect(answer.__typename).toBe('Chapter');
    expect(await titlesOf(viewer, subjectId)).toBe('A D B C');
    const events = () => db.event.count({ where: { subjectId, kind: 'chapters-changed' } });
    expect(await events()).toBe(1);

    await Promise.all([place(owner, ids.c), place(editor, ids.a, ids.b)]);
    expect(['C D B A', 'C A D B']).toContain(await titlesOf(viewer, subjectId));
    expect(await events()).toBe(3);
  });

  test('keep their places without a date that was withdrawn from a story before them', async () => {
    const { family, ids, subjectId } = await aChapter();
    succeeded({ placed: await place(family.editor, ids.d, ids.b) });
    await transaction(async (tx) => {
      await tx.card.update({ where: { id: ids.b }, data: { happened: null, happenedKey: null } });
      await forgetDatesInOrder(tx, subjectId);
    });
    expect(await titlesOf(family.viewer, subjectId)).toBe('A D C B');
    const { orderKey } = await db.card.findUniqueOrThrow({ where: { id: ids.d } });
    expect(orderKey).not.toContain('1960');
  });

  test('keep no date of a story that was erased with everything written by machine', async () => {
    const { family, ids, subjectId } = await aChapter();
    succeeded({ placed: await place(family.editor, ids.d, ids.b) });
    await transaction(async (tx, wake) => {
      await tx.card.update({ where: { id: ids.b }, data: { touchedByPerson: false } });
      await eraseWriting(tx, wake, subjectId);
    });
    expect(await titlesOf(family.viewer, subjectId)).toBe('A D C');
    const { orderKey } = await db.card.findUniqueOrThrow({ where: { id: ids.d } });
    expect(orderKey).not.toContain('1960');
  });

  test('are in their order in the printed book and in the e-book', async () => {
    const family = await aFamily();
    const { owner, subject } = family;
    await aStory(family, 'Lighthouse', '1950');
    const orchard = await aStory(family, 'Orchard', '1960');
    succeeded({ placed: await place(owner, orchard) });
    const isFirst = (text: string) => text.lastIndexOf('Orchard') < text.lastIndexOf('Lighthouse');
    const input = { subjectId: subject.id };
    const pdf = await finished(owner, { ...input, kind: 'BOOK_PDF' });
    expect(isFirst((await pagesOf(await contentOf(owner, pdf.id))).join(' '))).toBe(true);
    const epub = await unzipped(
      await validEpub(await contentOf(owner, (await finished(owner, { ...input, kind: 'BOOK_EPUB' })).id)),
    );
    const pages = [...epub].filter(([name]) => /nav|toc/.test(name));
    expect(pages.length).toBeGreaterThan(0);
    for (const [name, content] of pages) expect(isFirst(content.toString()), name).toBe(true);
  });

  test('are in their order in an export and in the book that is made from it', async () => {
    const { family, ids, subjectId } = await aChapter();
    const { owner, editor } = family;
    succeeded({ placed: await place(editor, ids.d) });
    succeeded({ placed: await place(editor, ids.a, ids.c) });
    const zip = await exportOf(owner, subjectId);
    const book = await bookIn(zip);
    const places = book.cards.map(({ title, positionInChapter }) => [title, positionInChapter]);
    expect(places).toEqual([
      ['D', 0],
      ['B', undefined],
      ['C', undefined],
      ['A', 3],
    ]);
    const anna = await aPerson();
    const brought = await imported(anna, zip);
    expect(await titlesOf(anna, brought.subject.id)).toBe('D B C A');
    expect((await storiesOf(anna, brought.subject.id)).map(({ movedByHand }) => movedByHand)).toEqual([
      ...[true, false, false, true],
    ]);
  });
});

describe('Moving a story is refused', () => {
  let chapter: Awaited<ReturnType<typeof aChapter>>;
  let other: Awaited<ReturnType<typeof aChapter>>;
  beforeAll(async () => {
    [chapter, other] = [await aChapter(), await aChapter()];
  });

  test.each([
    ['viewer', 'FORBIDDEN'],
    ['admin', 'FORBIDDEN'],
    ['nobody', 'UNAUTHORIZED'],
  ] as const)('to a person who is no editor: %s', async (who, code) => {
    const { family, ids, subjectId } = chapter;
    await expect(place(family[who], ids.d)).rejects.toMatchObject({ code });
    await expect(orderByDate(family[who], await chapterIdOf(ids.d))).rejects.toMatchObject({ code });
    expect(await titlesOf(family.owner, subjectId)).toBe('A B C D');
  });

  test('with the id of another family, of another chapter, or of the story itself', async () => {
    const { family, ids, subjectId } = chapter;
    const notFound = { code: 'NOT_FOUND' };
    for (const id of [other.ids.a, crypto.randomUUID(), 'none'])
      expect(await place(family.owner, id)).toMatchObject(notFound);
    expect(await orderByDate(family.owner, await chapterIdOf(other.ids.a))).toMatchObject(notFound);
    const elsewhere = await aStory(family, 'E', '1930', 'origins');
    for (const afterId of [other.ids.a, elsewhere, crypto.randomUUID(), 'none'])
      expect(await place(family.owner, ids.d, afterId)).toMatchObject({ ...notFound, path: ['afterId'] });
    expect(await place(family.owner, ids.d, ids.d)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await titlesOf(family.owner, subjectId)).toBe('A B C D');
    expect(await titlesOf(other.family.owner, other.subjectId)).toBe('A B C D');
  });
});
