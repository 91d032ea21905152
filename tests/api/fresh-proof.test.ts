import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, linkIn, viewerOf } from '#tests/support/account.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { aPartner } from '#tests/support/partner.ts';
import { aPerson, type Person, password, signIn, succeeded } from '#tests/support/person.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { aFamily, aSubject, join, useServer } from '#tests/support/world.ts';

useServer();

const minute = 60_000;
/** The session that somebody has is stolen so many minutes after they signed in. */
const minutesLater = (person: Person, minutes: number) =>
  db.session.updateMany({
    where: { userId: person.id },
    data: { createdAt: new Date(Date.now() - minutes * minute), provenAt: null },
  });
const as = ({ cookie }: Person) => ({ cookie: cookie ?? '' });
const prove = (person: Person, given = password) =>
  account('/confirm-password', { password: given }, as(person));
/** How a change was answered: the refusal by its name, or by its code where that was not asked for. */
async function nameOf(answer: Promise<object>): Promise<string> {
  const [given] = Object.values(await answer) as { __typename?: string; code?: string }[];
  return given?.__typename ?? given?.code ?? 'OK';
}
const refused = 'ProofNeeded';

/** The token of the letter that brings a new password. */
async function resetToken({ email }: Person): Promise<string> {
  await account('/request-password-reset', { email, redirectTo: '/reset-password' });
  const letter = await letterTo(email, { leadingTo: '/reset-password/' });
  return new URL(linkIn(letter, '/reset-password/')).pathname.split('/').at(-1) ?? '';
}

const makeKey = (person: Person) =>
  person.gql(
    'mutation { createApiKey(input: { name: "Thief", scopes: ["subjects:read"], expiresInDays: 730 }) { __typename ... on UserError { code } } }',
  );
const setPassword = (person: Person) =>
  person.gql('mutation { setPassword(newPassword: "a thief’s password") { __typename } }');
const lettersOf = async ({ email }: Person) => (await lettersTo(email)).map(({ subject }) => subject);

describe('A session without a recent proof', () => {
  test('cannot create a key, set a password or add a phone ten minutes after sign-in, until the password is given', async () => {
    const anna = await aPerson('Anna');
    await minutesLater(anna, 9);
    expect(await nameOf(makeKey(anna))).toBe('CreateApiKeySuccess');
    await minutesLater(anna, 11);
    expect(await nameOf(makeKey(anna))).toBe(refused);
    expect(await nameOf(setPassword(anna))).toBe(refused);
    const phone = { phoneNumber: aPhone() };
    for (const [path, body] of [
      ['/phone-number/change', phone],
      ['/phone-number/confirm', { ...phone, code: '123456' }],
      ['/phone-number/remove', {}],
    ] as const) {
      const answer = await account(path, body, as(anna));
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'SESSION_NOT_FRESH']);
    }
    expect(await prove(anna, 'not the password')).toMatchObject({ status: 400 });
    expect(await nameOf(makeKey(anna))).toBe(refused);
    expect(await prove(anna)).toMatchObject({ status: 200, body: { status: true } });
    expect(await nameOf(makeKey(anna))).toBe('CreateApiKeySuccess');
    expect(await account('/phone-number/change', phone, as(anna))).toMatchObject({ status: 200 });
    // It counts for the session that it was given in, and for no other.
    const other = await signIn(anna.email);
    const [session] = await db.session.findMany({
      where: { userId: anna.id },
      orderBy: { createdAt: 'desc' },
    });
    expect(session?.provenAt).toBeNull();
    expect(await viewerOf(other)).toMatchObject({ userId: anna.id });
  });

  test('cannot invite, remove members or consent an hour after sign-in', async () => {
    const { owner, self, viewer, subject } = await aFamily({ consents: [] });
    const member = await db.membership.findFirstOrThrow({ where: { userId: viewer.id } });
    for (const person of [owner, self]) await minutesLater(person, 59);
    expect(await nameOf(owner.gql('Invite', { input: { subjectId: subject.id, role: 'VIEWER' } }))).toBe(
      'OK',
    );
    for (const person of [owner, self]) await minutesLater(person, 61);
    for (const role of ['VIEWER', 'EDITOR']) {
      expect(await nameOf(owner.gql('Invite', { input: { subjectId: subject.id, role } }))).toBe(refused);
    }
    expect(await nameOf(owner.gql('SetMemberRole', { id: member.id, role: 'OWNER' }))).toBe(refused);
    expect(await nameOf(owner.gql('RemoveMember', { id: member.id }))).toBe(refused);
    const naming = `mutation ($subjectId: ID!, $membershipId: ID) {
      setSuccessor(subjectId: $subjectId, membershipId: $membershipId) { __typename } }`;
    for (const person of [owner, self])
      expect(await nameOf(person.gql(naming, { subjectId: subject.id, membershipId: member.id }))).toBe(
        refused,
      );
    const grants = [{ kind: 'SHARING', wordingVersion: 2 }];
    const give = () => nameOf(self.gql('GiveConsent', { input: { subjectId: subject.id, grants } }));
    expect(await give()).toBe(refused);
    await prove(self);
    expect(await give()).toBe('OK');
    // What is one's own to end takes nothing: a place, and a consent.
    await minutesLater(self, 61);
    await minutesLater(viewer, 61);
    const taken = { input: { subjectId: subject.id, kinds: ['SHARING'] } };
    expect(await nameOf(self.gql('WithdrawConsent', taken))).toBe('OK');
    expect(await nameOf(viewer.gql('RemoveMember', { id: member.id }))).toBe('OK');
  });
});

