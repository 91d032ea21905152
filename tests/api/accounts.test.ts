import { describe, expect, test } from 'vitest';
import { sessionStands, viewerFrom } from '#api/accounts/session.ts';
import { db } from '#api/platform/database/database.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/topics.ts';
import { account, linkIn, open, verify } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPerson, nobody, password, signIn } from '#tests/support/person.ts';
import { adminEmail, server, useServer } from '#tests/support/server.ts';

useServer({ ADMIN_EMAILS: `${adminEmail},listed@evertold.test,later@evertold.test` });

let addresses = 0;
const anAddress = () => `someone.${++addresses}@evertold.test`;
const signUp = (email: string, more: object = {}) =>
  account('/sign-up/email', { name: 'Anna', email, password, ...more });
const viewerOf = (cookie: string) => viewerFrom(new Headers({ cookie }));

/** What `me` answers to whoever sends this cookie. */
async function me(cookie: string) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: '{ me { id name email emailVerified role banned createdAt } }' }),
  });
  return ((await response.json()) as { data: { me: Record<string, unknown> | null } }).data.me;
}

/** Resolves when somebody's rights are said to have changed. */
function rightsChange(userId: string): Promise<unknown> {
  const heard = bus.listen(topics.access(userId), AbortSignal.timeout(10_000))[Symbol.asyncIterator]();
  return heard.next().then(({ done }) => !done);
}

