import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { createEmailVerificationToken } from 'better-auth/api';
import { defaultRoles } from 'better-auth/plugins/admin/access';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, linkIn, open, signUp } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPerson, type Person, password } from '#tests/support/person.ts';
import { server, useServer } from '#tests/support/server.ts';

useServer();

let anna: Person;
let ben: Person;
/** She came by a provider, and has no password. */
let social: Person;

beforeAll(async () => {
  [anna, ben, social] = await Promise.all([aPerson('Anna'), aPerson('Ben'), aPerson('Gita')]);
  await db.account.updateMany({
    where: { userId: social.id },
    data: { providerId: 'google', accountId: 'g-1', password: null },
  });
});

describe('An invalid link of a letter names its error', () => {
  const token = (email: string, updateTo?: string, more: object = {}, life = 3600) =>
    createEmailVerificationToken(server().config.authSecret, email, updateTo, life, more);

  test.each<[string, () => Promise<string>]>([
    ['token_expired', () => token(anna.email, undefined, {}, -1)],
    ['invalid_token', async () => 'not-a-token'],
    ['user_not_found', () => token('nobody@evertold.test')],
    ['unauthorized', () => token(ben.email, anAddress(), { userId: ben.id })],
  ])('verify-email: %s', async (error, made) => {
    const link = `/verify-email?callbackURL=%2Fverify-email&token=${await made()}`;
    const answer = await account(link, undefined, { cookie: anna.cookie ?? '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/verify-email?error=${error}`]);
  });

  test('verify-email without a callbackURL answers in JSON', async () => {
    expect(await account('/verify-email?token=none')).toMatchObject({
      status: 401,
      body: { code: 'INVALID_TOKEN' },
    });
    const verified = await account(`/verify-email?token=${await token(anna.email)}`);
    expect(verified).toMatchObject({ status: 200, body: { status: true } });
  });

  test('reset-password: error=INVALID_TOKEN at the page, and no redirect without a page', async () => {
    const back = await account('/reset-password/none?callbackURL=%2Freset-password');
    expect(back.headers.get('location')).toMatch(/\/reset-password\?error=INVALID_TOKEN$/);
    expect((await account('/reset-password/none')).status).toBe(400);
  });
});

describe('The numbers', () => {
  test('a reset token has 24 characters and lives an hour', async () => {
    await account('/request-password-reset', { email: ben.email });
    const link = new URL(linkIn(await letterTo(ben.email), '/reset-password/'));
    expect(link.pathname.split('/').at(-1)).toMatch(/^[\w-]{24}$/);
    const [kept] = await db.verification.findMany({ where: { value: ben.id } });
    expect(Math.round(((kept?.expiresAt.getTime() ?? 0) - (kept?.createdAt.getTime() ?? 0)) / 60_000)).toBe(
      60,
    );
    expect(kept?.identifier).not.toContain(link.pathname.split('/').at(-1));
  });

  test('a verification token lives 3600 seconds', async () => {
    const email = anAddress();
    await signUp(email);
    const link = new URL(linkIn(await letterTo(email), '/verify-email'));
    const [, payload = ''] = (link.searchParams.get('token') ?? '').split('.');
    const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(exp - iat).toBe(3600);
  });

  test.each([
    ['is kept for 30 days unless told otherwise', {}, /session_token=[^;]+; Max-Age=2592000;/],
    ['ends with the browser when rememberMe is false', { rememberMe: false }, /session_token=[^;]+; Path=/],
  ])('a session %s, and no cookie keeps a copy of it', async (_what, more, cookie) => {
    const { headers } = await account('/sign-in/email', { email: ben.email, password, ...more });
    expect(headers.getSetCookie().join('\n')).toMatch(cookie);
    expect(headers.getSetCookie().join('\n')).not.toContain('session_data=');
  });

  test.each([
    ['a password of 7 characters', 'seven77', 'PASSWORD_TOO_SHORT', 'Password too short'],
    ['a password of 129', 'p'.repeat(129), 'PASSWORD_TOO_LONG', 'Password too long'],
  ])('%s is refused everywhere', async (_what, newPassword, code, message) => {
    const told = { status: 400, body: { code, message } };
    expect(await signUp(anAddress(), { password: newPassword })).toMatchObject(told);
    const given = { newPassword, currentPassword: password };
    expect(await account('/change-password', given, { cookie: anna.cookie ?? '' })).toMatchObject(told);
    expect(await account('/reset-password', { newPassword, token: 'none' })).toMatchObject(told);
  });
});

describe('The words', () => {
  test.each([
    ['FAILED_TO_CREATE_SESSION', 'Failed to create session'],
    ['FAILED_TO_GET_SESSION', 'Failed to get session'],
    ['CHANGE_EMAIL_DISABLED', 'Change email is disabled'],
    ['VERIFICATION_EMAIL_NOT_ENABLED', "Verification email isn't enabled"],
    ['PASSWORD_ALREADY_SET', 'User already has a password set'],
  ] as const)('%s, where nobody can be brought to it from outside: “%s”', (code, message) => {
    expect(BASE_ERROR_CODES[code].message).toBe(message);
  });

  test('of access control', () => {
    const { user: role } = defaultRoles;
    expect(role.authorize({ user: ['list'] }).error).toBe('unauthorized to access resource "user"');
    expect(role.authorize({ nothing: ['list'] } as never).error).toBe(
      'You are not allowed to access resource: nothing',
    );
    expect(role.authorize({} as never).error).toBe('Not authorized');
  });

  test('of a failed sign-in are the same for every reason', async () => {
    const said = {
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
    };
    for (const email of [anna.email, social.email, 'nobody@evertold.test'])
      expect(await account('/sign-in/email', { email, password: 'not the password' })).toMatchObject(said);
  });

  test('about an unverified address need its password', async () => {
    const email = anAddress();
    await signUp(email);
    expect(await account('/sign-in/email', { email, password })).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' },
    });
    const wrong = await account('/sign-in/email', { email, password: 'not the password' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
  });

  test('about a foreign origin apply to requests with cookies, and always to sign-in and sign-up (safer than before)', async () => {
    const from = { headers: { origin: 'https://evil.test' } };
    const email = anAddress();
    expect((await account('/request-password-reset', { email }, from)).status).toBe(200);
    for (const path of ['/sign-in/email', '/sign-up/email']) {
      const refused = await account(path, { name: 'Anna', email, password }, from);
      expect(refused, path).toMatchObject({ status: 403, body: { message: 'Invalid origin' } });
    }
    const withCookie = { ...from, cookie: anna.cookie ?? '' };
    expect((await account('/request-password-reset', { email }, withCookie)).status).toBe(403);
  });

  test('about redirect targets name their error, whatever their form', async () => {
    for (const place of [
      'https://evil.test/',
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '/%2F/evil.test',
    ]) {
      const refused = await Promise.all([
        account('/sign-in/email', { email: 'a@evertold.test', password, callbackURL: place }),
        account('/request-password-reset', { email: 'a@evertold.test', redirectTo: place }),
        account('/sign-in/social', { provider: 'google', errorCallbackURL: place }),
        account('/sign-in/social', { provider: 'google', newUserCallbackURL: place }),
        account('/delete-user', { callbackURL: place }, { cookie: anna.cookie ?? '' }),
        account('/send-verification-email', { email: 'a@evertold.test', callbackURL: place }),
        account('/link-social', { provider: 'google', callbackURL: place }, { cookie: anna.cookie ?? '' }),
      ]);
      expect(
        refused.map(({ status }) => status),
        place,
      ).toEqual(Array(7).fill(403));
      expect(
        refused.map(({ body }) => body.message),
        place,
      ).toEqual([
        'Invalid callbackURL',
        'Invalid redirectURL',
        'Invalid errorCallbackURL',
        'Invalid newUserCallbackURL',
        ...Array(3).fill('Invalid callbackURL'),
      ]);
    }
  });
});

test('A reset link without a requested page leads to the default page', async () => {
  const { email } = await aPerson();
  await account('/request-password-reset', { email });
  const opened = await open(linkIn(await letterTo(email), '/reset-password/'));
  expect(opened.headers.get('location')).toMatch(/\/reset-password\?token=[\w-]{24}$/);
});
