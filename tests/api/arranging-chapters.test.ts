import { beforeAll, describe, expect, test } from 'vitest';
import { dropEmptyUnsorted } from '#api/biography/chapters.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { aPublishedBook, finished } from '#tests/support/made.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { cardsOf, stories, told } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

const saving = `mutation ($id: ID!, $title: String, $hidden: Boolean) {
  saveChapter(id: $id, title: $title, hidden: $hidden) {
    __typename ... on Chapter { id key title hidden } ... on UserError { code message path }
  }
}`;
const ordering = `mutation ($subjectId: ID!, $ids: [ID!]!) {
  orderChapters(subjectId: $subjectId, ids: $ids) {
    __typename ... on Subject { chapters { id } } ... on UserError { code message path }
  }
}`;
const save = async (person: Person, input: object) => (await person.gql(saving, input)).saveChapter;
const order = async (person: Person, subjectId: string, ids: readonly string[]) =>
  (await person.gql(ordering, { subjectId, ids })).orderChapters;

type Chapter = { id: string; key: string; title: string; hidden: boolean };

async function chaptersOf(person: Person, { subject }: Family): Promise<Chapter[]> {
  const query = 'query ($id: ID!) { subject(id: $id) { chapters { id key title hidden } } }';
  return (await person.gql(query, { id: subject.id })).subject.chapters;
}

async function idsOf(person: Person, family: Family): Promise<string[]> {
  return (await chaptersOf(person, family)).map(({ id }) => id);
}

/** The chapter of a book with this key. */
async function chapterOf({ subject }: Family, key: string) {
  return db.chapter.findUniqueOrThrow({ where: { subjectId_key: { subjectId: subject.id, key } } });
}

describe('A chapter', () => {
  test('is renamed for everyone by those who write the book, and stories are filed into it as before', async () => {
    const family = await aFamily();
    const { editor, viewer, subject } = family;
    const { id } = await chapterOf(family, 'love');
    expect(await save(editor, { id, title: '  Frank and I ' })).toEqual({
      ...{ __typename: 'Chapter', id, key: 'love', title: 'Frank and I', hidden: false },
    });
    await told(subject.id, [stories.wedding]);
    const [card] = await cardsOf(editor, subject.id);
    expect((await db.card.findUniqueOrThrow({ where: { id: card.id } })).chapterId).toBe(id);
    expect(await chaptersOf(viewer, family)).toContainEqual(
      expect.objectContaining({ id, title: 'Frank and I' }),
    );
  });

  test('that is hidden goes on receiving stories, which viewers do not find and are not written to about', async () => {
    const family = await aFamily();
    const { editor, viewer, self, subject } = family;
    const { id } = await chapterOf(family, 'love');
    await save(editor, { id, hidden: true });
    await db.subject.update({ where: { id: subject.id }, data: { publishesAutomatically: true } });
    await told(subject.id, [stories.wedding]);
    const found = async (person: Person) => (await cardsOf(person, subject.id)).length;
    expect(await db.card.count({ where: { chapterId: id } })).toBe(1);
    expect([await found(editor), await found(self), await found(viewer)]).toEqual([1, 1, 0]);
    expect(await db.notice.count({ where: { recipient: viewer.email, kind: 'new-story' } })).toBe(0);
  });

  test('that is hidden ends what others had made of the book, and keeps its keepsakes from the family’s questions', async () => {
    const family = await aFamily();
    const { editor, owner, subject } = family;
    const { bakery } = await aPublishedBook(family);
    const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: bakery.id } });
    const input = { subjectId: subject.id, kind: 'QUOTE_CARD', cardIds: [bakery.id] };
    const quote = await db.sentence.findFirstOrThrow({ where: { cardId: bakery.id, hidden: false } });
    const made = await finished(editor, { ...input, sentenceId: quote.id });
    expect(made.status).toBe('DONE');
    const picture = { id: newId(), subjectId: subject.id, cardId: bakery.id, addedById: editor.id };
    await db.media.create({
      data: { ...picture, storageKey: `${subject.id}/x`, contentType: 'image/gif', bytes: 9 },
    });
    const naming = 'mutation ($input: SaveKeepsakeInput!) { saveKeepsake(input: $input) { __typename } }';
    await owner.gql(naming, { input: { id: picture.id, title: 'The oven' } });
    const asked = () => db.questionRequest.count({ where: { mediaId: picture.id, removedAt: null } });
    expect(await asked()).toBe(1);

    await save(owner, { id: chapterId, hidden: true });
    expect((await db.making.findUniqueOrThrow({ where: { id: made.id } })).status).toBe('EXPIRED');
    expect(await asked()).toBe(0);

    await save(owner, { id: chapterId, hidden: false });
    expect(await asked()).toBe(1);
  });

  test('for unsorted stories stays when it is empty, once somebody has renamed it', async () => {
    const { subject, owner } = await aFamily();
    const unsorted = await db.chapter.create({
      data: { subjectId: subject.id, key: 'unsorted', title: 'Not in a chapter yet', position: 12 },
    });
    const drop = () => transaction((tx) => dropEmptyUnsorted(tx, subject.id));
    await save(owner, { id: unsorted.id, title: 'Odds and ends' });
    await drop();
    expect(await db.chapter.count({ where: { id: unsorted.id } })).toBe(1);
    await save(owner, { id: unsorted.id, title: 'Not in a chapter yet' });
    await drop();
    expect(await db.chapter.count({ where: { id: unsorted.id } })).toBe(0);
  });

  test('that changes is reported to every reader, also to one who no longer sees it', async () => {
    const family = await aFamily();
    const { editor, viewer, subject } = family;
    const { id } = await chapterOf(family, 'love');
    const follow = (person: Person) =>
      person.watch('subscription ($id: ID!) { cardChanged(subjectId: $id) { card { id } } }', {
        id: subject.id,
      });
    const streams = [await follow(editor), await follow(viewer)];
    await save(editor, { id, title: 'Frank' });
    await save(editor, { id, hidden: true });
    await order(editor, subject.id, (await idsOf(editor, family)).toReversed());
    for (const stream of streams) {
      for (let change = 0; change < 3; change++)
        expect(await stream.next()).toEqual({ cardChanged: { card: null } });
      await stream.end();
    }
  });
});