describe('A code word', () => {
  const choose = (person: Person, subjectId: string, codeWord: string | null) =>
    nameOf(person.gql('UpdateSubject', { input: { id: subjectId, codeWord } }));
  const wordOf = async (id: string) => (await db.subject.findUniqueOrThrow({ where: { id } })).codeWord;

  test('cannot be chosen, changed or removed ten minutes after sign-in until the password is given', async () => {
    const { owner, self, subject } = await aFamily();
    for (const person of [owner, self]) {
      await minutesLater(person, 9);
      expect(await choose(person, subject.id, 'Marigold')).toBe('OK');
      await minutesLater(person, 11);
      // The same word again changes nothing.
      expect(await choose(person, subject.id, 'Marigold')).toBe('OK');
      for (const word of ['Violets', null]) expect(await choose(person, subject.id, word)).toBe(refused);
      const both = { id: subject.id, fullName: 'Alma Winter', codeWord: 'Violets' };
      expect(await nameOf(person.gql('UpdateSubject', { input: both }))).toBe(refused);
      expect(await wordOf(subject.id)).toBe('Marigold');
      await prove(person);
      expect(await choose(person, subject.id, null)).toBe('OK');
    }
    const { fullName } = await db.subject.findUniqueOrThrow({ where: { id: subject.id } });
    expect(fullName).not.toBe('Alma Winter');
  });

  test('is announced to the owners and the person by a letter that does not contain it', async () => {
    const { owner, self, subject } = await aFamily();
    await choose(owner, subject.id, 'Marigold');
    const name = subject.preferredName;
    for (const person of [owner, self]) {
      await expect
        .poll(() => lettersOf(person), { timeout: 20_000 })
        .toContain(`The code word of ${name}’s book was chosen`);
    }
    const told = JSON.stringify([...(await lettersTo(owner.email)), ...(await lettersTo(self.email))]);
    expect(told).not.toMatch(/marigold/i);
  });

  test('is removed when the account that chose it in the last 30 days is secured, and no other code word is', async () => {
    const [{ owner, self, subject }, other] = [await aFamily(), await aFamily()];
    const old = await aSubject(owner);
    await choose(owner, subject.id, 'Marigold');
    await choose(owner, old.id, 'Violets');
    await choose(other.owner, other.subject.id, 'Tulips');
    const codeWordSince = new Date(Date.now() - 31 * 24 * 60 * minute);
    await db.subject.update({ where: { id: old.id }, data: { codeWordSince } });

    succeeded(await owner.gql('mutation { secureAccount { __typename ... on User { id } } }'));
    expect(await wordOf(subject.id)).toBeNull();
    expect(await wordOf(old.id)).toBe('Violets');
    expect(await wordOf(other.subject.id)).toBe('Tulips');
    await expect
      .poll(() => lettersOf(self), { timeout: 20_000 })
      .toContain(`The code word of ${subject.preferredName}’s book was removed`);

    // A word that the person chose later stays when the owner's account is secured.
    await choose(self, subject.id, 'Lavender');
    succeeded(await owner.gql('mutation { secureAccount { __typename ... on User { id } } }'));
    expect(await wordOf(subject.id)).toBe('Lavender');
  });
});

describe('An admin without a recent proof', () => {
  const problem = '__typename ... on UserError { code }';
  const model = { name: `Far ${Date.now()}`, provider: 'anthropic', modelName: 'm', enabled: false };

  test('cannot send words to another model ten minutes after sign-in, nor reveal private words after an hour', async () => {
    const { self, admin, subject } = await aFamily();
    await minutesLater(admin, 11);
    const save = () =>
      admin.gql(`mutation ($input: SaveModelInput!) { saveModel(input: $input) { ${problem} } }`, {
        input: model,
      });
    const order = () =>
      admin.gql(`mutation ($ids: [ID!]!) { orderModels(ids: $ids) { ${problem} } }`, { ids: [] });
    expect(await nameOf(save())).toBe(refused);
    expect(await nameOf(order())).toBe(refused);
    expect(await db.model.count({ where: { name: model.name } })).toBe(0);

    const { id: conversationId } = await db.conversation.create({
      data: { subjectId: subject.id, channel: 'WEB', status: 'COMPLETED', heldById: self.id },
    });
    const message = await db.message.create({
      data: { subjectId: subject.id, conversationId, seq: 1, role: 'user', text: 'Mine.', private: true },
    });
    const reveal = () =>
      admin.gql(
        `mutation ($id: ID!) { revealMessage(id: $id, reason: "The family asked us to") { ${problem} } }`,
        { id: message.id },
      );
    expect(await nameOf(reveal())).toBe('RevealedMessage');
    await minutesLater(admin, 61);
    expect(await nameOf(reveal())).toBe(refused);

    await prove(admin);
    expect(await nameOf(save())).toBe('Model');
    expect(await nameOf(reveal())).toBe('RevealedMessage');
    await db.model.deleteMany({ where: { name: model.name } });
  });
});

