import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type AccountAnswer, account } from '#tests/support/account.ts';
import { type Person, password } from '#tests/support/person.ts';
import { aPerson, server, theAdmin, useServer } from '#tests/support/world.ts';

useServer();

type House = { anna: Person; ben: Person; social: Person; admin: Person; cookie: string };
type Send = (house: House) => Promise<AccountAnswer>;

let house: House;

beforeAll(async () => {
  const [anna, ben, social, admin] = await Promise.all([
    aPerson('Anna'),
    aPerson('Ben'),
    aPerson('Gita'),
    theAdmin(),
  ]);
  // Gita came by a provider: she has no password.
  await db.account.updateMany({
    where: { userId: social.id },
    data: { providerId: 'google', accountId: 'g-1', password: null },
  });
  house = { anna, ben, social, admin, cookie: anna.cookie ?? '' };
});

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const user = {
  id: expect.any(String),
  email: expect.any(String),
  name: expect.any(String),
  image: null,
  emailVerified: expect.any(Boolean),
  createdAt: date,
  updatedAt: date,
};

const post =
  (path: string, body: object | ((house: House) => object) = {}): Send =>
  (given) =>
    account(path, typeof body === 'function' ? body(given) : body, { cookie: given.cookie });
const get =
  (path: string): Send =>
  ({ cookie }) =>
    account(path, undefined, { cookie });
/** The same by somebody who is not signed in. */
const unsigned =
  (send: Send): Send =>
  (given) =>
    send({ ...given, cookie: '' });

