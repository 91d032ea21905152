import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { aBook, aWellbeingNote, type Book } from '#tests/support/book.ts';
import type { Person } from '#tests/support/person.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

let family: Family;
let book: Book;
beforeAll(async () => {
  family = await aFamily();
  book = await aBook(family);
});

const document = `mutation ($id: ID!, $done: String!) {
  seeWellbeingNote(id: $id, done: $done) {
    __typename
    ... on WellbeingNote { id seenAt done seenBy { id } }
    ... on UserError { code }
  }
}`;
const aNote = () => aWellbeingNote(book.subjectId, book.pastId);
const see = async (person: Person, id: string, done: string) => {
  const { data, errors } = await person.ask(document, { id, done });
  return errors?.[0]?.extensions?.code ?? data?.seeWellbeingNote.code ?? data?.seeWellbeingNote;
};
const kept = (id: string) =>
  db.wellbeingNote.findUniqueOrThrow({ where: { id }, select: { seenAt: true, seenById: true, done: true } });
const unseen = { seenAt: null, seenById: null, done: null };
const noted = (targetId: string) => db.auditEvent.findMany({ where: { action: 'wellbeing.seen', targetId } });

describe('A wellbeing note', () => {
  test('is marked as seen by an owner, with what was done, and is gone from their page', async () => {
    const id = await aNote();
    const waiting = async () =>
      (await family.owner.gql(`{ subject(id: "${book.subjectId}") { wellbeingNotes { id } } }`)).subject
        .wellbeingNotes;
    expect(await waiting()).toContainEqual({ id });

    expect(await see(family.owner, id, '  I called her at once  ')).toEqual({
      __typename: 'WellbeingNote',
      id,
      seenAt: expect.any(String),
      done: 'I called her at once',
      seenBy: { id: family.owner.id },
    });

    expect(await waiting()).not.toContainEqual({ id });
    expect(await noted(id)).toEqual([]);
  });

  test('is marked as seen by an admin, which the log of admins keeps', async () => {
    const id = await aNote();

    expect(await see(family.admin, id, 'Wrote to the daughter')).toMatchObject({ id });

    expect(await kept(id)).toMatchObject({ seenById: family.admin.id, done: 'Wrote to the daughter' });
    expect(await noted(id)).toMatchObject([{ subjectId: book.subjectId }]);
  });

  test.each([
    ['editor', 'FORBIDDEN'],
    ['viewer', 'FORBIDDEN'],
    ['stranger', 'NOT_FOUND'],
    ['nobody', 'UNAUTHORIZED'],
  ] as const)('is not marked by the %s', async (caller, code) => {
    const id = await aNote();

    expect(await see(family[caller], id, 'Nothing')).toBe(code);

    expect(await kept(id)).toEqual(unseen);
  });

  test('is not there for the owner of another book, nor is one that nobody has', async () => {
    const id = await aNote();
    const other = await aFamily();

    expect(await see(other.owner, id, 'I called her')).toBe('NOT_FOUND');
    expect(await see(family.owner, crypto.randomUUID(), 'I called her')).toBe('NOT_FOUND');
    expect(await see(family.admin, crypto.randomUUID(), 'I called her')).toBe('NOT_FOUND');

    expect(await kept(id)).toEqual(unseen);
  });

  test.each([
    ['empty', '   '],
    ['too long', 'a'.repeat(1001)],
  ])('wants to know what was done: not %s', async (_what, done) => {
    const id = await aNote();

    expect(await see(family.owner, id, done)).toBe('BAD_REQUEST');

    expect(await kept(id)).toEqual(unseen);
  });

  test('stays with whoever saw it first', async () => {
    const id = await aNote();
    await see(family.owner, id, 'I called her');
    const first = await kept(id);

    expect(await see(family.admin, id, 'Wrote to the daughter')).toMatchObject({ id });

    expect(await kept(id)).toEqual(first);
    expect(await noted(id)).toEqual([]);
  });
});

describe('The wellbeing notes of one subject', () => {
  const read = (person: Person, id: string) =>
    person.ask('query ($id: ID!) { subject(id: $id) { recentWellbeingNotes { id done seenBy { id } } } }', {
      id,
    });

  test('are listed for admins, seen ones too, without those of other subjects', async () => {
    const [one, elsewhere] = [await aFamily(), await aFamily()];
    const [its, other] = [await aBook(one), await aBook(elsewhere)];
    const seenId = await aWellbeingNote(its.subjectId, its.pastId);
    const waitingId = await aWellbeingNote(its.subjectId, its.pastId);
    await aWellbeingNote(other.subjectId, other.pastId);
    await see(one.admin, seenId, 'Wrote to the daughter');

    const { data } = await read(one.admin, its.subjectId);

    expect(data?.subject.recentWellbeingNotes).toEqual([
      { id: waitingId, done: null, seenBy: null },
      { id: seenId, done: 'Wrote to the daughter', seenBy: { id: one.admin.id } },
    ]);
  });

  test.each(['owner', 'editor', 'self'] as const)('are not listed there for the %s', async (caller) => {
    const { errors } = await read(family[caller], book.subjectId);

    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });
});

describe('Words of crisis', () => {
  test('are marked for the owner who reads them, so that no screen shows them at a glance', async () => {
    const { id } = await db.message.findFirstOrThrow({
      where: { conversationId: book.pastId, role: 'user', private: false },
      select: { id: true },
    });
    const span = { act: 'DISTRESS', label: 'crisis-self', labels: ['crisis-self'], doubtful: false };
    await db.message.update({
      where: { id },
      data: { reading: { spans: [{ ...span, start: 0, end: 5 }] } },
    });

    const { conversation } = await family.owner.gql(
      `{ conversation(id: "${book.pastId}") { messages(last: 50) { edges { node { id inDistress } } } } }`,
    );

    const marked = (conversation.messages.edges as { node: { id: string; inDistress: boolean } }[])
      .filter(({ node }) => node.inDistress)
      .map(({ node }) => node.id);
    expect(marked).toEqual([id]);
  });
});
