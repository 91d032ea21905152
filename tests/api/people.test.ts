import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { rightsChange } from '#tests/support/account.ts';
import { booksOf } from '#tests/support/book.ts';
import { accept, invite } from '#tests/support/inviting.ts';
import { aFamily, aPerson, type Family, join, type Person, useServer } from '#tests/support/world.ts';

useServer();

type Member = { id: string; role: string; user: { id: string; name: string } };

async function members(person: Person, { subject }: Pick<Family, 'subject'>): Promise<Member[]> {
  return (await person.gql('FamilyFriends', { subjectId: subject.id })).subject.members;
}

async function memberId(family: Family, person: Person): Promise<string> {
  const found = (await members(family.admin, family)).find((member) => member.user.id === person.id);
  return found?.id ?? '';
}

const setRole = `mutation ($id: ID!, $role: SubjectRole!) { setMemberRole(id: $id, role: $role) {
  __typename ... on Membership { role } ... on UserError { code path } } }`;
const removing = `mutation ($id: ID!) { removeMember(id: $id) {
  __typename ... on RemoveMemberSuccess { membershipId } ... on UserError { code } } }`;

describe('A member', () => {
  test('can get another role only from owners and the subject', async () => {
    const family = await aFamily();
    const { owner, self, editor, viewer, stranger, admin } = family;
    const id = await memberId(family, viewer);
    const change = async (person: Person, role: string) =>
      (await person.gql(setRole, { id, role })).setMemberRole;

    for (const person of [editor, viewer, admin]) {
      await expect(change(person, 'EDITOR')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await change(stranger, 'EDITOR')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await change(owner, 'EDITOR')).toMatchObject({ role: 'EDITOR' });
    expect(await change(self, 'OWNER')).toMatchObject({ role: 'OWNER' });
    expect(await change(owner, 'SUBJECT')).toMatchObject({ code: 'BAD_REQUEST', path: ['role'] });
    expect((await members(owner, family)).filter((member) => member.role === 'OWNER')).toHaveLength(2);
  });

  test('who is the last owner can’t leave, be removed or be demoted', async () => {
    const family = await aFamily();
    const { owner, self } = family;
    const id = await memberId(family, owner);

    for (const person of [owner, self]) {
      expect((await person.gql(removing, { id })).removeMember).toMatchObject({
        __typename: 'LastOwner',
        code: 'CONFLICT',
      });
      expect((await person.gql(setRole, { id, role: 'EDITOR' })).setMemberRole.code).toBe('CONFLICT');
    }
    expect(await memberId(family, owner)).toBe(id);
  });

  test('remains an owner when two owners concurrently leave or demote one another', async () => {
    for (const ways of [
      [removing, removing],
      [setRole, setRole],
      [removing, setRole],
    ]) {
      const family = await aFamily();
      const { owner, editor } = family;
      const [first, second] = [await memberId(family, owner), await memberId(family, editor)];
      await owner.gql(setRole, { id: second, role: 'OWNER' });
      await Promise.all([
        owner.gql(ways[0] ?? '', { id: first, role: 'VIEWER' }),
        editor.gql(ways[1] ?? '', { id: second, role: 'VIEWER' }),
      ]);

      const left = await db.membership.count({ where: { subjectId: family.subject.id, role: 'OWNER' } });
      expect(left).toBe(1);
    }
  });

  test('can own at most 25 subjects, even with concurrent changes', async () => {
    const [one, other] = [await aFamily(), await aFamily()];
    const { editor } = one;
    await join(other.owner, other.subject.id, editor, 'EDITOR');
    await booksOf(editor, 24);
    const limited = `mutation ($id: ID!, $role: SubjectRole!) { setMemberRole(id: $id, role: $role) {
      __typename ... on LimitReached { code limit message } } }`;
    const made = await Promise.all(
      [one, other].map(async (family) =>
        family.owner.gql(limited, { id: await memberId(family, editor), role: 'OWNER' }),
      ),
    );
    const answers = made.map(({ setMemberRole }) => setMemberRole);
    expect(answers.map(({ __typename }) => __typename).toSorted()).toEqual(['LimitReached', 'Membership']);
    expect(answers.find(({ code }) => code)).toMatchObject({
      code: 'UNPROCESSABLE_ENTITY',
      limit: 25,
      message: 'They can own at most 25 books',
    });
    expect(await db.membership.count({ where: { userId: editor.id, role: 'OWNER' } })).toBe(25);
  });

  test('may always leave, and loses all access at once', async () => {
    const family = await aFamily();
    const { viewer, subject } = family;
    const woken = rightsChange(viewer.id);
    const id = await memberId(family, viewer);

    expect((await viewer.gql(removing, { id })).removeMember).toMatchObject({ membershipId: id });
    await woken;
    expect((await viewer.gql('SubjectHome', { id: subject.id })).subject).toBeNull();
    expect((await viewer.gql(removing, { id })).removeMember).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('may change nothing after leaving within one operation', async () => {
    const family = await aFamily();
    const { editor, subject } = family;
    const input = { subjectId: subject.id, title: 'The ferry', body: 'I rode the ferry to work.' };
    const { data } = await editor.ask(
      `mutation ($id: ID!, $input: SaveCardInput!) {
        left: removeMember(id: $id) { __typename }
        saved: saveCard(input: $input) { __typename ... on UserError { code } }
      }`,
      { id: await memberId(family, editor), input },
    );

    expect(data.left).toMatchObject({ __typename: 'RemoveMemberSuccess' });
    expect(data.saved ?? { code: 'NOT_FOUND' }).toMatchObject({ code: 'NOT_FOUND' });
    expect(await db.card.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('who was removed can’t return by their old link or one of their own', async () => {
    const family = await aFamily();
    const { owner, editor, viewer, subject } = family;
    const open = await invite(owner, { subjectId: subject.id, role: 'VIEWER', maxUses: 5 });
    const guest = await aPerson('Gus');
    await accept(guest, open.token);
    const own = await invite(editor, { subjectId: subject.id, role: 'VIEWER', maxUses: 5 });

    for (const person of [guest, editor]) {
      await owner.gql(removing, { id: await memberId(family, person) });
    }
    expect(await accept(guest, open.token)).toMatchObject({ code: 'CONFLICT' });
    expect(await accept(editor, own.token)).toMatchObject({ code: 'CONFLICT' });
    expect(await accept(await aPerson('Another'), own.token)).toMatchObject({ usable: 'REVOKED' });
    expect((await members(viewer, family)).map((member) => member.user.name)).not.toContain('Gus');
  });
});

describe('People in the stories', () => {
  test('are listed for the readable stories, without people mentioned only in transcripts', async () => {
    const { owner, viewer, self, subject } = await aFamily();
    const { id: subjectId } = subject;
    const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId } });
    const card = (title: string, status: 'PUBLISHED' | 'DRAFT') =>
      db.card.create({
        data: { subjectId, chapterId: chapter.id, title, status, place: `${title} Street` },
        select: { id: true },
      });
    const [told, draft] = [await card('Told', 'PUBLISHED'), await card('Draft', 'DRAFT')];
    const person = (name: string, found: boolean, cards: { id: string }[]) =>
      db.person.create({
        data: {
          subjectId,
          name,
          found,
          cards: { create: cards.map(({ id }) => ({ subjectId, cardId: id })) },
        },
      });
    await person('Des', true, [told, draft]);
    await person('Lourdes', true, [draft]);
    await person('Marisol', false, []);
    await db.place.createMany({
      data: ['Told Street', 'Draft Street'].map((name) => ({ subjectId, name })),
    });
    const people = async (reader: Person) => {
      const { people: found } = (await reader.gql('FamilyFriends', { subjectId })).subject;
      return found.edges.map(({ node }: { node: { name: string; cards: { title: string }[] } }) => [
        node.name,
        node.cards.map((each) => each.title),
      ]);
    };
    const places = async (reader: Person) =>
      (await reader.gql(`{ subject(id: "${subjectId}") { places { name } } }`)).subject.places.length;

    const all = [
      ['Des', ['Told', 'Draft']],
      ['Lourdes', ['Draft']],
      ['Marisol', []],
    ];
    expect(await people(owner)).toEqual(all);
    expect(await people(self)).toEqual(all);
    expect(await people(viewer)).toEqual([
      ['Des', ['Told']],
      ['Marisol', []],
    ]);
    expect([await places(owner), await places(viewer)]).toEqual([2, 1]);
  });

  test('who join appear in the recent activity for all, and ended conversations only for those who may read them', async () => {
    const family = await aFamily();
    const { owner, viewer, subject } = family;
    await db.activity.create({ data: { subjectId: subject.id, kind: 'conversation-ended' } });
    await join(owner, subject.id, await aPerson('Gus'), 'VIEWER');
    const lately = async (person: Person) =>
      (await person.gql(`{ subject(id: "${subject.id}") { activity(first: 2) { kind actor { name } } } }`))
        .subject.activity;

    const joined = { kind: 'member-joined', actor: { name: 'Gus' } };
    expect(await lately(owner)).toEqual([joined, { kind: 'conversation-ended', actor: null }]);
    expect((await lately(viewer)).map(({ kind }: { kind: string }) => kind)).not.toContain(
      'conversation-ended',
    );
  });
});
