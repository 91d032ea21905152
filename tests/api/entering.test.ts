import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { type AccountAnswer, account, anAddress } from '#tests/support/account.ts';
import { accept, invite, preview } from '#tests/support/inviting.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import type { Answer } from '#tests/support/person.ts';
import { aFamily, aPerson, nobody, server, useServer } from '#tests/support/world.ts';

useServer();

const asking = `mutation ($input: AskToEnterInput!) { askToEnter(input: $input) {
  __typename ... on InvitationPreview { id status } ... on UserError { code path }
} }`;
const ask = async (input: object): Promise<Answer> => (await nobody().gql(asking, { input })).askToEnter;

/** An open invitation to read, made by the owner of a new family. */
async function anInvitationToRead(options: object = {}) {
  const family = await aFamily();
  const { token, invitation } = await invite(family.owner, {
    ...{ subjectId: family.subject.id, role: 'VIEWER' },
    ...options,
  });
  return { family, subjectId: family.subject.id, token, invitation };
}

/** The link's token in the next letter to an address after the first `known` ones. */
async function entryTo(email: string, known = 0): Promise<string> {
  const letter = await letterTo(email, { known });
  const link = letter.links.find((each) => each.includes('?entry='));
  return new URL(link ?? 'about:blank').searchParams.get('entry') ?? '';
}

const enter = (token: string): Promise<AccountAnswer> => account('/sign-in/invitation', { token });

describe('A reader without an account', () => {
  test('enters with a name and a mailed link: verified, without a password, as a member', async () => {
    const { family, subjectId, token, invitation } = await anInvitationToRead({ relationship: 'niece' });
    const email = anAddress();

    expect(await ask({ token, name: 'Nina', email: ` ${email.toUpperCase()} ` })).toMatchObject({
      __typename: 'InvitationPreview',
      status: 'PENDING',
    });
    expect(await db.user.count({ where: { email } })).toBe(0);
    const entry = await entryTo(email);
    expect(JSON.stringify(await db.verification.findMany())).not.toContain(entry);
    const answer = await enter(entry);

    expect(answer).toMatchObject({ status: 200, body: { status: true, subjectId } });
    const session = await account('/get-session', undefined, { cookie: answer.cookie });
    expect(session.body.user).toMatchObject({ name: 'Nina', email, emailVerified: true });
    const user = await db.user.findUniqueOrThrow({
      where: { email },
      include: { accounts: true, memberships: true },
    });
    expect(user).toMatchObject({
      confirmedEmail: email,
      accounts: [],
      memberships: [{ subjectId, role: 'VIEWER', relationship: 'niece' }],
    });
    expect(await db.invitation.findUnique({ where: { id: invitation.id } })).toMatchObject({
      status: 'ACCEPTED',
    });
    expect(family.owner.id).not.toBe(user.id);
  });

  test('gets the link at the invitation’s own address, which nobody is shown', async () => {
    const email = anAddress();
    const { token, subjectId } = await anInvitationToRead({ email });
    const other = anAddress();

    expect(await ask({ token, name: 'Eve', email: other })).toMatchObject({ status: 'PENDING' });
    expect(JSON.stringify(await preview(nobody(), token))).not.toContain(email);
    await ask({ token, name: 'Nina' });
    // The first letter is the invitation.
    expect(await enter(await entryTo(email, 1))).toMatchObject({ status: 200, body: { subjectId } });
    // Requests are processed one at a time, so the earlier one was decided.
    expect(await lettersTo(other)).toEqual([]);
  });

  test('comes back with another link from the same invitation, though it is used up', async () => {
    const { token, subjectId } = await anInvitationToRead();
    const [email, stranger] = [anAddress(), anAddress()];
    await ask({ token, name: 'Nina', email });
    await enter(await entryTo(email));

    expect(await ask({ token, email: stranger })).toMatchObject({ status: 'ACCEPTED' });
    expect(await ask({ token, email })).toMatchObject({ status: 'ACCEPTED' });
    expect(await enter(await entryTo(email, 1))).toMatchObject({ status: 200, body: { subjectId } });
    expect(await db.user.count({ where: { email } })).toBe(1);
    expect(await lettersTo(stranger)).toEqual([]);
    // A removed member has no way back by it.
    await ask({ token, email });
    const late = await entryTo(email, 2);
    await db.membership.deleteMany({ where: { subjectId, user: { email } } });
    expect(await enter(late)).toMatchObject({ status: 409, body: { code: 'INVITATION_ACCEPTED' } });
  });

  test.each([
    ['no name', { email: 'nina@evertold.test' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(121), email: 'nina@evertold.test' }, 'name'],
    ['no address', { name: 'Nina' }, 'email'],
    ['a wrong address', { name: 'Nina', email: 'nina' }, 'email'],
  ])('is refused with %s', async (_, input, field) => {
    const { token } = await anInvitationToRead();

    expect(await ask({ token, ...input })).toMatchObject({ code: 'BAD_REQUEST', path: [field] });
  });

  test('is refused without an invitation to read', async () => {
    const { token } = await anInvitationToRead({ role: 'EDITOR' });

    for (const other of [token, 'unknown', ''])
      expect(await ask({ token: other, name: 'Nina', email: anAddress() })).toMatchObject({
        code: 'NOT_FOUND',
        path: ['token'],
      });
  });

  test('gets at most 5 letters an hour, however many invitations ask', async () => {
    const email = anAddress();
    const invitations = await Promise.all(Array.from({ length: 6 }, () => anInvitationToRead()));
    const answers = [];
    for (const { token } of invitations) answers.push(await ask({ token, name: 'Nina', email }));

    expect(answers.map(({ __typename }) => __typename)).toEqual([
      ...Array.from({ length: 5 }, () => 'InvitationPreview'),
      'LimitReached',
    ]);
  });
});