describe('The order of the chapters', () => {
  test('is the one that was set last, and the unnamed chapters keep their places', async () => {
    const family = await aFamily();
    const { editor, viewer, subject } = family;
    const before = await idsOf(editor, family);
    const [first = '', second = '', ...others] = before;
    const last = others.at(-1) ?? '';
    const swapped = [last, second, ...others.slice(0, -1), first];
    expect((await order(editor, subject.id, [last, first])).chapters.map(({ id }: Answer) => id)).toEqual(
      swapped,
    );
    expect(await idsOf(viewer, family)).toEqual(swapped);
    // The same once more changes nothing.
    await order(editor, subject.id, [last, first]);
    expect(await idsOf(viewer, family)).toEqual(swapped);
    await order(editor, subject.id, before);
    expect(await idsOf(viewer, family)).toEqual(before);
  });

  test('of an editor leaves a chapter where it is that they do not see', async () => {
    const family = await aFamily();
    const { editor, owner, subject } = family;
    const [first = '', kept = ''] = await idsOf(owner, family);
    const { id: memberId } = await db.membership.findFirstOrThrow({
      where: { subjectId: subject.id, userId: owner.id },
    });
    succeeded(await owner.gql('SetAudience', { input: { chapterId: kept, memberIds: [memberId] } }));
    const seen = await idsOf(editor, family);
    expect(seen).not.toContain(kept);
    succeeded({ orderChapters: await order(editor, subject.id, seen.toReversed()) });
    const now = await idsOf(owner, family);
    expect(now[1]).toBe(kept);
    expect(now.at(-1)).toBe(first);
    expect(await order(editor, subject.id, [kept])).toMatchObject({ code: 'NOT_FOUND', path: ['ids'] });
    expect(await save(editor, { id: kept, title: 'Mine' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('set by two at the same time is one of the two', async () => {
    const family = await aFamily();
    const { editor, owner, subject } = family;
    const ids = await idsOf(owner, family);
    const one = ids.toReversed();
    const other = [...ids.slice(3), ...ids.slice(0, 3)];
    const answers = await Promise.all([order(owner, subject.id, one), order(editor, subject.id, other)]);
    for (const answer of answers) expect(answer.__typename).toBe('Subject');
    expect([one, other]).toContainEqual(await idsOf(owner, family));
    const rows = await db.chapter.findMany({ where: { subjectId: subject.id }, select: { position: true } });
    expect(new Set(rows.map(({ position }) => position)).size).toBe(ids.length);
  });
});

describe('A change of chapters is refused', () => {
  let family: Family;
  let other: Family;
  let id: string;
  beforeAll(async () => {
    [family, other] = [await aFamily(), await aFamily()];
    ({ id } = await chapterOf(family, 'love'));
  });

  test.each([
    ['viewer', 'FORBIDDEN'],
    ['admin', 'FORBIDDEN'],
    ['nobody', 'UNAUTHORIZED'],
  ] as const)('to %s', async (who, code) => {
    await expect(save(family[who], { id, title: 'Mine' })).rejects.toMatchObject({ code });
    await expect(order(family[who], family.subject.id, [id])).rejects.toMatchObject({ code });
    expect(await chapterOf(family, 'love')).toMatchObject({ title: 'Love', hidden: false });
  });

  test('for a chapter of another book, and for none', async () => {
    for (const person of [family.stranger, other.owner]) {
      expect(await save(person, { id, title: 'Mine' })).toMatchObject({ code: 'NOT_FOUND' });
      expect(await order(person, family.subject.id, [id])).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await order(other.owner, other.subject.id, [id])).toMatchObject({
      ...{ code: 'NOT_FOUND', path: ['ids'] },
    });
    expect(await save(family.owner, { id: newId(), title: 'Mine' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await save(family.owner, { id: 'x', title: 'Mine' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each([
    ['an empty title', { title: '  ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(81) }, 'title'],
    ['a title of two lines', { title: 'one\ntwo' }, 'title'],
  ])('for %s', async (_what, input, field) => {
    expect(await save(family.owner, { id, ...input })).toMatchObject({ code: 'BAD_REQUEST', path: [field] });
    expect((await chapterOf(family, 'love')).title).toBe('Love');
  });

  test('for an order that names a chapter twice, or too many', async () => {
    const { owner, subject } = family;
    const twice = await order(owner, subject.id, [id, id]);
    expect(twice).toMatchObject({ code: 'BAD_REQUEST', path: ['ids'] });
    const many = await order(
      owner,
      subject.id,
      Array.from({ length: 61 }, () => newId()),
    );
    expect(many).toMatchObject({ code: 'BAD_REQUEST', path: ['ids'] });
  });
});
