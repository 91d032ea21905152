import { describe, expect, test } from 'vitest';
import { wordingInForce } from '#api/consent/wordings.ts';
import { db } from '#api/platform/database/database.ts';
import { holdingSubject } from '#tests/support/held-subject.ts';
import { aFamily, type Family, type Person, useServer } from '#tests/support/world.ts';

useServer();

const removing = 'mutation ($id: ID!) { removeMember(id: $id) { __typename } }';
const demoting = `mutation ($id: ID!) { setMemberRole(id: $id, role: VIEWER) { __typename } }`;

/** What takes a right that is looked at before anything waits, by a co-owner unless said otherwise. */
const changes: Record<string, (family: Family, others: Others) => [document: string, variables: object]> = {
  invite: ({ subject }) => [
    'mutation ($input: InviteInput!) { invite(input: $input) { __typename } }',
    { input: { subjectId: subject.id, role: 'VIEWER' } },
  ],
  'removeMember of the one who removes them': (_family, { ownerId }) => [removing, { id: ownerId }],
  setMemberRole: (_family, { viewerId }) => [
    'mutation ($id: ID!) { setMemberRole(id: $id, role: OWNER) { __typename } }',
    { id: viewerId },
  ],
  updateSubject: ({ subject }) => [
    'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { __typename } }',
    { input: { id: subject.id, fullName: 'Another name' } },
  ],
  'saveCard of a new story': ({ subject }) => [
    'mutation ($input: SaveCardInput!) { saveCard(input: $input) { __typename } }',
    { input: { subjectId: subject.id, title: 'The ferry', body: 'I rode the ferry to work.' } },
  ],
  deleteSubject: ({ subject }) => [
    'mutation ($id: ID!) { deleteSubject(id: $id) { __typename } }',
    { id: subject.id },
  ],
  giveConsent: ({ subject }) => [
    'mutation ($input: GiveConsentInput!) { giveConsent(input: $input) { __typename } }',
    {
      input: {
        subjectId: subject.id,
        grants: [{ kind: 'AI_WRITING', wordingVersion: wordingInForce('AI_WRITING').version }],
        inPerson: { typedName: 'Alma Rourke' },
      },
    },
  ],
  withdrawConsent: ({ subject }) => [
    'mutation ($input: WithdrawConsentInput!) { withdrawConsent(input: $input) { __typename } }',
    { input: { subjectId: subject.id, kinds: ['SHARING'] } },
  ],
};

type Others = { ownerId: string; viewerId: string };

/** A family of two owners, of whom the second is about to lose their place, and the ids of the places. */
async function twoOwners() {
  const family = await aFamily({ consents: ['SHARING'] });
  const { subject, owner, editor, viewer } = family;
  const placeOf = async ({ id: userId }: Person) => {
    const at = { subjectId_userId: { subjectId: subject.id, userId } };
    return (await db.membership.findUniqueOrThrow({ where: at })).id;
  };
  const [ownerId, secondId, viewerId] = [await placeOf(owner), await placeOf(editor), await placeOf(viewer)];
  const role = 'mutation ($id: ID!) { setMemberRole(id: $id, role: OWNER) { __typename } }';
  await owner.gql(role, { id: secondId });
  return { family, ownerId, secondId, viewerId };
}

/** All that those changes would have changed. */
async function asItStands({ subject }: Family) {
  const { updatedAt: _, ...row } = await db.subject.findUniqueOrThrow({ where: { id: subject.id } });
  const where = { subjectId: subject.id };
  const members = { where, orderBy: { id: 'asc' }, select: { id: true, role: true } } as const;
  return {
    row,
    members: await db.membership.findMany(members),
    waiting: await db.invitation.count({ where: { ...where, status: 'PENDING' } }),
    consents: await db.consentEntry.count({ where }),
    cards: await db.card.count({ where }),
  };
}

describe('Who waited for a book while they lost their place at it', () => {
  test.each(Object.keys(changes))('finds nothing there: %s', async (name) => {
    const { family, ownerId, secondId, viewerId } = await twoOwners();
    const { owner, editor: second, subject } = family;
    const [document, variables] = changes[name]?.(family, { ownerId, viewerId }) ?? ['', {}];
    const before = await asItStands(family);

    const held = await holdingSubject(subject.id);
    const removed = await held.queue(() => owner.gql(removing, { id: secondId }));
    const late = await held.queue(() => second.gql(document, variables));
    await held.letGo();
    expect(await removed.answer).toEqual({ removeMember: { __typename: 'RemoveMemberSuccess' } });
    expect(Object.values(await late.answer)).toEqual([{ __typename: 'NotFound' }]);
    expect(await asItStands(family)).toEqual({
      ...before,
      members: before.members.filter(({ id }) => id !== secondId),
    });
  });

  test('may not do any more what their new role doesn’t allow', async () => {
    const { family, secondId } = await twoOwners();
    const { owner, editor: second, subject } = family;
    const [document, variables] = changes.invite?.(family, { ownerId: '', viewerId: '' }) ?? ['', {}];

    const held = await holdingSubject(subject.id);
    const demoted = await held.queue(() => owner.gql(demoting, { id: secondId }));
    const late = await held.queue(() => second.gql(document, variables));
    await held.letGo();
    expect(await demoted.answer).toEqual({ setMemberRole: { __typename: 'Membership' } });
    await expect(late.answer).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await asItStands(family)).waiting).toBe(0);
  });

  test('may still leave with the role that is left to them', async () => {
    const { family, secondId } = await twoOwners();
    const { owner, editor: second, subject } = family;

    const held = await holdingSubject(subject.id);
    await held.queue(() => owner.gql(demoting, { id: secondId }));
    const leaving = await held.queue(() => second.gql(removing, { id: secondId }));
    await held.letGo();
    expect(await leaving.answer).toEqual({ removeMember: { __typename: 'RemoveMemberSuccess' } });
    expect((await asItStands(family)).members.map(({ id }) => id)).not.toContain(secondId);
  });
});