describe('The mailed link', () => {
  test('works once: of two at once, one wins', async () => {
    const { token } = await anInvitationToRead({ maxUses: 5 });
    const email = anAddress();
    await ask({ token, name: 'Nina', email });
    const entry = await entryTo(email);
    const answers = await Promise.all([enter(entry), enter(entry)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await enter(entry)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    const user = { email };
    expect(await db.session.count({ where: { user } })).toBe(1);
  });

  test('is not used up by a program that looks at it', async () => {
    const { token } = await anInvitationToRead();
    const email = anAddress();
    await ask({ token, name: 'Nina', email });
    const letter = await letterTo(email);
    const link = letter.links.find((each) => each.includes('?entry=')) ?? '';
    const { pathname, search } = new URL(link);
    for (const method of ['GET', 'HEAD']) await fetch(`${server().url}${pathname}${search}`, { method });

    expect((await enter(await entryTo(email))).status).toBe(200);
  });

  test('works for 30 minutes', async () => {
    const { token } = await anInvitationToRead();
    const email = anAddress();
    await ask({ token, name: 'Nina', email });
    const entry = await entryTo(email);
    await db.verification.updateMany({
      where: { value: { contains: email } },
      data: { expiresAt: clock.now() },
    });

    expect(await enter(entry)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await enter('unknown')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await enter('x'.repeat(201))).toMatchObject({ status: 400 });
  });

  test('tells that the invitation was revoked or used up meanwhile, and makes no account then', async () => {
    const [back, used] = [await anInvitationToRead(), await anInvitationToRead()];
    const [early, late] = [anAddress(), anAddress()];
    await ask({ token: back.token, name: 'Early', email: early });
    await ask({ token: used.token, name: 'Late', email: late });
    const [first, second] = [await entryTo(early), await entryTo(late)];
    await back.family.owner.gql('RevokeInvitation', { id: back.invitation.id });
    await accept(await aPerson('Gus'), used.token);

    expect(await enter(first)).toMatchObject({ status: 409, body: { code: 'INVITATION_REVOKED' } });
    expect(await enter(second)).toMatchObject({ status: 409, body: { code: 'INVITATION_ACCEPTED' } });
    expect(await db.user.count({ where: { email: { in: [early, late] } } })).toBe(0);
  });

  test('lets in one of two readers who come for the last use', async () => {
    const { token, subjectId } = await anInvitationToRead();
    const emails = [anAddress(), anAddress()];
    for (const email of emails) await ask({ token, name: 'Nina', email });
    const entries = await Promise.all(emails.map((email) => entryTo(email)));
    const answers = await Promise.all(entries.map(enter));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await db.membership.count({ where: { subjectId, user: { email: { in: emails } } } })).toBe(1);
    expect(await db.user.count({ where: { email: { in: emails } } })).toBe(1);
  });
});

describe('An address that has an account', () => {
  test('is answered alike, and its link signs that account in', async () => {
    const { token, subjectId } = await anInvitationToRead({ maxUses: 2 });
    const gus = await aPerson('Gus');
    const [known, unknown] = [
      await ask({ token, name: 'Somebody', email: gus.email }),
      await ask({ token, name: 'Somebody', email: anAddress() }),
    ];

    expect(known).toEqual(unknown);
    const answer = await enter(await entryTo(gus.email));
    const session = await account('/get-session', undefined, { cookie: answer.cookie });
    expect(session.body.user).toMatchObject({ id: gus.id, name: gus.name });
    expect(await db.membership.count({ where: { subjectId, userId: gus.id } })).toBe(1);
  });

  test('keeps nothing of a stranger’s sign-up that was never verified', async () => {
    const { token } = await anInvitationToRead();
    const [email, password] = [anAddress(), 'a stranger knows this'];
    await account('/sign-up/email', { name: 'Stranger', email, password });
    await letterTo(email);
    await ask({ token, name: 'Nina', email });

    expect((await enter(await entryTo(email, 1))).status).toBe(200);
    expect(await db.user.findUnique({ where: { email }, include: { accounts: true } })).toMatchObject({
      name: 'Nina',
      accounts: [],
    });
    expect((await account('/sign-in/email', { email, password })).status).toBe(401);
  });

  test('must be confirmed first after a change of address', async () => {
    const { token } = await anInvitationToRead();
    const gus = await aPerson('Gus');
    const email = anAddress();
    await db.user.update({ where: { id: gus.id }, data: { email, emailVerified: false } });
    await ask({ token, name: 'Nina', email });

    expect(await enter(await entryTo(email))).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED' },
    });
  });

  test('has its link ended by a new password', async () => {
    const { token } = await anInvitationToRead();
    const gus = await aPerson('Gus');
    await ask({ token, name: 'Gus', email: gus.email });
    const entry = await entryTo(gus.email);
    await db.account.updateMany({
      where: { userId: gus.id },
      data: { updatedAt: new Date(Date.now() + 1000) },
    });

    expect(await enter(entry)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });
});
