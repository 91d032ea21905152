import { describe, expect, test } from 'vitest';
import { sessionStands } from '#api/accounts/session.ts';
import { db } from '#api/platform/database/database.ts';
import {
  account,
  anAddress,
  linkIn,
  open,
  query,
  rightsChange,
  signUp,
  verify,
  viewerOf,
} from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPerson, password, signIn } from '#tests/support/person.ts';
import { server, useServer } from '#tests/support/server.ts';

useServer();

/** What an account says of itself to the sender of this cookie. */
async function me(cookie: string) {
  return (await query('{ me { name email emailVerified role banned } }', cookie)).me;
}

describe('An account', () => {
  test('can be created, verified by the mailed link, signed in to and signed out of', async () => {
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

  test('refuses sign-in before its address is verified, and sends the link again', async () => {
    const email = anAddress();
    await signUp(email);
    const refused = await account('/sign-in/email', { email, password });
    expect(refused).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    expect(await letterTo(email, { known: 1 })).toMatchObject({ subject: 'Confirm your address' });
  });

  test('is signed in by the verification link only in the browser of the sign-up', async () => {
    const email = anAddress();
    const { cookie } = await signUp(email);
    const elsewhere = await verify(email);
    expect(elsewhere.cookie).not.toContain('session_token');

    const here = await verify(email, cookie);
    expect(await me(here.cookie)).toMatchObject({ email });
    expect(here.cookie).not.toContain('signed_up');
    // Once: neither again by who kept the cookie, nor by a cookie of before a new password.
    expect((await verify(email, cookie)).cookie).not.toContain('session_token');
    const other = anAddress();
    const kept = (await signUp(other)).cookie;
    await verify(other);
    await account('/request-password-reset', { email: other });
    const opened = await open(linkIn(await letterTo(other, { known: 1 }), '/reset-password/'));
    const token = new URL(opened.headers.get('location') ?? '', server().url).searchParams.get('token');
    expect((await account('/reset-password', { token, newPassword: password })).status).toBe(200);
    expect((await verify(other, kept)).cookie).not.toContain('session_token');
  });

  test('gives one answer to every wrong password and every unknown address', async () => {
    const { email } = await aPerson();
    const wrong = await account('/sign-in/email', { email, password: 'not the password' });
    const unknown = await account('/sign-in/email', { email: anAddress(), password });
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('answers a taken address like a free one, and tells only its holder', async () => {
    const { email, name } = await aPerson('Anna');
    const free = await signUp(anAddress(), { name });
    const taken = await signUp(email, { name });

    expect(taken.status).toBe(free.status);
    expect(Object.keys(taken.body.user)).toEqual(Object.keys(free.body.user));
    const { id, email: _email, createdAt, updatedAt, ...same } = free.body.user;
    expect(taken.body).toMatchObject({ token: null, user: same });
    const names = (answer: typeof free) => answer.headers.getSetCookie().map((each) => each.split('=')[0]);
    expect(names(taken)).toEqual(names(free));
    const letter = await letterTo(email);
    expect(letter).toMatchObject({ subject: 'You already have an account' });
    await expect(signIn(email)).resolves.toContain('session_token');
  });

  test('is created once by concurrent sign-ups with one address', async () => {
    const email = anAddress();
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await db.user.count({ where: { email } })).toBe(1);
    expect(await db.account.count({ where: { user: { email } } })).toBe(1);
  });

  test.each([
    ['a name without a letter', { name: '  ' }, '[body.name] must not be empty'],
    ['a name that is too long', { name: 'A'.repeat(121) }, '[body.name] must be at most 120 characters'],
    ['a name that nobody sees', { name: '\u202e\u200d\u3164' }, '[body.name] must not be empty'],
    ['a name with a NUL', { name: 'An\0na' }, '[body.name] must not contain control characters'],
    ['a name with a bell', { name: 'An\u0007na' }, '[body.name] must not contain control characters'],
    ['half a character', { name: 'Anna \ud83d' }, '[body.name] must not contain control characters'],
    ['no address', { email: 'anna' }, '[body.email] Invalid email address'],
    [
      'a long address',
      { email: `${'a'.repeat(250)}@evertold.test` },
      '[body.email] must be at most 254 characters',
    ],
    [
      'a picture that is a script',
      { image: 'javascript:alert(1)' },
      '[body.image] is set by sending a photo to /media/photo',
    ],
    [
      'a picture from elsewhere',
      { image: 'https://evil.test/pixel.gif' },
      '[body.image] is set by sending a photo to /media/photo',
    ],
    [
      'somebody else’s picture',
      { image: '/media/0198c3f2-0000-7000-8000-000000000000' },
      '[body.image] is set by sending a photo to /media/photo',
    ],
    ['a short password', { password: 'seven77' }, 'Password too short'],
    ['a long password', { password: 'p'.repeat(129) }, 'Password too long'],
  ])('refuses %s, and says what is wrong', async (_what, input, message) => {
    const email = anAddress();
    const refused = await signUp(email, input);
    expect(refused).toMatchObject({ status: 400, body: { message } });
    expect(await db.user.count({ where: { email } })).toBe(0);
  });

  test('has a name without direction overrides, but with the marks that languages need', async () => {
    const email = anAddress();
    await signUp(email, { name: '\ufeff\u202eمح\u200cمد\u202c \u2067Reza\u2069' });
    expect((await db.user.findUniqueOrThrow({ where: { email } })).name).toBe('مح\u200cمد Reza');
  });

  test('cannot be made an admin by its own request', async () => {
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

    const letter = await letterTo(person.email);
    const opened = await open(linkIn(letter, '/reset-password/'));
    const target = new URL(opened.headers.get('location') ?? '', server().url);
    expect([opened.status, target.pathname]).toEqual([302, '/reset-password']);
    const token = target.searchParams.get('token');

    const told = rightsChange(person.id);
    const reset = await account('/reset-password', { newPassword: 'a new long password', token });
    expect(reset).toMatchObject({ status: 200, body: { status: true } });
    await told;
    expect(await viewerOf(cookie)).toBeNull();
    expect(viewer && (await sessionStands(viewer))).toBe(false);
    const old = await account('/sign-in/email', { email: person.email, password });
    expect(old.status).toBe(401);
    const again = await account('/reset-password', { newPassword: 'another password', token });
    expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  test('gets the same answer by the older path and for an unknown address', async () => {
    const { email } = await aPerson();
    const real = await account('/forget-password', {
      email,
      redirectTo: '/reset-password?redirect=%2Fsettings%2F',
    });
    const unknown = await account('/request-password-reset', { email: anAddress() });
    expect(real.body).toEqual(unknown.body);
    const opened = await open(linkIn(await letterTo(email), '/reset-password/'));
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
    '/..//evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e%2e//evil.test',
  ])('never leads to %s', async (callbackURL) => {
    const refusals = [
      await signUp(anAddress(), { callbackURL }),
      await account('/request-password-reset', { email: anAddress(), redirectTo: callbackURL }),
      await account('/forget-password', { email: anAddress(), redirectTo: callbackURL }),
      await account(`/verify-email?token=x&callbackURL=${encodeURIComponent(callbackURL)}`),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('that is invalid or expired redirects with a known error value', async () => {
    const wrong = await account('/verify-email?token=wrong&callbackURL=%2Fverify-email');
    expect(wrong.headers.get('location')).toBe('/verify-email?error=invalid_token');
  });
});
