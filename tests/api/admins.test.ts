import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { account, anAddress, rightsChange, viewerOf } from '#tests/support/account.ts';
import { aBook, booksOf } from '#tests/support/book.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { signIn } from '#tests/support/person.ts';
import {
  aFamily,
  aPerson,
  aSubject,
  join,
  type Person,
  theAdmin,
  useOwnServer,
} from '#tests/support/world.ts';

const configuredId = newId();
useOwnServer({ ADMIN_USER_IDS: configuredId });

let admin: Person;
let configured: Person;
beforeAll(async () => {
  admin = await theAdmin();
  const named = await aPerson('Conrad');
  await db.user.update({ where: { id: named.id }, data: { id: configuredId } });
  configured = { ...named, id: configuredId };
});

/** What an admin does at `/api/auth/admin`, and what they are told. */
function act(path: string, body?: object, by: Person | string = admin) {
  return account(`/admin/${path}`, body, { cookie: typeof by === 'string' ? by : (by.cookie ?? '') });
}

/** The newest line of the audit log about somebody. */
async function newestAbout(targetId: string) {
  return db.auditEvent.findFirst({ where: { targetId }, orderBy: [{ at: 'desc' }, { id: 'desc' }] });
}

const code = (name: string) => ({ body: { code: name } });

describe('An admin path', () => {
  test('is refused to all others and to anonymous callers, each with its error format', async () => {
    const { cookie } = await aPerson();
    const { id: userId } = await aPerson();
    const acts: [path: string, body: object | undefined, message: string][] = [
      ['list-users', undefined, 'You are not allowed to list users'],
      [`get-user?id=${userId}`, undefined, 'You are not allowed to get user'],
      ['set-role', { userId, role: 'admin' }, 'You are not allowed to change users role'],
      ['ban-user', { userId }, 'You are not allowed to ban users'],
      ['unban-user', { userId }, 'You are not allowed to ban users'],
      ['impersonate-user', { userId }, 'You are not allowed to impersonate users'],
      ['list-user-sessions', { userId }, 'You are not allowed to list users sessions'],
      ['revoke-user-session', { sessionToken: 'x' }, 'You are not allowed to revoke users sessions'],
      ['revoke-user-sessions', { userId }, 'You are not allowed to revoke users sessions'],
      [
        'set-user-password',
        { userId, newPassword: 'a long enough one' },
        'You are not allowed to set users password',
      ],
      ['remove-user', { userId }, 'You are not allowed to delete users'],
      ['update-user', { userId, data: { name: 'X' } }, 'You are not allowed to update users'],
      ['create-user', { email: anAddress(), name: 'X' }, 'You are not allowed to create users'],
    ];
    for (const [path, body, message] of acts) {
      expect(await act(path, body, cookie ?? ''), path).toMatchObject({ status: 403, body: { message } });
      expect((await act(path, body, '')).status, path).toBe(401);
    }
    expect(await db.auditEvent.count({ where: { targetId: userId } })).toBe(0);
    expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({
      role: 'user',
      banned: false,
    });
  });

  test('is refused with the messages of access control', async () => {
    const { cookie } = await aPerson();
    const ask = async (permissions: object, by: string) =>
      (await act('has-permission', { permissions }, by)).body;

    expect(await ask({ user: ['ban'] }, cookie ?? '')).toEqual({
      success: false,
      error: 'unauthorized to access resource "user"',
    });
    expect(await ask({ moon: ['land'] }, cookie ?? '')).toEqual({
      success: false,
      error: 'You are not allowed to access resource: moon',
    });
    expect(await ask({}, cookie ?? '')).toEqual({ success: false, error: 'Not authorized' });
    const all = {
      user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password', 'get', 'update'],
      session: ['list', 'revoke', 'delete'],
    };
    expect(await ask(all, admin.cookie ?? '')).toEqual({ success: true, error: null });
  });

  test('is always open to configured admins, whatever their role', async () => {
    expect((await act('list-users?limit=1', undefined, configured)).status).toBe(200);
    expect(await viewerOf(configured.cookie)).toMatchObject({ admin: true });
    for (const path of ['ban-user', 'remove-user'])
      expect(await act(path, { userId: configuredId })).toMatchObject({
        status: 403,
        ...code('ADMIN_BY_CONFIGURATION'),
      });
    expect((await act('set-role', { userId: configuredId, role: 'user' })).status).toBe(200);
    expect(await viewerOf(configured.cookie)).toMatchObject({ admin: true });
  });
});

