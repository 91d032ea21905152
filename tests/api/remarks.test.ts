import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { account } from '#tests/support/account.ts';
import { aBook, type Book } from '#tests/support/book.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Answer, password, succeeded } from '#tests/support/person.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aFamily, type Family, join, type Person, useServer } from '#tests/support/world.ts';

useServer();

const say = `mutation ($cardId: ID!, $text: String!) {
  remark(cardId: $cardId, text: $text) { __typename ... on Remark { id text } ... on UserError { code message path } }
}`;
const take = `mutation ($id: ID!) {
  removeRemark(id: $id) { __typename ... on Card { id } ... on UserError { code message } }
}`;
const heart = `mutation ($cardId: ID!, $on: Boolean!) {
  setHeart(cardId: $cardId, on: $on) { ... on Card { id heartCount heartsFrom heartedByMe } ... on UserError { code message } }
}`;
const page = `query ($id: ID!) { card(id: $id) { id heartCount heartsFrom heartedByMe canRemark
  remarks(first: 100) { edges { node { id text canRemove author { id name } } } }
} }`;

let family: Family;
let book: Book;
beforeEach(async () => {
  family = await aFamily();
  book = await aBook(family);
});

async function remarkBy(
  person: Person,
  text = 'I remember the bread.',
  cardId = book.publishedId,
): Promise<string> {
  return succeeded(await person.gql(say, { cardId, text })).id;
}

/** The code of a refusal, whether it is the answer or a top-level error; undefined when it is no refusal. */
async function refusalOf(person: Person, document: string, variables: object): Promise<string | undefined> {
  const { errors, data } = await person.ask(document, variables);
  const [result] = Object.values(data ?? {}) as Answer[];
  return errors?.[0]?.extensions.code ?? result?.code;
}

/** The story as somebody sees it, with its remarks as a list; null where they see no such story. */
async function cardFor(person: Person, id = book.publishedId): Promise<Answer> {
  const { card } = await person.gql(page, { id });
  return card && { ...card, remarks: card.remarks.edges.map(({ node }: Answer) => node) };
}

const hold = (person: Person) =>
  person.gql('SetAudience', { input: { cardId: book.publishedId, afterDeath: true } }).then(succeeded);