describe('An account', () => {
  test('is made, verified by the mailed link, signed in to and out of', async () => {
    const email = anAddress();
    const made = await signUp(email.toUpperCase(), { name: '  Anna Rourke ', callbackURL: '/welcome' });
    expect(made).toMatchObject({ status: 200, body: { token: null, user: { email, name: 'Anna Rourke' } } });

    const letter = await letterTo(email);
    expect(letter).toMatchObject({ subject: 'Confirm your address' });
    expect(letter.html).toContain('Confirm the address');
    const verified = await verify(email);
    expect([verified.status, verified.headers.get('location')]).toEqual([302, '/welcome']);

    const signedIn = await account('/sign-in/email', { email, password });
    expect(signedIn).toMatchObject({ status: 200, body: { redirect: false, user: { email } } });
    expect(signedIn.headers.getSetCookie().join()).toMatch(
      /session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(await me(signedIn.cookie)).toMatchObject({
      name: 'Anna Rourke',
      email,
      emailVerified: true,
      role: 'user',
      banned: false,
    });

    const signedOut = await account('/sign-out', {}, { cookie: signedIn.cookie });
    expect(signedOut).toMatchObject({ status: 200, body: { success: true } });
    expect(await me(signedIn.cookie)).toBeNull();
  });

  test('has an id that sorts by time, like every other', async () => {
    const email = anAddress();
    const { body } = await signUp(email);
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    expect(id).toBe(body.user.id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('lets nobody in before its address is verified, and sends the link again', async () => {
    const email = anAddress();
    await signUp(email);
    const refused = await account('/sign-in/email', { email, password });
    expect(refused).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    expect(await letterTo(email, { known: 1 })).toMatchObject({ subject: 'Confirm your address' });
  });

  test('is opened by the verification link in the browser of the sign-up, and in no other', async () => {
    const email = anAddress();
    const { cookie } = await signUp(email);
    const elsewhere = await verify(email);
    expect(elsewhere.cookie).not.toContain('session_token');

    const here = await verify(email, cookie);
    expect(await me(here.cookie)).toMatchObject({ email });
    expect(here.cookie).not.toContain('signed_up');
  });

  test('gives one answer to every wrong password and every unknown address', async () => {
    const { email } = await aPerson();
    const wrong = await account('/sign-in/email', { email, password: 'not the password' });
    const unknown = await account('/sign-in/email', { email: anAddress(), password });
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('answers a taken address like a free one, and tells its holder alone', async () => {
    const { email, name } = await aPerson('Anna');
    const free = await signUp(anAddress(), { name });
    const taken = await signUp(email, { name });

    expect(taken.status).toBe(free.status);
    expect(Object.keys(taken.body.user)).toEqual(Object.keys(free.body.user));
    const { id, email: _email, createdAt, updatedAt, ...same } = free.body.user;
    expect(taken.body).toMatchObject({ token: null, user: same });
    const names = (answer: typeof free) => answer.headers.getSetCookie().map((each) => each.split('=')[0]);
    expect(names(taken)).toEqual(names(free));
    const letter = await letterTo(email, { known: 1 });
    expect(letter).toMatchObject({ subject: 'You already have an account' });
    await expect(signIn(email)).resolves.toContain('session_token');
  });

  test('is one, however many sign up with its address at once', async () => {
    const email = anAddress();
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await db.user.count({ where: { email } })).toBe(1);
    expect(await db.account.count({ where: { user: { email } } })).toBe(1);
  });

  test.each([
    ['a name without a letter', { name: '  ' }, '[body.name] must not be empty'],
    ['a name that is too long', { name: 'A'.repeat(121) }, '[body.name] must be at most 120 characters'],
    ['a name with a NUL', { name: 'An\0na' }, '[body.name] must not contain control characters'],
    ['a name with a bell', { name: 'An\u0007na' }, '[body.name] must not contain control characters'],
    ['half a character', { name: 'Anna \ud83d' }, '[body.name] must not contain control characters'],
    ['no address', { email: 'anna' }, '[body.email] Invalid email address'],
    [
      'a long address',
      { email: `${'a'.repeat(250)}@evertold.test` },
      '[body.email] must be at most 254 characters',
    ],
    ['a picture that is a script', { image: 'javascript:alert(1)' }, '[body.image] must be a web address'],
    ['a short password', { password: 'seven77' }, 'Password too short'],
    ['a long password', { password: 'p'.repeat(129) }, 'Password too long'],
  ])('refuses %s, and says what is wrong', async (_what, input, message) => {
    const email = anAddress();
    const refused = await signUp(email, input);
    expect(refused).toMatchObject({ status: 400, body: { message } });
    expect(await db.user.count({ where: { email } })).toBe(0);
  });

  test('can’t be made an admin’s by asking', async () => {
    const email = anAddress();
    await signUp(email, { role: 'admin', emailVerified: true, confirmedEmail: email, banned: true });
    const user = await db.user.findUnique({ where: { email } });
    expect(
      user === null || (user.role === 'user' && !user.emailVerified && user.confirmedEmail === null),
    ).toBe(true);
  });
});

describe('A new password', () => {
  test('is chosen by the mailed link, once, and ends every session', async () => {
    const person = await aPerson();
    const cookie = person.cookie ?? '';
    const viewer = await viewerOf(cookie);
    const asked = await account('/request-password-reset', { email: person.email });
    expect(asked).toMatchObject({ status: 200, body: { status: true } });

    const letter = await letterTo(person.email, { known: 1 });
    const opened = await open(linkIn(letter, '/reset-password/'));
    const target = new URL(opened.headers.get('location') ?? '', server().url);
    expect([opened.status, target.pathname]).toEqual([302, '/reset-password']);
    const token = target.searchParams.get('token');

    const told = rightsChange(person.id);
    const reset = await account('/reset-password', { newPassword: 'a new long password', token });
    expect(reset).toMatchObject({ status: 200, body: { status: true } });
    expect(await told).toBe(true);
    expect(await viewerOf(cookie)).toBeNull();
    expect(viewer && (await sessionStands(viewer))).toBe(false);
    const old = await account('/sign-in/email', { email: person.email, password });
    expect(old.status).toBe(401);
    const again = await account('/reset-password', { newPassword: 'another password', token });
    expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  test('is asked for with the same answer by the older path, and for an address nobody has', async () => {
    const { email } = await aPerson();
    const real = await account('/forget-password', {
      email,
      redirectTo: '/reset-password?redirect=%2Fsettings%2F',
    });
    const unknown = await account('/request-password-reset', { email: anAddress() });
    expect(real.body).toEqual(unknown.body);
    const opened = await open(linkIn(await letterTo(email, { known: 1 }), '/reset-password/'));
    expect(opened.headers.get('location')).toMatch(/\/reset-password\?redirect=%2Fsettings%2F&token=/);
  });

  test('has a link that says when it no longer works', async () => {
    const opened = await account('/reset-password/not-a-token?callbackURL=%2Freset-password');
    expect(opened.headers.get('location')).toMatch(/\/reset-password\?error=INVALID_TOKEN$/);
  });
});

describe('A link', () => {
  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    'http://localhost.evil.test',
    '/%2F/evil.test',
  ])('never leads to %s', async (callbackURL) => {
    const refusals = [
      await signUp(anAddress(), { callbackURL }),
      await account('/request-password-reset', { email: anAddress(), redirectTo: callbackURL }),
      await account('/forget-password', { email: anAddress(), redirectTo: callbackURL }),
      await account(`/verify-email?token=x&callbackURL=${encodeURIComponent(callbackURL)}`),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('that is wrong or too old goes back with a value that clients know', async () => {
    const wrong = await account('/verify-email?token=wrong&callbackURL=%2Fverify-email');
    expect(wrong.headers.get('location')).toBe('/verify-email?error=invalid_token');
  });
});

describe('A session', () => {
  test('is believed by its signature alone', async () => {
    const { cookie } = await aPerson();
    const forged = (cookie ?? '').replace(/(session_token=)([^.]+)/, '$1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    expect(await viewerOf(cookie ?? '')).toMatchObject({ name: 'Anna', admin: false });
    for (const wrong of [forged, 'better-auth.session_token=%E0%A4%A', 'better-auth.session_token=', 'x=y'])
      expect(await viewerOf(wrong)).toBeNull();
    expect(await viewerFrom(new Headers())).toBeNull();
  });

  test('ends with its time', async () => {
    const { cookie, id } = await aPerson();
    const viewer = await viewerOf(cookie ?? '');
    await db.session.updateMany({ where: { userId: id }, data: { expiresAt: new Date() } });
    expect(await viewerOf(cookie ?? '')).toBeNull();
    expect(viewer && (await sessionStands(viewer))).toBe(false);
  });

  test('ends when its holder is banned, at once, and until the ban is over', async () => {
    const admin = await aPerson('Ada', adminEmail);
    const { cookie, id, email } = await aPerson();
    const told = rightsChange(id);
    const banned = await account('/admin/ban-user', { userId: id }, { cookie: admin.cookie ?? '' });
    expect(banned.status).toBe(200);
    expect(await told).toBe(true);
    expect(await viewerOf(cookie ?? '')).toBeNull();
    const refused = await account('/sign-in/email', { email, password });
    expect(refused).toMatchObject({ status: 403, body: { code: 'BANNED_USER' } });
    const written = await db.auditEvent.findMany({ where: { targetId: id } });
    expect(written).toMatchObject([{ actorId: admin.id, action: 'accounts.ban-user' }]);

    await db.user.update({ where: { id }, data: { banExpires: new Date(Date.now() - 1000) } });
    await expect(signIn(email)).resolves.toContain('session_token');
  });

  test('of an admin who acts as somebody is that person’s, without an admin’s rights', async () => {
    const admin = await signIn(adminEmail);
    const { id } = await aPerson();
    const acting = await account('/admin/impersonate-user', { userId: id }, { cookie: admin });
    const { userId: adminId } = (await viewerOf(admin)) ?? {};
    expect(await viewerOf(acting.cookie)).toMatchObject({
      userId: id,
      admin: false,
      impersonatorId: adminId,
    });
    const refused = await account('/admin/list-users', undefined, { cookie: acting.cookie });
    expect(refused.status).toBe(403);
    const nobodys = await account('/admin/ban-user', { userId: 'no-id' }, { cookie: admin });
    expect(nobodys).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });

  test('is told of when its holder signs out', async () => {
    const { cookie, id } = await aPerson();
    const told = rightsChange(id);
    await account('/sign-out', {}, { cookie: cookie ?? '' });
    expect(await told).toBe(true);
  });

  test('is not ended by a page of somebody else', async () => {
    const { cookie } = await aPerson();
    const foreign = await account(
      '/sign-out',
      {},
      { cookie: cookie ?? '', headers: { origin: 'https://evil.test' } },
    );
    expect(foreign.status).toBe(403);
    expect(await viewerOf(cookie ?? '')).not.toBeNull();
  });
});

describe('An admin by address', () => {
  test('is one once Evertold has verified the address, everywhere alike', async () => {
    const email = 'listed@evertold.test';
    const { cookie } = await signUp(email);
    const provider = await db.user.update({ where: { email }, data: { emailVerified: true } });
    const unproven = await account('/sign-in/email', { email, password });
    expect(await viewerOf(unproven.cookie)).toMatchObject({ admin: false });
    expect(await me(unproven.cookie)).toMatchObject({ role: 'user' });

    await db.user.update({ where: { id: provider.id }, data: { emailVerified: false } });
    await verify(email, cookie);
    expect(await viewerOf(unproven.cookie)).toMatchObject({ admin: true });
    expect(await me(unproven.cookie)).toMatchObject({ role: 'user,admin' });
    const session = await account('/get-session', undefined, { cookie: unproven.cookie });
    expect(session.body.user.role).toBe('user,admin');
    const listed = await account('/admin/list-users?limit=1', undefined, { cookie: unproven.cookie });
    expect(listed.status).toBe(200);
    expect((await db.user.findUniqueOrThrow({ where: { email } })).role).toBe('user');
  });

  test('is one only as long as the address is theirs, and an open socket knows', async () => {
    const { cookie, id } = await aPerson('Later', 'later@evertold.test');
    const viewer = await viewerOf(cookie ?? '');
    expect(viewer).toMatchObject({ admin: true });
    await db.user.update({ where: { id }, data: { email: anAddress() } });
    expect(await viewerOf(cookie ?? '')).toMatchObject({ admin: false });
    expect(viewer && (await sessionStands(viewer))).toBe(false);
  });

  test('finds accounts, whole; nobody else does', async () => {
    const cookie = await signIn(adminEmail);
    const person = await aPerson('Rosalind Hathaway');
    const document = '{ users(search: "hathaw") { edges { node { name email role } } } }';
    const ask = async (as: string) =>
      (
        await fetch(`${server().url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: as },
          body: JSON.stringify({ query: document }),
        })
      ).json();
    expect(await ask(cookie)).toMatchObject({
      data: {
        users: { edges: [{ node: { name: 'Rosalind Hathaway', email: person.email, role: 'user' } }] },
      },
    });
    await expect(person.gql(document)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(nobody().gql(document)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