describe('A role', () => {
  test('is one or several known roles, with commas or as a list, and takes effect at once', async () => {
    const { id: userId, cookie } = await aPerson();
    for (const role of ['user,admin', ' user , admin,user', ['user', 'admin']]) {
      expect(await act('set-role', { userId, role })).toMatchObject({ status: 200 });
      expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({ role: 'user,admin' });
    }
    expect(await viewerOf(cookie)).toMatchObject({ admin: true });
    expect(await newestAbout(userId)).toMatchObject({
      actorId: admin.id,
      action: 'accounts.set-role',
      detail: { role: 'user,admin' },
    });

    const told = rightsChange(userId);
    expect((await act('set-role', { userId, role: 'user' })).status).toBe(200);
    await told;
    expect(await viewerOf(cookie)).toMatchObject({ admin: false });
  });

  test.each([['emperor'], ['user,emperor'], ['constructor'], [['user', '__proto__']], [''], [[]], ['user,']])(
    'that does not exist is not given: %j',
    async (role) => {
      const { id: userId } = await aPerson();
      const message = 'You are not allowed to set a non-existent role value';
      const update = await act('update-user', { userId, data: { role } });
      expect(await act('set-role', { userId, role })).toMatchObject({ status: 400, body: { message } });
      expect(update).toMatchObject({ status: 400, body: { message } });
      expect(await db.user.findUnique({ where: { id: userId } })).toMatchObject({ role: 'user' });
    },
  );

  test('of an admin cannot be removed by themself, nor can they ban or delete themself, so that one admin always remains', async () => {
    const { id, cookie } = await aPerson('Otto');
    await act('set-role', { userId: id, role: 'admin' });
    // The database takes an id in capitals for the same one.
    for (const userId of [id, id.toUpperCase()]) {
      expect(await act('set-role', { userId, role: 'user' }, cookie ?? '')).toMatchObject({
        status: 400,
        ...code('YOU_CANNOT_DEMOTE_YOURSELF'),
      });
      expect(await act('update-user', { userId, data: { role: 'user' } }, cookie ?? '')).toMatchObject(
        code('YOU_CANNOT_DEMOTE_YOURSELF'),
      );
      expect(await act('ban-user', { userId }, cookie ?? '')).toMatchObject(code('YOU_CANNOT_BAN_YOURSELF'));
      expect(await act('remove-user', { userId }, cookie ?? '')).toMatchObject(
        code('YOU_CANNOT_REMOVE_YOURSELF'),
      );
    }
    expect(await viewerOf(cookie)).toMatchObject({ admin: true });
  });
});