describe('The account’s holder', () => {
  test('gets a letter about a new key, a password, an editor and a change of members', async () => {
    const [anna, ed] = [await aPerson('Anna'), await aPerson('Ed')];
    const { id } = await aSubject(anna);
    await aPartner(anna);
    const membership = await join(anna, id, ed, 'EDITOR');
    succeeded(await anna.gql('SetMemberRole', { id: membership, role: 'VIEWER' }));
    const passwords = { currentPassword: password, newPassword: 'another horse battery' };
    await account('/change-password', passwords, as(anna));
    await expect
      .poll(() => lettersOf(anna), { timeout: 20_000 })
      .toEqual(
        expect.arrayContaining([
          'A partner key was made in your account',
          'You invited somebody to a book',
          'You changed who has access',
          'Your password was changed',
        ]),
      );
  });

  test('ends keys, a new phone and all other sessions by a password reset', async () => {
    const anna = await aPerson('Anna');
    const key = await aPartner(anna);
    const phone = await withPhone(anna.id);
    await db.user.update({ where: { id: anna.id }, data: { phoneSince: new Date() } });
    const token = await resetToken(anna);
    expect(await account('/reset-password', { token, newPassword: 'a new horse battery' })).toMatchObject({
      status: 200,
    });
    expect(await db.apiKey.findUniqueOrThrow({ where: { id: key.keyId } })).toMatchObject({
      revokedAt: expect.any(Date),
    });
    await expect(key.gql('{ me { id } }')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await db.user.findUniqueOrThrow({ where: { id: anna.id } })).toMatchObject({ phoneNumber: null });
    expect(await db.user.count({ where: { phoneNumber: phone } })).toBe(0);
    expect(await viewerOf(anna.cookie ?? '')).toBeNull();
  });

  test('keeps a phone older than 30 days after a password reset', async () => {
    const anna = await aPerson('Anna');
    const phone = await withPhone(anna.id);
    const phoneSince = new Date(Date.now() - 31 * 24 * 60 * minute);
    await db.user.update({ where: { id: anna.id }, data: { phoneSince } });
    const token = await resetToken(anna);
    await account('/reset-password', { token, newPassword: 'a new horse battery' });
    expect(await db.user.findUniqueOrThrow({ where: { id: anna.id } })).toMatchObject({ phoneNumber: phone });
  });

  test('can end sessions, keys, a new phone, new provider accounts and mailed links at once', async () => {
    const anna = await aPerson('Anna');
    const thief = await signIn(anna.email);
    const key = await aPartner(anna);
    await withPhone(anna.id);
    await db.user.update({ where: { id: anna.id }, data: { phoneSince: new Date() } });
    await db.account.updateMany({ where: { userId: anna.id }, data: { createdAt: new Date(0) } });
    await db.account.create({ data: { accountId: anna.id, providerId: 'google', userId: anna.id } });
    const token = await resetToken(anna);

    succeeded(await anna.gql('mutation { secureAccount { __typename ... on User { id } } }'));
    expect(await viewerOf(thief)).toBeNull();
    expect(await viewerOf(anna.cookie ?? '')).toMatchObject({ userId: anna.id });
    await expect(key.gql('{ me { id } }')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await db.user.findUniqueOrThrow({ where: { id: anna.id } })).toMatchObject({ phoneNumber: null });
    const providers = (await db.account.findMany({ where: { userId: anna.id } })).map(
      (each) => each.providerId,
    );
    expect(providers).toEqual(['credential']);
    expect(await account('/reset-password', { token, newPassword: 'a thief’s password' })).toMatchObject({
      status: 400,
    });
    await expect.poll(() => lettersOf(anna), { timeout: 20_000 }).toContain('Your account was secured');
  });

  test('is signed out elsewhere by a password change, unless they choose otherwise', async () => {
    const anna = await aPerson('Anna');
    const other = await signIn(anna.email);
    const changed = await account(
      '/change-password',
      { currentPassword: password, newPassword: 'another horse battery' },
      as(anna),
    );
    expect(changed.status).toBe(200);
    expect(await viewerOf(other)).toBeNull();
    expect(await viewerOf(changed.cookie)).toMatchObject({ userId: anna.id });
  });
});
