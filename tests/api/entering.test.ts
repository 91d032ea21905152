import { describe, expect, test } from 'vitest';
import { perAccount } from '#api/people/service/invite.ts';
import { spend } from '#api/platform/budgets.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { type AccountAnswer, account, anAddress } from '#tests/support/account.ts';
import { accept, invite, preview } from '#tests/support/inviting.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { type Answer, succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, aSubject, nobody, type Person, server, useServer } from '#tests/support/world.ts';

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

  test('gets at most 3 letters a day, however many invitations ask', async () => {
    const email = anAddress();
    const invitations = await Promise.all(Array.from({ length: 4 }, () => anInvitationToRead()));
    const answers = [];
    for (const { token } of invitations) answers.push(await ask({ token, name: 'Nina', email }));

    expect(answers.map(({ __typename }) => __typename)).toEqual([
      ...Array.from({ length: 3 }, () => 'InvitationPreview'),
      'LimitReached',
    ]);
  });

  test('is counted as one of the sender’s 30 invitations a day, which an invitation that was revoked doesn’t use up', async () => {
    const { family, token, subjectId } = await anInvitationToRead({ maxUses: 50 });
    const revoked = await invite(family.owner, { subjectId, role: 'VIEWER' });
    await family.owner.gql('RevokeInvitation', { id: revoked.invitation.id });
    await ask({ token: revoked.token, name: 'Eve', email: anAddress() });
    await ask({ token: 'unknown', name: 'Eve', email: anAddress() });
    expect((await spend(perAccount, family.owner.id)).used).toBe(1);

    await ask({ token, name: 'Nina', email: anAddress() });
    expect((await spend(perAccount, family.owner.id)).used).toBe(3);
    for (let used = 3; used < 30; used++) await spend(perAccount, family.owner.id);
    expect(await ask({ token, name: 'Nina', email: anAddress() })).toMatchObject({
      __typename: 'LimitReached',
    });
    const letter = { subjectId, role: 'VIEWER', email: anAddress() };
    expect(await invite(family.owner, letter)).toMatchObject({ __typename: 'LimitReached' });
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

/** A reader's account without a password, as a mailed link makes it. */
async function aReaderWithoutPassword(): Promise<Person> {
  return withoutPassword(await aPerson('Gus'));
}

/** The links of the next letter to an address. */
const linksTo = async (email: string): Promise<string[]> => (await letterTo(email)).links;

describe('An address that has an account', () => {
  test('is answered alike, and its link signs that account in', async () => {
    const { token, subjectId } = await anInvitationToRead({ maxUses: 2 });
    const gus = await aReaderWithoutPassword();
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

  test.each([
    ['has a password', () => aPerson('Gus')],
    ['owns a book', async () => withoutPassword((await aFamily()).owner)],
    ['is the person of a book', async () => withoutPassword((await aFamily()).self)],
    ['is an admin’s', async () => withoutPassword(await anAdmin())],
    ['only a provider vouched for', async () => vouchedFor(await aReaderWithoutPassword())],
  ])('gets a letter that signs nobody in when it %s', async (_, made) => {
    const { token } = await anInvitationToRead({ maxUses: 2 });
    const person = await made();
    const before = await db.user.findUniqueOrThrow({ where: { id: person.id } });
    const [known, unknown] = [
      await ask({ token, name: 'Somebody', email: person.email }),
      await ask({ token, name: 'Somebody', email: anAddress() }),
    ];

    expect(known).toEqual(unknown);
    const links = await linksTo(person.email);
    expect(links.some((link) => link.endsWith(`/invite/viewer/${token}/`))).toBe(true);
    expect(links.filter((link) => link.includes('entry='))).toEqual([]);
    expect(await db.user.findUniqueOrThrow({ where: { id: person.id } })).toEqual(before);
  });

  test.each([
    ['has a password by now', 400, 'INVALID_TOKEN', withPassword],
    ['owns a book by now', 400, 'INVALID_TOKEN', (person: Person) => aSubject(person)],
    ['was only vouched for by a provider', 403, 'EMAIL_NOT_VERIFIED', vouchedFor],
    [
      'is not confirmed after a change',
      403,
      'EMAIL_NOT_VERIFIED',
      ({ id }: Person) => db.user.update({ where: { id }, data: { emailVerified: false } }),
    ],
    [
      'was banned',
      403,
      'BANNED_USER',
      ({ id }: Person) => db.user.update({ where: { id }, data: { banned: true } }),
    ],
    [
      'was secured',
      400,
      'INVALID_TOKEN',
      async (person: Person) =>
        succeeded(await person.gql('mutation { secureAccount { __typename ... on User { id } } }')),
    ],
  ])('is not entered by a link, nor made a member, when it %s', async (_, status, code, happens) => {
    const { token, subjectId } = await anInvitationToRead();
    const gus = await aReaderWithoutPassword();
    await ask({ token, name: 'Gus', email: gus.email });
    const entry = await entryTo(gus.email);
    await happens(gus);
    const before = await db.user.findUniqueOrThrow({ where: { id: gus.id } });
    const sessions = await db.session.count({ where: { userId: gus.id } });

    expect(await enter(entry)).toMatchObject({ status, body: { code } });
    expect(await db.membership.count({ where: { subjectId, userId: gus.id } })).toBe(0);
    expect(await db.session.count({ where: { userId: gus.id } })).toBe(sessions);
    expect(await db.user.findUniqueOrThrow({ where: { id: gus.id } })).toEqual(before);
  });

  test('gets no letter while it is banned', async () => {
    const { token } = await anInvitationToRead({ maxUses: 2 });
    const [gus, other] = [await aReaderWithoutPassword(), anAddress()];
    await db.user.update({ where: { id: gus.id }, data: { banned: true } });
    await ask({ token, name: 'Gus', email: gus.email });
    await ask({ token, name: 'Nina', email: other });

    // Requests are processed one at a time, so the earlier one was decided.
    await entryTo(other);
    expect(await lettersTo(gus.email)).toEqual([]);
  });

  test('keeps the links of others when its own are ended', async () => {
    const { token } = await anInvitationToRead({ maxUses: 2 });
    const [gus, like] = [await aReaderWithoutPassword(), anAddress()];
    await ask({ token, name: `","email":"${gus.email}"}`, email: like });
    const entry = await entryTo(like);
    await gus.gql('mutation { secureAccount { __typename ... on User { id } } }');

    expect((await enter(entry)).status).toBe(200);
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
});

async function withoutPassword(person: Person): Promise<Person> {
  await db.account.deleteMany({ where: { userId: person.id } });
  return person;
}

async function withPassword({ id: userId }: Person): Promise<void> {
  await db.account.create({ data: { userId, accountId: userId, providerId: 'credential', password: 'x' } });
}

/** An account whose address Evertold itself has not verified. */
async function vouchedFor(person: Person): Promise<Person> {
  await db.user.update({ where: { id: person.id }, data: { confirmedEmail: null } });
  return person;
}

async function anAdmin(): Promise<Person> {
  const person = await aPerson('Ada');
  await db.user.update({ where: { id: person.id }, data: { role: 'admin' } });
  return person;
}