describe('Two admins who take each other’s rights at once', () => {
  test.each(['set-role', 'ban-user', 'remove-user'])('leave one of them: %s', async (path) => {
    const [one, other] = await Promise.all([aPerson('Una'), aPerson('Bo')]);
    for (const { id: userId } of [one, other]) await act('set-role', { userId, role: 'admin' });
    const body = (userId: string) => ({ userId, ...(path === 'set-role' && { role: 'user' }) });
    const answers = await Promise.all([act(path, body(other.id), one), act(path, body(one.id), other)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    const left = [await viewerOf(one.cookie), await viewerOf(other.cookie)];
    expect(left.filter((viewer) => viewer?.admin)).toHaveLength(1);
  });
});

describe('A ban', () => {
  test('has a reason and an end, closes every session, and can be lifted', async () => {
    const { id: userId, cookie, email } = await aPerson();
    const banned = await act('ban-user', { userId, banReason: ' Writes  to strangers ', banExpiresIn: 3600 });
    expect(banned).toMatchObject({ status: 200, body: { user: { banned: true } } });
    const { user } = await admin.gql('query ($id: ID!) { user(id: $id) { banned banReason banExpires } }', {
      id: userId,
    });
    expect(user).toMatchObject({ banned: true, banReason: 'Writes  to strangers' });
    expect(new Date(user.banExpires).getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await viewerOf(cookie)).toBeNull();
    expect(await newestAbout(userId)).toMatchObject({
      action: 'accounts.ban-user',
      detail: { until: expect.any(String) },
    });
    expect(JSON.stringify(await newestAbout(userId))).not.toContain('strangers');

    expect((await act('unban-user', { userId })).status).toBe(200);
    await expect(signIn(email)).resolves.toContain('session_token');
  });

  test.each([
    { banReason: '   ' },
    { banReason: 'x'.repeat(301) },
    { banExpiresIn: 0 },
    { banExpiresIn: -5 },
    { banExpiresIn: 1.5 },
    { banExpiresIn: 1e12 },
  ])('that means nothing is refused: %j', async (how) => {
    const { id: userId, cookie } = await aPerson();
    expect(await act('ban-user', { userId, ...how })).toMatchObject({
      status: 400,
      ...code('VALIDATION_ERROR'),
    });
    expect(await viewerOf(cookie)).not.toBeNull();
  });
});

describe('A password', () => {
  test('set by an admin ends all sessions of the user; a short one or the admin’s own is refused', async () => {
    const { id: userId, email, cookie } = await aPerson();
    const newPassword = 'another long password';
    expect(await act('set-user-password', { userId, newPassword: 'short' })).toMatchObject({
      status: 400,
      body: { message: 'Password too short' },
    });
    expect(await viewerOf(cookie)).not.toBeNull();
    expect((await act('set-user-password', { userId, newPassword })).status).toBe(200);
    expect(await viewerOf(cookie)).toBeNull();
    expect((await account('/sign-in/email', { email, password: newPassword })).status).toBe(200);
    expect(JSON.stringify(await newestAbout(userId))).not.toContain(newPassword);

    for (const of of [configuredId, admin.id])
      expect(await act('set-user-password', { userId: of, newPassword })).toMatchObject({
        status: 403,
        ...code('ADMINS_ARE_THEIR_OWN'),
      });
    expect(await act('update-user', { userId: configuredId, data: { email: anAddress() } })).toMatchObject(
      code('ADMINS_ARE_THEIR_OWN'),
    );
  });
});

describe('Sessions', () => {
  test('of a user can be listed and ended one by one or all at once, and the log names the user', async () => {
    const person = await aPerson();
    const second = await signIn(person.email);
    const { body } = await act('list-user-sessions', { userId: person.id });
    expect(body.sessions).toHaveLength(2);
    const opening = await db.session.findMany({ where: { userId: person.id } });
    expect(opening.filter(({ token }) => JSON.stringify(body).includes(token))).toEqual([]);
    const { userId, sessionId } = (await viewerOf(second)) ?? {};
    expect((await act('revoke-user-session', { sessionToken: sessionId })).status).toBe(200);
    expect(await viewerOf(second)).toBeNull();
    expect(await viewerOf(person.cookie)).not.toBeNull();
    expect(await newestAbout(userId ?? '')).toMatchObject({ action: 'accounts.revoke-user-session' });

    expect((await act('revoke-user-sessions', { userId: person.id })).status).toBe(200);
    expect(await viewerOf(person.cookie)).toBeNull();
  });
});

describe('An account', () => {
  test('created by an admin must be confirmed like any other, and a short password is refused', async () => {
    const email = anAddress();
    const short = await act('create-user', { email, name: 'Nell', password: 'short' });
    expect(short).toMatchObject({ status: 400, ...code('PASSWORD_TOO_SHORT') });
    const made = await act('create-user', {
      email,
      name: 'Nell',
      password: 'long enough a word',
      role: 'user',
    });
    expect(made).toMatchObject({
      status: 200,
      body: { user: { email, role: 'user', emailVerified: false } },
    });
    expect(await newestAbout(made.body.user.id)).toMatchObject({
      action: 'accounts.create-user',
      actorId: admin.id,
    });
    expect((await act('create-user', { email, name: 'Nell' })).status).toBe(400);
  });

  test('is deleted with its data, and what it wrote for other subjects stays', async () => {
    const family = await aFamily();
    await aBook(family);
    const { id: userId, cookie } = family.editor;
    await family.editor.gql('AskQuestion', { subjectId: family.subject.id, text: 'Where was the shop?' });
    expect((await act('remove-user', { userId })).status).toBe(200);
    expect(await viewerOf(cookie)).toBeNull();
    expect(await db.user.findUnique({ where: { id: userId } })).toBeNull();
    expect(await newestAbout(userId)).toMatchObject({ action: 'accounts.remove-user', actorId: admin.id });
    expect((await act('remove-user', { userId })).status).toBe(404);
  });

  test('that solely owns a subject can be deleted when a named successor can take it over', async () => {
    const [anna, ben] = await Promise.all([aPerson('Anna'), aPerson('Ben')]);
    const { id: subjectId } = await aSubject(anna);
    const membershipId = await join(anna, subjectId, ben, 'VIEWER');
    await db.successor.create({ data: { subjectId, membershipId } });
    const ownsAlone = async () =>
      (await admin.gql('query ($id: ID!) { user(id: $id) { ownsAlone } }', { id: anna.id })).user.ownsAlone;

    // Two books for somebody who has room for one.
    const { id: second } = await aSubject(anna);
    const at = await join(anna, second, ben, 'VIEWER');
    await db.successor.create({ data: { subjectId: second, membershipId: at } });
    await booksOf(ben, 24);
    expect(await ownsAlone()).toBe(1);
    expect(await act('remove-user', { userId: anna.id })).toMatchObject({ status: 409 });
    await anna.gql('DeleteSubject', { id: second });
    await db.user.update({ where: { id: ben.id }, data: { banned: true } });
    expect(await act('remove-user', { userId: anna.id })).toMatchObject({ status: 409 });

    await db.user.update({ where: { id: ben.id }, data: { banned: false } });
    expect(await ownsAlone()).toBe(0);
    expect((await act('remove-user', { userId: anna.id })).status).toBe(200);
    expect(await db.membership.findUnique({ where: { id: membershipId } })).toMatchObject({ role: 'OWNER' });
    const letter = await letterTo(ben.email, { leadingTo: `/dashboard/${subjectId}/` });
    expect(letter.text).toContain('You were named as the successor');
  });

  test('that solely owns a subject cannot be deleted before it has another owner', async () => {
    const [owner, other] = await Promise.all([aPerson(), aPerson()]);
    const { id: subjectId } = await aSubject(owner);
    const refused = await act('remove-user', { userId: owner.id });
    expect(refused).toMatchObject({ status: 409, ...code('OWNS_SUBJECTS_ALONE') });
    expect(refused.body.message).toContain('the only owner of a book');
    expect(await viewerOf(owner.cookie)).not.toBeNull();
    const asked = await admin.gql('query ($id: ID!) { user(id: $id) { ownsAlone } }', { id: owner.id });
    expect(asked.user.ownsAlone).toBe(1);

    const membership = await join(owner, subjectId, other, 'EDITOR');
    await owner.gql('SetMemberRole', { id: membership, role: 'OWNER' });
    expect((await act('remove-user', { userId: owner.id })).status).toBe(200);
  });
});