describe('A remark on a story', () => {
  test('is read by everyone who may read the story, with the name of its author', async () => {
    const { viewer, editor, owner, self, admin } = family;
    const id = await remarkBy(viewer, '  They were my good shoes.\nI have forgiven her. ');
    for (const reader of [viewer, editor, owner, self, admin]) {
      const { remarks } = await cardFor(reader);
      expect(remarks, reader.name).toEqual([
        {
          id,
          text: 'They were my good shoes.\nI have forgiven her.',
          author: { id: viewer.id, name: 'Vi Rourke' },
          canRemove: reader !== admin,
        },
      ]);
    }
    expect((await cardFor(admin)).canRemark).toBe(false);
    expect((await cardFor(viewer)).canRemark).toBe(true);
  });

  test('is refused without words, and with more than 2,000 characters', async () => {
    for (const text of ['', ' \n ', '\u202e', 'a'.repeat(2_001)]) {
      const { remark } = await family.viewer.gql(say, { cardId: book.publishedId, text });
      expect(remark, text.slice(0, 9)).toMatchObject({ code: 'BAD_REQUEST', path: ['text'] });
    }
    expect(await remarkBy(family.viewer, 'a'.repeat(2_000))).toEqual(expect.any(String));
    expect(await db.remark.count({ where: { cardId: book.publishedId } })).toBe(1);
  });

  test('is refused to other families, to removed members, without a session, to the team and to keys', async () => {
    const { stranger, admin, nobody, owner, viewer, subject } = family;
    const other = await aFamily();
    const id = await remarkBy(owner);
    const key = await aPartner(owner);
    const { members } = (await owner.gql('FamilyFriends', { subjectId: subject.id })).subject;
    const membership = members.find(({ user }: Answer) => user.id === viewer.id).id;
    succeeded(await owner.gql('RemoveMember', { id: membership }));
    const refusals: [Person, string][] = [
      [stranger, 'NOT_FOUND'],
      [other.owner, 'NOT_FOUND'],
      [viewer, 'NOT_FOUND'],
      [nobody, 'UNAUTHORIZED'],
      [admin, 'FORBIDDEN'],
      [key, 'FORBIDDEN'],
    ];
    for (const [person, code] of refusals) {
      const cardId = book.publishedId;
      for (const [document, variables] of [
        [say, { cardId, text: 'Let me in.' }],
        [heart, { cardId, on: true }],
        [take, { id }],
      ] as const) {
        expect(await refusalOf(person, document, variables), `${person.name} ${document}`).toBe(code);
      }
    }
    const { data, extensions } = await key.ask(page, { id: book.publishedId });
    expect(data?.card).toEqual({
      id: book.publishedId,
      canRemark: null,
      heartCount: null,
      heartsFrom: [],
      heartedByMe: null,
      remarks: { edges: [] },
    });
    expect(extensions?.missingScopes).toContainEqual({ field: 'Card.remarks', scope: null });
    expect(await cardFor(owner)).toMatchObject({ heartCount: 0, remarks: [{ id }] });
  });

  test('can’t be written on a story that its author may not read', async () => {
    const { viewer, editor, self, owner } = family;
    await hold(self);
    for (const person of [viewer, editor]) {
      const at = { cardId: book.publishedId };
      expect(await refusalOf(person, say, { ...at, text: 'So.' })).toBe('NOT_FOUND');
      expect(await refusalOf(person, heart, { ...at, on: true })).toBe('NOT_FOUND');
    }
    expect(await refusalOf(viewer, say, { cardId: book.hiddenId, text: 'So.' })).toBe('NOT_FOUND');
    expect(await remarkBy(owner)).toEqual(expect.any(String));
  });

  test('is hidden together with its story, and shown again with it', async () => {
    const { viewer, editor, self, owner } = family;
    const id = await remarkBy(viewer);
    await viewer.gql(heart, { cardId: book.publishedId, on: true });
    await hold(self);
    expect([await cardFor(viewer), await cardFor(editor)]).toEqual([null, null]);
    expect(await refusalOf(viewer, take, { id })).toBe('NOT_FOUND');
    expect(await cardFor(owner)).toMatchObject({ heartCount: 1, remarks: [{ id }] });

    succeeded(await self.gql('SetAudience', { input: { cardId: book.publishedId, everyone: true } }));
    succeeded(await editor.gql('SetCardStatus', { id: book.publishedId, status: 'HIDDEN' }));
    expect(await cardFor(viewer)).toBeNull();
    expect(await cardFor(editor)).toMatchObject({ remarks: [{ id }] });
    await db.card.delete({ where: { id: book.publishedId } });
    expect(await db.remark.count({ where: { id } })).toBe(0);
    expect(await db.heart.count({ where: { cardId: book.publishedId } })).toBe(0);
  });

  test('is removed by its author and by those who write the book, for good', async () => {
    const { viewer, editor, self } = family;
    const other = await join(self, book.subjectId, family.stranger, 'VIEWER').then(() => family.stranger);
    const ids = [await remarkBy(viewer), await remarkBy(editor), await remarkBy(other)];
    expect(await refusalOf(viewer, take, { id: ids[1] })).toBe('FORBIDDEN');
    expect((await cardFor(viewer)).remarks.map(({ canRemove }: Answer) => canRemove)).toEqual([
      true,
      false,
      false,
    ]);
    succeeded(await viewer.gql(take, { id: ids[0] }));
    succeeded(await editor.gql(take, { id: ids[2] }));
    // Again, and by two at once: it stays removed.
    const again = [editor, self, viewer].map((person) => person.gql(take, { id: ids[0] }));
    expect((await Promise.all(again)).map(succeeded)).toHaveLength(3);
    expect((await cardFor(editor)).remarks).toMatchObject([{ id: ids[1] }]);
    expect(await db.remark.findMany({ where: { id: { in: [ids[0] ?? '', ids[2] ?? ''] } } })).toMatchObject([
      { text: '' },
      { text: '' },
    ]);
  });

  test('is refused after 60 of one author within an hour, and to nobody else', async () => {
    const { viewer, editor } = family;
    for (let at = 0; at < 60; at++) await remarkBy(viewer, `The ${at}th`);
    const { remark } = await viewer.gql(say, { cardId: book.publishedId, text: 'One more' });
    expect(remark).toMatchObject({ __typename: 'LimitReached', code: 'UNPROCESSABLE_ENTITY' });
    expect(await remarkBy(editor)).toEqual(expect.any(String));
    const { card } = await viewer.gql(
      `query ($id: ID!) { card(id: $id) { remarks(last: 2) {
        edges { node { text } } pageInfo { hasPreviousPage startCursor }
      } } }`,
      { id: book.publishedId },
    );
    expect(card.remarks).toMatchObject({
      edges: [{ node: { text: 'The 59th' } }, { node: { text: 'I remember the bread.' } }],
      pageInfo: { hasPreviousPage: true },
    });
  });

  test('reaches the open pages of the family at once, and nobody who may not read the story', async () => {
    const { viewer, editor, self, owner } = family;
    const document = `subscription ($subjectId: ID!) { cardChanged(subjectId: $subjectId) {
      card { id heartCount remarks(last: 5) { edges { node { text } } } }
    } }`;
    const follow = (person: Person) => person.watch(document, { subjectId: book.subjectId });
    const stream = await follow(editor);
    await remarkBy(viewer);
    const texts = [{ node: { text: 'I remember the bread.' } }];
    expect((await stream.next()).cardChanged.card).toMatchObject({ remarks: { edges: texts } });
    await viewer.gql(heart, { cardId: book.publishedId, on: true });
    expect((await stream.next()).cardChanged.card).toMatchObject({ heartCount: 1 });

    await hold(self);
    expect((await stream.next()).cardChanged.card).toBeNull();
    await remarkBy(owner, 'For later.');
    expect((await stream.next()).cardChanged.card).toBeNull();
    await stream.end();
  });
});

