import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, linkIn, open, signUp, verify } from '#tests/support/account.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { aPerson, password } from '#tests/support/person.ts';
import { server, useServer } from '#tests/support/server.ts';

useServer();

/** Somebody whose session is older than a day. */
async function longSignedIn() {
  const person = await aPerson();
  await db.session.updateMany({
    where: { userId: person.id },
    data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  return { ...person, cookie: person.cookie ?? '' };
}

async function someone() {
  const person = await aPerson();
  return { ...person, cookie: person.cookie ?? '' };
}

const exists = async (id: string) => (await db.user.count({ where: { id } })) === 1;

describe('A change of email', () => {
  test('of a verified address is confirmed from the old address, and the new one must then be verified', async () => {
    const person = await someone();
    const newEmail = anAddress();
    const asked = await account(
      '/change-email',
      { newEmail, callbackURL: '/settings/' },
      { cookie: person.cookie },
    );
    expect(asked).toMatchObject({ status: 200, body: { status: true } });
    const letter = await letterTo(person.email);
    expect(letter).toMatchObject({ subject: 'Is this to be your new address?' });
    expect(letter.text).toContain(newEmail);
    expect(await lettersTo(newEmail)).toEqual([]);

    const link = linkIn(letter, '/verify-email');
    const clicked = await open(link, person.cookie);
    expect([clicked.status, clicked.headers.get('location')]).toEqual([302, '/settings/']);
    const changed = { email: newEmail, emailVerified: false };
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject(changed);
    const session = await account('/get-session', undefined, { cookie: clicked.cookie });
    expect(session.body.user).toMatchObject(changed);
    const unverified = await account('/sign-in/email', { email: newEmail, password });
    expect(unverified).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });

    const again = await open(link, person.cookie);
    expect(again.headers.get('location')).toBe('/settings/?error=invalid_token');
    expect(await letterTo(newEmail)).toMatchObject({ subject: 'Confirm your new address' });
    await verify(newEmail);
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({
      email: newEmail,
      emailVerified: true,
      confirmedEmail: newEmail,
    });
  });

  test('of an unverified address happens at once and sends a link to the new one', async () => {
    const person = await someone();
    await db.user.update({ where: { id: person.id }, data: { emailVerified: false } });
    const newEmail = anAddress();
    const asked = await account('/change-email', { newEmail }, { cookie: person.cookie });
    expect(asked).toMatchObject({ status: 200, body: { status: true } });
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({
      email: newEmail,
      emailVerified: false,
    });
    linkIn(await letterTo(newEmail), '/verify-email');
    expect(await lettersTo(person.email)).toEqual([]);
  });

  test('to a taken address gets the same answer and changes nothing', async () => {
    const [person, other] = [await someone(), await someone()];
    const asked = await account('/change-email', { newEmail: other.email }, { cookie: person.cookie });
    expect(asked).toMatchObject({ status: 200, body: { status: true } });
    const told = await account('/change-email', { newEmail: anAddress() }, { cookie: person.cookie });
    expect(told.body).toEqual(asked.body);
    await letterTo(person.email);
    expect(await lettersTo(person.email)).toHaveLength(1);
    expect(await lettersTo(other.email)).toEqual([]);
  });

  test('to an address that was taken meanwhile is refused with a redirect', async () => {
    const person = await someone();
    const newEmail = anAddress();
    await account('/change-email', { newEmail, callbackURL: '/settings/' }, { cookie: person.cookie });
    const link = linkIn(await letterTo(person.email), '/verify-email');
    await signUp(newEmail);
    const clicked = await open(link, person.cookie);
    // A browser follows no address of a refusal.
    expect(clicked.status).toBe(302);
    expect(clicked.headers.get('location')).toBe('/settings/?error=email_not_updated');
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ email: person.email });
  });

  test.each([
    ['the same address', (email: string) => ({ newEmail: email }), 400, 'Email is the same'],
    ['no address', () => ({ newEmail: 'anna' }), 400, '[body.newEmail] Invalid email address'],
    [
      'another site',
      () => ({ newEmail: 'a@evertold.test', callbackURL: 'https://evil.test' }),
      403,
      'Invalid callbackURL',
    ],
  ])('refuses %s', async (_what, input, status, message) => {
    const { email, cookie } = await someone();
    const refused = await account('/change-email', input(email), { cookie });
    expect(refused).toMatchObject({ status, body: { message, code: expect.any(String) } });
  });

  test('requires a signed-in user', async () => {
    const refused = await account('/change-email', { newEmail: anAddress() });
    expect(refused).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  test('has a link that does nothing for another user', async () => {
    const [person, other] = [await someone(), await someone()];
    await account(
      '/change-email',
      { newEmail: anAddress(), callbackURL: '/settings/' },
      { cookie: person.cookie },
    );
    const clicked = await open(linkIn(await letterTo(person.email), '/verify-email'), other.cookie);
    expect(clicked.headers.get('location')).toBe('/settings/?error=unauthorized');
  });
});

