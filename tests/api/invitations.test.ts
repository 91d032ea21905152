import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { schema } from '#api/schema.ts';
import {
  accept,
  acceptMine,
  decline,
  declineMine,
  invite,
  preview,
  waitingFor,
} from '#tests/support/inviting.ts';
import { aKeepsake, keepsakesOf } from '#tests/support/keepsakes.ts';
import { download } from '#tests/support/made.ts';
import { succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, type Person, useServer } from '#tests/support/world.ts';

useServer();

describe('An invitation', () => {
  test('returns its link once, stores only a hash, and is mailed when an email is given', async () => {
    const { owner, subject } = await aFamily();
    const answer = await invite(owner, {
      subjectId: subject.id,
      role: 'EDITOR',
      email: ' Cousin@Example.test ',
      relationship: 'cousin',
      message: 'Come and see',
    });

    expect(answer.url).toMatch(/\/invite\/[\w-]{43}\/$/);
    expect(answer.invitation).toMatchObject({ email: 'cousin@example.test', status: 'PENDING', maxUses: 1 });
    const days = (Date.parse(answer.invitation.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    const row = await db.invitation.findUniqueOrThrow({ where: { id: answer.invitation.id } });
    expect(JSON.stringify(row)).not.toContain(answer.token);
    const notice = await db.notice.findFirst({ where: { recipient: 'cousin@example.test' } });
    expect(notice).toMatchObject({ kind: 'invitation', data: { url: answer.url, inviterName: owner.name } });
  });

  test('to view can be sent by the family, to edit by owners and the subject', async () => {
    const { owner, self, editor, viewer, admin, stranger, subject } = await aFamily();
    const as = (role: string) => ({ subjectId: subject.id, role });

    expect((await invite(editor, as('VIEWER'))).url).toMatch(/\/invite\/viewer\//);
    await expect(invite(editor, as('EDITOR'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const person of [viewer, admin]) {
      await expect(invite(person, as('VIEWER'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await invite(stranger, as('VIEWER'))).toMatchObject({ code: 'NOT_FOUND' });
    for (const person of [owner, self]) {
      expect((await invite(person, as('EDITOR'))).url).toMatch(/\/invite\/[\w-]{40,}\/$/);
    }
  });

  test.each([
    ['email', { email: 'nobody' }],
    ['phone', { phone: '12' }],
    ['relationship', { relationship: 'x'.repeat(61) }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 15 }],
    ['maxUses', { maxUses: 0 }],
    ['maxUses', { maxUses: 51 }],
    ['maxUses', { role: 'EDITOR', maxUses: 2 }],
    ['message', { message: 'x'.repeat(1001) }],
  ])('with a wrong %s is refused', async (field, input) => {
    const { owner, subject } = await aFamily();
    const open = () => db.invitation.count({ where: { subjectId: subject.id } });
    const before = await open();

    expect(await invite(owner, { subjectId: subject.id, role: 'VIEWER', ...input })).toMatchObject({
      code: 'BAD_REQUEST',
      path: [field],
    });
    expect(await open()).toBe(before);
  });

  test('is refused beyond 50 open ones, not counting expired ones', async () => {
    const { owner, subject } = await aFamily();
    const make = (count: number, expiresAt: Date) =>
      db.invitation.createMany({
        data: Array.from({ length: count }, () => ({
          subjectId: subject.id,
          role: 'VIEWER' as const,
          tokenHash: crypto.randomUUID(),
          expiresAt,
        })),
      });
    await make(10, new Date(0));
    await make(49, new Date(Date.now() + 60_000));
    const input = { subjectId: subject.id, role: 'VIEWER' };
    const answers = await Promise.all([invite(owner, input), invite(owner, input)]);

    expect(answers.map((answer) => answer.__typename).toSorted()).toEqual(['InviteSuccess', 'LimitReached']);
  });

  test('shows the holder of the link only the subject, the inviter and the role', async () => {
    const { owner, nobody, subject } = await aFamily();
    const { token } = await invite(owner, { subjectId: subject.id, role: 'VIEWER', email: 'a@b.test' });

    expect(await preview(nobody, token)).toEqual({
      id: expect.any(String),
      role: 'VIEWER',
      status: 'PENDING',
      expiresAt: expect.any(String),
      invitedBy: { name: owner.name },
      subject: { preferredName: subject.preferredName },
    });
    for (const other of ['', 'x', `${token}x`, token.slice(1), '\0', 'x'.repeat(5000)]) {
      expect(await preview(nobody, other)).toBeNull();
    }
  });

  test('shows the holder of the link no id but its own', () => {
    const told = ['InvitationPreview', 'InvitationHost', 'InvitationSubject'].flatMap((name) => {
      const type = schema.getType(name);
      const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
      return fields.map((field) => [`${name}.${field.name}`, getNamedType(field.type).name]);
    });
    expect(told.map(([field]) => field)).toContain('InvitationSubject.preferredName');
    expect(told.filter(([, type]) => type === 'ID')).toEqual([['InvitationPreview.id', 'ID']]);
  });

  test('adds a member once, and the list shows who joined', async () => {
    const family = await aFamily();
    const { owner, subject } = family;
    const { token } = await invite(owner, { subjectId: subject.id, role: 'VIEWER', relationship: 'niece' });
    const guest = await aPerson('Gus');
    const [first, again] = await Promise.all([accept(guest, token), accept(guest, token)]);

    expect(first).toMatchObject({ role: 'VIEWER', relationship: 'niece', subject: { id: subject.id } });
    expect(again).toEqual(first);
    expect(await accept(await aPerson('Late'), token)).toMatchObject({
      __typename: 'InvitationUnusable',
      code: 'CONFLICT',
      usable: 'ACCEPTED',
    });
    expect(await db.activity.count({ where: { actorId: guest.id, kind: 'member-joined' } })).toBe(1);
  });

  test.each([1, 3])(
    'lets in no more than the %d it is good for, however many come at once',
    async (maxUses) => {
      const { owner, subject } = await aFamily();
      const { token } = await invite(owner, { subjectId: subject.id, role: 'VIEWER', maxUses });
      const guests = await Promise.all(
        Array.from({ length: 6 }, (_, at) => aPerson(`Guest ${'abcdef'[at]}`)),
      );
      const answers = await Promise.all(guests.map((guest) => accept(guest, token)));

      expect(answers.filter((answer) => answer.__typename === 'Membership')).toHaveLength(maxUses);
      expect(answers.filter((answer) => answer.usable === 'ACCEPTED')).toHaveLength(6 - maxUses);
      const came = { subjectId: subject.id, userId: { in: guests.map(({ id }) => id) } };
      expect(await db.membership.count({ where: came })).toBe(maxUses);
    },
  );

  test('never lowers a member’s role, and is then not used up', async () => {
    const { owner, editor, viewer, subject } = await aFamily();
    const { token, invitation } = await invite(owner, { subjectId: subject.id, role: 'VIEWER' });

    expect(await accept(owner, token)).toMatchObject({ role: 'OWNER' });
    expect(await accept(editor, token)).toMatchObject({ role: 'EDITOR' });
    expect(await db.invitation.findUnique({ where: { id: invitation.id } })).toMatchObject({
      uses: 0,
      status: 'PENDING',
    });
    const more = await invite(owner, { subjectId: subject.id, role: 'EDITOR' });
    expect(await accept(viewer, more.token)).toMatchObject({ role: 'EDITOR', relationship: 'granddaughter' });
  });

  test('is refused when it is expired, revoked, declined, unknown, or its subject is deleted', async () => {
    const { owner, subject } = await aFamily();
    const guest = await aPerson('Gus');
    const input = { subjectId: subject.id, role: 'VIEWER' };
    const [old, back, declined, deleted] = await Promise.all([1, 2, 3, 4].map(() => invite(owner, input)));

    await db.invitation.update({
      where: { id: old.invitation.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await preview(guest, old.token)).toMatchObject({ status: 'EXPIRED' });
    expect(await accept(guest, old.token)).toMatchObject({ usable: 'EXPIRED' });

    const revoke = { id: back.invitation.id };
    expect((await owner.gql('RevokeInvitation', revoke)).revokeInvitation.status).toBe('REVOKED');
    expect((await owner.gql('RevokeInvitation', revoke)).revokeInvitation.status).toBe('REVOKED');
    expect(await accept(guest, back.token)).toMatchObject({ usable: 'REVOKED' });

    expect(await decline(guest, declined.token)).toMatchObject({ status: 'DECLINED' });
    expect(await decline(guest, declined.token)).toMatchObject({ status: 'DECLINED' });
    expect(await accept(guest, declined.token)).toMatchObject({ usable: 'DECLINED' });
    expect(
      (await owner.gql('RevokeInvitation', { id: declined.invitation.id })).revokeInvitation,
    ).toMatchObject({ code: 'CONFLICT' });

    expect(await accept(guest, 'unknown')).toMatchObject({ code: 'NOT_FOUND', path: ['token'] });
    expect(await decline(guest, 'unknown')).toMatchObject({ code: 'NOT_FOUND', path: ['token'] });
    await db.subject.update({ where: { id: subject.id }, data: { deletedAt: new Date() } });
    expect(await accept(guest, deleted.token)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await preview(guest, deleted.token)).toBeNull();
  });

  test('that is switched off opens no keepsake, and those who came by it before stay members', async () => {
    const { owner, subject, nobody } = await aFamily();
    const { id } = await aKeepsake(owner, subject.id);
    const [came, late] = [await aPerson('Gil'), await aPerson('Gus')];
    const { token, invitation } = await invite(owner, { subjectId: subject.id, role: 'VIEWER', maxUses: 3 });
    expect(await accept(came, token)).toMatchObject({ role: 'VIEWER' });
    const statuses = async () => {
      const answers = await Promise.all([came, late, nobody].map((who) => download(who, id)));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 404, 404]);

    const { revokeInvitation } = await owner.gql('RevokeInvitation', { id: invitation.id });
    expect(revokeInvitation.status).toBe('REVOKED');
    expect(await accept(late, token)).toMatchObject({ usable: 'REVOKED' });
    expect(await statuses()).toEqual([200, 404, 404]);
    expect(await keepsakesOf(came, subject.id)).toMatchObject([{ id }]);
    // Who came stays until they are removed.
    const { id: memberId } = await db.membership.findFirstOrThrow({
      where: { subjectId: subject.id, userId: came.id },
    });
    succeeded(await owner.gql('RemoveMember', { id: memberId }));
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  test('for several people stays open for the others when one declines', async () => {
    const { owner, subject } = await aFamily();
    const { token } = await invite(owner, { subjectId: subject.id, role: 'VIEWER', maxUses: 2 });

    expect(await decline(await aPerson('Gus'), token)).toMatchObject({ status: 'PENDING' });
    expect(await accept(await aPerson('Gil'), token)).toMatchObject({ __typename: 'Membership' });
  });

  test('is refused beyond 200 members of a subject', async () => {
    const { owner, subject } = await aFamily();
    const { token } = await invite(owner, { subjectId: subject.id, role: 'VIEWER', maxUses: 2 });
    const users = Array.from({ length: 197 }, () => ({
      id: crypto.randomUUID(),
      name: 'M',
      email: `${crypto.randomUUID()}@evertold.test`,
    }));
    await db.user.createMany({ data: users });
    await db.membership.createMany({
      data: users.map(({ id }) => ({ userId: id, subjectId: subject.id, role: 'VIEWER' as const })),
    });

    expect(await accept(await aPerson('Gus'), token)).toMatchObject({ __typename: 'LimitReached' });
  });

  test('is listed for those who may invite, and its recipient only for owners and the sender', async () => {
    const family = await aFamily();
    const { owner, self, editor, viewer, admin, subject } = family;
    await invite(owner, { subjectId: subject.id, role: 'VIEWER', email: 'by-owner@evertold.test' });
    await invite(editor, { subjectId: subject.id, role: 'VIEWER', email: 'by-editor@evertold.test' });
    const emails = async (person: Person) =>
      (await person.gql('FamilyFriends', { subjectId: subject.id })).subject.invitations.edges
        .slice(0, 2)
        .map((edge: { node: { email: string | null } }) => edge.node.email);

    const both = ['by-editor@evertold.test', 'by-owner@evertold.test'];
    expect(await emails(owner)).toEqual(both);
    expect(await emails(self)).toEqual(both);
    expect(await emails(editor)).toEqual(['by-editor@evertold.test', null]);
    expect(await emails(viewer)).toEqual([]);
    expect(await emails(admin)).toEqual([]);
  });
});

describe('A user’s pending invitations', () => {
  test('are those sent to their account’s address, and can be answered without the link', async () => {
    const { owner, subject } = await aFamily();
    const [guest, other] = await Promise.all([aPerson('Gus'), aPerson('Olga')]);
    const to = { subjectId: subject.id, role: 'VIEWER', email: guest.email, message: 'Come and see' };
    const { invitation } = await invite(owner, { ...to, expiresInDays: 3 });
    const days = (Date.parse(invitation.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);

    expect(await waitingFor(guest)).toEqual([
      {
        ...{ id: invitation.id, role: 'VIEWER', status: 'PENDING', message: 'Come and see' },
        subject: { preferredName: subject.preferredName },
      },
    ]);
    expect(await waitingFor(other)).toEqual([]);
    for (const answer of [acceptMine, declineMine])
      expect(await answer(other, invitation.id)).toMatchObject({ code: 'NOT_FOUND', path: ['id'] });
    const [first, again] = await Promise.all([
      acceptMine(guest, invitation.id),
      acceptMine(guest, invitation.id),
    ]);
    expect(first).toMatchObject({ role: 'VIEWER', subject: { id: subject.id } });
    expect(again).toEqual(first);
    expect(await waitingFor(guest)).toEqual([]);
  });

  test('are empty when Evertold has not verified the address itself', async () => {
    const { owner, subject } = await aFamily();
    const guest = await aPerson('Gus');
    const { invitation } = await invite(owner, {
      ...{ subjectId: subject.id, role: 'VIEWER', email: guest.email },
    });
    await db.user.update({ where: { id: guest.id }, data: { confirmedEmail: null } });

    expect(await waitingFor(guest)).toEqual([]);
    expect(await acceptMine(guest, invitation.id)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('exclude declined, revoked and expired ones and those of deleted subjects', async () => {
    const { owner, subject } = await aFamily();
    const guest = await aPerson('Gus');
    const to = { subjectId: subject.id, role: 'VIEWER', email: guest.email };
    const [declined, back, old] = [await invite(owner, to), await invite(owner, to), await invite(owner, to)];
    expect(await declineMine(guest, declined.invitation.id)).toMatchObject({ status: 'DECLINED' });
    await owner.gql('RevokeInvitation', { id: back.invitation.id });
    await db.invitation.update({ where: { id: old.invitation.id }, data: { expiresAt: new Date(0) } });

    expect(await waitingFor(guest)).toEqual([]);
    for (const [{ invitation }, usable] of [
      [declined, 'DECLINED'],
      [back, 'REVOKED'],
      [old, 'EXPIRED'],
    ] as const)
      expect(await acceptMine(guest, invitation.id)).toMatchObject({ code: 'CONFLICT', usable });
    await db.invitation.updateMany({ where: { subjectId: subject.id }, data: { status: 'PENDING' } });
    await db.subject.update({ where: { id: subject.id }, data: { deletedAt: new Date() } });
    expect(await waitingFor(guest)).toEqual([]);
    expect(await acceptMine(guest, back.invitation.id)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