describe('A heart', () => {
  test('is counted once for each member, also when it is given twice at once, and can be taken back', async () => {
    const { viewer, editor, owner } = family;
    const set = (person: Person, on: boolean) => person.gql(heart, { cardId: book.publishedId, on });
    await Promise.all([set(viewer, true), set(viewer, true)]);
    await set(editor, true);
    const heartsFrom = [viewer.name, editor.name];
    expect(succeeded(await set(viewer, true))).toMatchObject({
      heartCount: 2,
      heartsFrom,
      heartedByMe: true,
    });
    expect(await cardFor(owner)).toMatchObject({ heartCount: 2, heartsFrom, heartedByMe: false });

    expect(succeeded(await set(viewer, false))).toMatchObject({
      ...{ heartCount: 1, heartsFrom: [editor.name], heartedByMe: false },
    });
    expect(succeeded(await set(viewer, false))).toMatchObject({ heartCount: 1 });
  });

  test('and a remark can be taken back by a reader who was limited to reading, who adds none', async () => {
    const { viewer, editor, subject } = family;
    const id = await remarkBy(viewer);
    const ofEditor = await remarkBy(editor);
    const set = (on: boolean) => ({ cardId: book.publishedId, on });
    succeeded(await viewer.gql(heart, set(true)));
    await db.membership.updateMany({
      where: { subjectId: subject.id, userId: viewer.id },
      data: { mayContribute: false },
    });

    expect(await cardFor(viewer)).toMatchObject({
      canRemark: false,
      remarks: [
        { id, canRemove: true },
        { id: ofEditor, canRemove: false },
      ],
    });
    expect(await refusalOf(viewer, take, { id: ofEditor })).toBe('FORBIDDEN');
    expect(succeeded(await viewer.gql(heart, set(false)))).toMatchObject({ heartCount: 0 });
    expect(succeeded(await viewer.gql(take, { id }))).toMatchObject({ id: book.publishedId });
    expect(await refusalOf(viewer, heart, set(true))).toBe('FORBIDDEN');
    expect(await refusalOf(viewer, say, { cardId: book.publishedId, text: 'Again.' })).toBe('FORBIDDEN');
  });
});

describe('The remarks and hearts of a list of stories', () => {
  test('take as many statements for many stories as for one', async () => {
    const { viewer, editor } = family;
    const list = `query ($id: ID!, $first: Int!) { subject(id: $id) { cards(first: $first) { edges { node {
      id heartCount heartsFrom heartedByMe canRemark remarks(last: 5) { edges { node { text canRemove author { id name } } } }
    } } } } }`;
    await db.card.updateMany({ where: { subjectId: book.subjectId }, data: { status: 'PUBLISHED' } });
    for (const cardId of [book.publishedId, book.draftId, book.hiddenId]) {
      await remarkBy(viewer, 'So it was.', cardId);
      await remarkBy(editor, 'No.', cardId);
    }
    const sent = (first: number) =>
      statementsOf(async () => {
        const { subject } = await editor.gql(list, { id: book.subjectId, first });
        expect(subject.cards.edges).toHaveLength(first);
        for (const { node } of subject.cards.edges) expect(node.remarks.edges).toHaveLength(2);
      });
    await sent(1);
    expect((await sent(3)).length).toBeLessThanOrEqual((await sent(1)).length);
  });
});

describe('What somebody remarked', () => {
  test('stays without their name when their account is deleted, and their hearts go', async () => {
    const { viewer, editor } = family;
    const id = await remarkBy(viewer);
    await viewer.gql(heart, { cardId: book.publishedId, on: true });
    await account('/delete-user', { password }, { cookie: viewer.cookie ?? '' });
    await expect.poll(() => db.user.count({ where: { id: viewer.id } })).toBe(0);
    expect(await cardFor(editor)).toMatchObject({ heartCount: 0, remarks: [{ id, author: null }] });
  });

  test('is erased with the book', async () => {
    const { viewer, owner } = family;
    await remarkBy(viewer);
    await viewer.gql(heart, { cardId: book.publishedId, on: true });
    succeeded(await owner.gql('DeleteSubject', { id: book.subjectId }));
    expect(await refusalOf(owner, say, { cardId: book.publishedId, text: 'So.' })).toBe('NOT_FOUND');
    const where = { subjectId: book.subjectId };
    await db.subject.update({ where: { id: book.subjectId }, data: { deletedAt: new Date(0) } });
    await eraseDeleted();
    expect([await db.remark.count({ where }), await db.heart.count({ where })]).toEqual([0, 0]);
  });
});