describe('The deletion of an account', () => {
  test('happens at once with the password and ends every session', async () => {
    const { id, cookie } = await longSignedIn();
    const wrong = await account('/delete-user', { password: 'not the password' }, { cookie });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD', message: 'Invalid password' },
    });
    expect(await exists(id)).toBe(true);

    const gone = await account('/delete-user', { password }, { cookie });
    expect(gone).toMatchObject({ status: 200, body: { success: true, message: 'User deleted' } });
    expect(gone.cookie).not.toContain('session_token');
    expect(await exists(id)).toBe(false);
    expect((await account('/get-session', undefined, { cookie })).body).toBeNull();
  });

  test('works once by the mailed link, within a day and only for its holder', async () => {
    const [person, other] = [await someone(), await someone()];
    const asked = await account('/delete-user', { callbackURL: '/' }, { cookie: person.cookie });
    expect(asked).toMatchObject({ status: 200, body: { success: true, message: 'Verification email sent' } });
    const link = linkIn(await letterTo(person.email), '/delete-user/callback');
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token).toMatch(/^[0-9a-z]{32}$/);
    const [kept] = await db.verification.findMany({ where: { value: person.id } });
    const life = ((kept?.expiresAt.getTime() ?? 0) - (kept?.createdAt.getTime() ?? 0)) / 1000;
    expect(life).toBeGreaterThan(86_390);
    expect(life).toBeLessThan(86_410);

    expect(await open(link)).toMatchObject({ status: 404, body: { code: 'FAILED_TO_GET_USER_INFO' } });
    // Whoever else opens it doesn't use it up.
    expect(await open(link, other.cookie)).toMatchObject({ status: 404, body: { code: 'INVALID_TOKEN' } });
    // A browser is led to words; what it is led from is for programs.
    const headers = { accept: 'text/html,*/*;q=0.8' };
    const path = `/delete-user/callback${new URL(link).search}`;
    for (const [cookie, reason] of [
      ['', 'failed_to_get_user_info'],
      [other.cookie, 'invalid_token'],
    ] as const) {
      const led = await account(path, undefined, { cookie, headers });
      expect([led.status, led.headers.get('location'), led.body]).toEqual([
        302,
        `/sign-in?error=${reason}`,
        '',
      ]);
    }
    const clicks = await Promise.all([open(link, person.cookie), open(link, person.cookie)]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([302, 404]);
    expect(await exists(person.id)).toBe(false);
    expect(await exists(other.id)).toBe(true);
  });

  test('works by the holder’s mailed token, never by another user’s', async () => {
    const [person, other] = [await someone(), await someone()];
    await account('/delete-user', {}, { cookie: person.cookie });
    const link = new URL(linkIn(await letterTo(person.email), '/delete-user/callback'));
    const token = link.searchParams.get('token');
    for (const stolen of [token, 'a'.repeat(32)]) {
      const tried = await account('/delete-user', { token: stolen }, { cookie: other.cookie });
      expect(tried).toMatchObject({ status: 404, body: { code: 'INVALID_TOKEN' } });
    }
    const gone = await account('/delete-user', { token }, { cookie: person.cookie });
    expect(gone).toMatchObject({ status: 200, body: { message: 'User deleted' } });
    expect([await exists(person.id), await exists(other.id)]).toEqual([false, true]);
  });

  test('needs a session of the last day when no password is given', async () => {
    const { id, email, cookie } = await longSignedIn();
    const refused = await account('/delete-user', {}, { cookie });
    expect(refused).toMatchObject({ status: 400, body: { code: 'SESSION_EXPIRED' } });
    expect(await lettersTo(email)).toEqual([]);
    expect(await exists(id)).toBe(true);
  });

  test('requires a signed-in user and never redirects to another site', async () => {
    const { cookie } = await someone();
    expect((await account('/delete-user', { password })).status).toBe(401);
    const away = await account(
      `/delete-user/callback?token=x&callbackURL=https%3A%2F%2Fevil.test`,
      undefined,
      { cookie },
    );
    expect(away).toMatchObject({ status: 403, body: { message: 'Invalid callbackURL' } });
    expect(server().config.production).toBe(false);
  });
});