describe('Every account path answers as documented', () => {
  test.each<[line: string, send: Send, status: number, body: unknown]>([
    ['GET /ok', get('/ok'), 200, { ok: true }],
    [
      'POST /sign-in/email: redirect, token, url, user',
      post('/sign-in/email', ({ anna }) => ({ email: anna.email, password, callbackURL: '/dashboard/' })),
      200,
      { redirect: true, token: expect.stringMatching(/^.{32}$/), url: '/dashboard/', user },
    ],
    [
      'POST /sign-in/email without callbackURL: no redirect',
      post('/sign-in/email', ({ anna }) => ({ email: anna.email, password })),
      200,
      { redirect: false, token: expect.any(String), user },
    ],
    [
      'GET /get-session: session with token, userId, createdAt; user',
      get('/get-session'),
      200,
      { session: { token: expect.any(String), userId: expect.any(String), createdAt: date }, user },
    ],
    ['GET /get-session signed out', unsigned(get('/get-session')), 200, null],
    [
      'POST /send-verification-email, signed out: the same for everybody',
      unsigned(post('/send-verification-email', { email: 'nobody@evertold.test' })),
      200,
      { status: true },
    ],
    [
      'POST /send-verification-email: only to an unverified address',
      post('/send-verification-email', ({ anna }) => ({ email: anna.email })),
      400,
      { code: 'EMAIL_ALREADY_VERIFIED', message: 'Email is already verified' },
    ],
    [
      'POST /send-verification-email: only to one’s own address',
      post('/send-verification-email', ({ ben }) => ({ email: ben.email })),
      400,
      { code: 'EMAIL_MISMATCH', message: 'Email mismatch' },
    ],
    [
      'POST /request-password-reset',
      post('/request-password-reset', { email: 'nobody@evertold.test' }),
      200,
      { status: true, message: expect.stringContaining('If this email exists') },
    ],
    [
      'POST /forget-password',
      post('/forget-password', { email: 'nobody@evertold.test' }),
      200,
      { status: true, message: expect.stringContaining('If this email exists') },
    ],
    ['POST /forget-password without an address', post('/forget-password'), 400, { code: 'VALIDATION_ERROR' }],
    [
      'POST /reset-password without a token',
      post('/reset-password', { newPassword: password }),
      400,
      { code: 'INVALID_TOKEN', message: 'Invalid token' },
    ],
    [
      'POST /change-password: token and user (token null where other sessions are to stay)',
      post('/change-password', {
        ...{ newPassword: password, currentPassword: password },
        revokeOtherSessions: false,
      }),
      200,
      { token: null, user },
    ],
    [
      'POST /change-password with a wrong one',
      post('/change-password', { newPassword: password, currentPassword: 'not the password' }),
      400,
      { code: 'INVALID_PASSWORD', message: 'Invalid password' },
    ],
    [
      'POST /change-password without having one',
      ({ social }) =>
        account(
          '/change-password',
          { newPassword: password, currentPassword: password },
          { cookie: social.cookie ?? '' },
        ),
      400,
      { code: 'CREDENTIAL_ACCOUNT_NOT_FOUND', message: 'Credential account not found' },
    ],
    [
      'POST /set-password is for the server alone',
      post('/set-password', { newPassword: password }),
      404,
      { code: 'NOT_FOUND' },
    ],
    [
      'POST /delete-user with a wrong password',
      post('/delete-user', { password: 'not the password' }),
      400,
      { code: 'INVALID_PASSWORD', message: 'Invalid password' },
    ],
    [
      'GET /delete-user/callback with a token that is none',
      get('/delete-user/callback?token=none'),
      404,
      { code: 'INVALID_TOKEN', message: 'Invalid token' },
    ],
    [
      'POST /change-email to the same',
      post('/change-email', ({ anna }) => ({ newEmail: anna.email })),
      400,
      { message: 'Email is the same' },
    ],
    [
      'POST /change-email to a taken one: the answer of a free one (safer than “Couldn’t update your email”)',
      post('/change-email', ({ ben }) => ({ newEmail: ben.email })),
      200,
      { status: true },
    ],
    [
      'POST /link-social by a provider that is not on',
      post('/link-social', { provider: 'google' }),
      404,
      { code: 'PROVIDER_NOT_FOUND' },
    ],
    [
      'POST /sign-in/social by a provider that is not on',
      post('/sign-in/social', { provider: 'google' }),
      404,
      { code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' },
    ],
    [
      'POST /unlink-account, the last',
      post('/unlink-account', { providerId: 'credential' }),
      400,
      { code: 'FAILED_TO_UNLINK_LAST_ACCOUNT' },
    ],
    [
      'POST /get-access-token of none',
      post('/get-access-token', { providerId: 'google' }),
      400,
      { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
    ],
    [
      'POST /refresh-token of none',
      post('/refresh-token', { providerId: 'google', accountId: 'g-1' }),
      400,
      { code: 'ACCOUNT_NOT_FOUND' },
    ],
    [
      'POST /account-info of none',
      post('/account-info', { accountId: 'g-1' }),
      400,
      { code: 'ACCOUNT_NOT_FOUND' },
    ],
    [
      'GET /admin/list-users by anybody',
      get('/admin/list-users'),
      403,
      { code: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS' },
    ],
    [
      'GET /admin/list-users by an admin',
      ({ admin }) => account('/admin/list-users?limit=1', undefined, { cookie: admin.cookie ?? '' }),
      200,
      { users: [user], total: expect.any(Number) },
    ],
    [
      'POST /admin/stop-impersonating by who does not',
      post('/admin/stop-impersonating'),
      400,
      { code: 'BAD_REQUEST', message: expect.any(String) },
    ],
    ['a path that there is not', get('/nowhere'), 404, { code: 'NOT_FOUND', message: 'Not Found' }],
  ])('%s', async (_line, send, status, body) => {
    const answer = await send(house);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (body === null) expect(answer.body).toBeNull();
    else expect(answer.body).toMatchObject(body as object);
  });

  test.each([
    ['POST', '/change-password', { newPassword: password, currentPassword: password }],
    ['POST', '/delete-user', {}],
    ['POST', '/change-email', { newEmail: 'someone.else@evertold.test' }],
    ['GET', '/list-accounts'],
    ['POST', '/link-social', { provider: 'google' }],
    ['POST', '/account-info', { accountId: 'x' }],
    ['POST', '/unlink-account', { providerId: 'google' }],
    ['POST', '/get-access-token', { providerId: 'google', userId: 'x' }],
    ['POST', '/refresh-token', { providerId: 'google', userId: 'x' }],
    ['GET', '/admin/list-users'],
  ])('%s %s is for whoever is signed in', async (_method, path, body?: object) => {
    const refused = await account(path, body);
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: expect.any(String) },
    });
  });

  test('POST /sign-out: success, and the session is over', async () => {
    const { cookie } = await account('/sign-in/email', { email: house.ben.email, password });
    const out = await account('/sign-out', {}, { cookie });
    expect(out).toMatchObject({ status: 200, body: { success: true } });
    expect((await account('/get-session', undefined, { cookie })).body).toBeNull();
  });

  test('POST /change-password with revokeOtherSessions: a new token, and no other session', async () => {
    const { cookie: other, email } = await aPerson();
    const { cookie } = await account('/sign-in/email', { email, password });
    const given = {
      newPassword: 'a new long password',
      currentPassword: password,
      revokeOtherSessions: true,
    };
    const changed = await account('/change-password', given, { cookie });
    expect(changed).toMatchObject({ status: 200, body: { token: expect.any(String), user: { email } } });
    for (const old of [other ?? '', cookie])
      expect((await account('/get-session', undefined, { cookie: old })).body).toBeNull();
    expect((await account('/get-session', undefined, { cookie: changed.cookie })).body.user).toMatchObject({
      email,
    });
  });

  test('GET /error: a page with the error value and no other input', async () => {
    const { url } = server();
    const page = await fetch(`${url}/api/auth/error?error=invalid_code&error_description=<b>Call+us</b>`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(html).toContain('<code>invalid_code</code>');
    expect(html).toContain('url=/sign-in?error=invalid_code');
    expect(html).not.toContain('Call');
    const hostile = await fetch(
      `${url}/api/auth/error?error=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    expect(await hostile.text()).toContain('<code>unknown</code>');
  });
});
