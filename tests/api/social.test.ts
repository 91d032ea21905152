import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { socialProviderNames } from '#api/social-providers.ts';
import { type AccountAnswer, account, anAddress, open, signUp, verify } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPerson } from '#tests/support/person.ts';
import { type Provider, startProvider } from '#tests/support/provider.ts';
import { server, speakTo, startTestServer } from '#tests/support/server.ts';

const dummies = Object.fromEntries(
  Object.keys(socialProviderNames).flatMap((id) => [
    [`${id.toUpperCase()}_CLIENT_ID`, `id of ${id}`],
    [`${id.toUpperCase()}_CLIENT_SECRET`, `secret of ${id}`],
  ]),
);
const pool = {
  COGNITO_DOMAIN: 'family.auth.eu-central-1.amazoncognito.com',
  COGNITO_REGION: 'eu-central-1',
  COGNITO_USER_POOL_ID: 'eu-central-1_pool',
};

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider();
  speakTo(
    await startTestServer({
      ...dummies,
      ...pool,
      LINEAR_CLIENT_ID: '',
      LINEAR_CLIENT_SECRET: '',
      ...provider.env,
    }),
  );
});
afterAll(async () => {
  await server().stop();
  speakTo(null);
  await provider.stop();
});

let ids = 1000;

/** Somebody whom the provider knows; by default with an address that it has verified. */
function known(more: Record<string, unknown> = {}) {
  const profile = { id: ++ids, name: 'Anna Rourke', email: anAddress(), email_verified: true, ...more };
  provider.says(profile);
  return profile;
}

type Begun = { answer: AccountAnswer; url: URL; cookie: string };

async function begin(body: object = {}, { path = '/sign-in/social', cookie = '' } = {}): Promise<Begun> {
  const answer = await account(
    path,
    { provider: 'gitlab', callbackURL: '/onboarding/', ...body },
    { cookie },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { answer, url: new URL(answer.body.url), cookie: answer.cookie };
}

/** Says yes at the provider: gives the address to which it leads back. */
async function consent(url: URL): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** The whole way there and back, in one browser. */
async function roundTrip(
  body: object = {},
  options?: { path?: string; cookie?: string },
): Promise<AccountAnswer> {
  const { url, cookie } = await begin(body, options);
  return open(await consent(url), cookie);
}

const leadsTo = (answer: AccountAnswer) => answer.headers.get('location') ?? '';
const errorOf = (answer: AccountAnswer) => new URL(leadsTo(answer), server().url).searchParams.get('error');
const session = async (cookie: string) => (await account('/get-session', undefined, { cookie })).body;

describe('The providers', () => {
  test('are the thirty, each on once it has its id and secret; the pages are told which', async () => {
    const { status, body, headers } = await account('/providers');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    const listed = JSON.parse(body);
    expect(listed).toHaveLength(29);
    expect(listed).toContainEqual({ id: 'gitlab', name: 'GitLab' });
    expect(body).not.toContain('secret');
  });

  test.each(Object.keys(socialProviderNames).filter((id) => id !== 'linear'))(
    '%s is begun with our id, a state of 32 characters, and the way back',
    async (id) => {
      const { url } = await begin({ provider: id });
      const asked = url.searchParams;
      expect(asked.get('state')).toMatch(/^[\w-]{32}$/);
      expect(asked.get('redirect_uri')).toBe(`${server().config.publicUrl}/api/auth/callback/${id}`);
      expect(asked.get('client_id') ?? asked.get('client_key')).toContain(
        `of${id === 'gitlab' || id === 'microsoft' ? '-' : ' '}${id}`,
      );
      expect(url.href).not.toContain('secret');
    },
  );

  test.each(['linear', 'nobody'])('that are not on can not be used: %s', async (id) => {
    const refused = await account('/sign-in/social', { provider: id });
    expect(refused).toMatchObject({
      status: 404,
      body: { code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' },
    });
  });
});

describe('Signing in by a provider', () => {
  test('makes an account, with a challenge, a state of 10 minutes and tokens that nobody can read', async () => {
    const profile = known();
    const { answer, url, cookie } = await begin({ newUserCallbackURL: '/welcome', scopes: ['read_api'] });
    expect(answer.body).toEqual({ url: url.href, redirect: true });
    expect(answer.headers.get('location')).toBe(url.href);
    expect(answer.headers.getSetCookie().join()).toMatch(/\.state=[^;]+; Max-Age=600;.*HttpOnly/);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('scope')).toBe('read_user read_api');
    const [state] = await db.verification.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    expect(state?.identifier).not.toContain(url.searchParams.get('state'));
    expect(Math.abs((state?.expiresAt.getTime() ?? 0) - Date.now() - 600_000)).toBeLessThan(30_000);

    const back = await open(await consent(url), cookie);
    expect(leadsTo(back)).toBe('/welcome');
    const verifier = `${provider.asked.at(-1)?.code_verifier}`;
    expect(verifier).toHaveLength(128);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      url.searchParams.get('code_challenge'),
    );

    const { user } = await session(back.cookie);
    expect(user).toMatchObject({
      name: 'Anna Rourke',
      email: profile.email,
      emailVerified: true,
      role: 'user',
    });
    const [row] = await db.account.findMany({ where: { userId: user.id } });
    expect(row).toMatchObject({ providerId: 'gitlab', accountId: `${profile.id}`, password: null });
    expect(row?.accessToken).not.toMatch(/^ey/);
    expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).confirmedEmail).toBeNull();

    const again = await roundTrip({ newUserCallbackURL: '/welcome' });
    expect(leadsTo(again)).toBe('/onboarding/');
    expect((await session(again.cookie)).user.id).toBe(user.id);
  });

  test('can be begun without being led there, and come back by POST', async () => {
    const profile = known();
    const { answer, url, cookie } = await begin({ disableRedirect: true });
    expect([answer.body.redirect, answer.headers.get('location')]).toEqual([false, null]);
    const back = new URL(await consent(url));
    const posted = await fetch(`${server().url}${back.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: back.search.slice(1),
    });
    expect(posted.status).toBe(302);
    const got = await open(new URL(posted.headers.get('location') ?? '', server().url).href, cookie);
    expect((await session(got.cookie)).user).toMatchObject({ email: profile.email });
  });

  test('takes from the provider only such names and pictures as one could have entered', async () => {
    const profile = known({ name: 'An\u0000na\u202e\n', avatar_url: 'javascript:alert(1)' });
    await roundTrip();
    expect(await db.user.findUniqueOrThrow({ where: { email: profile.email } })).toMatchObject({
      name: 'An na',
      image: null,
    });
    const nameless = known({ name: ' ', email: `nameless.${anAddress()}` });
    await roundTrip();
    expect((await db.user.findUniqueOrThrow({ where: { email: nameless.email } })).name).toMatch(/^nameless/);
  });

  test('with an address that nobody has verified makes an account that the mailed link opens', async () => {
    const profile = known({ email_verified: false });
    const refused = await roundTrip({ errorCallbackURL: '/sign-in' });
    expect(leadsTo(refused)).toBe('/sign-in?error=email_not_verified');
    expect(refused.cookie).not.toContain('session_token');
    await letterTo(profile.email);
    await verify(profile.email);
    const back = await roundTrip();
    expect((await session(back.cookie)).user).toMatchObject({ email: profile.email, emailVerified: true });
  });

  test('never leads elsewhere afterwards', async () => {
    for (const [field, message] of [
      ['callbackURL', 'Invalid callbackURL'],
      ['errorCallbackURL', 'Invalid errorCallbackURL'],
      ['newUserCallbackURL', 'Invalid newUserCallbackURL'],
    ] as const) {
      for (const place of [
        'https://evil.test/',
        '//evil.test',
        '/\\evil.test',
        `${server().config.publicUrl}.evil.test`,
      ]) {
        const refused = await account('/sign-in/social', { provider: 'gitlab', [field]: place });
        expect(refused, `${field} ${place}`).toMatchObject({ status: 403, body: { message } });
      }
    }
  });
});

describe('A provider’s account and one that exists', () => {
  test('are linked when both have verified the address', async () => {
    const person = await aPerson();
    known({ email: person.email });
    const back = await roundTrip();
    expect((await session(back.cookie)).user.id).toBe(person.id);
    const rows = await account('/list-accounts', undefined, { cookie: back.cookie });
    const listed = JSON.parse(rows.body);
    expect(listed.map((row: { providerId: string }) => row.providerId).sort()).toEqual([
      'credential',
      'gitlab',
    ]);
    expect(Object.keys(listed[1])).toEqual(
      expect.arrayContaining(['id', 'providerId', 'createdAt', 'updatedAt', 'accountId', 'scopes']),
    );
    expect(rows.body).not.toMatch(/password|[tT]oken/);
  });

  test.each([
    ['the provider has not verified it', { email_verified: false }, true],
    [
      'Evertold has not (safer than before: nobody waits in an account made with somebody else’s address)',
      {},
      false,
    ],
  ])('are not linked when %s', async (_why, more, verified) => {
    const email = anAddress();
    await signUp(email);
    await db.user.update({ where: { email }, data: { emailVerified: verified } });
    known({ email, ...more });
    expect(errorOf(await roundTrip())).toBe('account_not_linked');
    expect(await db.account.count({ where: { user: { email }, providerId: 'gitlab' } })).toBe(0);
  });

  test('are linked at one’s own wish, and unlinked, but for the last', async () => {
    const { id, email, cookie: own } = await aPerson();
    const cookie = own ?? '';
    const profile = known({ email });
    const back = await roundTrip({ callbackURL: '/settings/' }, { path: '/link-social', cookie });
    expect(leadsTo(back)).toBe('/settings/');
    expect(await db.account.count({ where: { userId: id } })).toBe(2);

    const unknown = await account('/unlink-account', { providerId: 'google' }, { cookie });
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' },
    });
    const gone = await account(
      '/unlink-account',
      { providerId: 'gitlab', accountId: `${profile.id}` },
      { cookie },
    );
    expect(gone).toMatchObject({ status: 200, body: { status: true } });
    const last = await account('/unlink-account', { providerId: 'credential' }, { cookie });
    expect(last).toMatchObject({
      status: 400,
      body: { code: 'FAILED_TO_UNLINK_LAST_ACCOUNT', message: "You can't unlink your last account" },
    });

    await db.session.updateMany({
      where: { userId: id },
      data: { createdAt: new Date(Date.now() - 90_000_000) },
    });
    const stale = await account('/unlink-account', { providerId: 'gitlab' }, { cookie });
    expect(stale).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    expect((await account('/unlink-account', { providerId: 'gitlab' })).status).toBe(401);
    expect((await account('/link-social', { provider: 'gitlab' })).status).toBe(401);
  });

  test.each([
    ['another address', {}, 'email_does_not_match'],
    [
      'an address that the provider has not verified',
      { own: true, email_verified: false },
      'unable_to_link_account',
    ],
  ])(
    'are not linked by wish with %s',
    async (_what, { own = false, ...more }: { own?: boolean; email_verified?: boolean }, error) => {
      const { email, cookie } = await aPerson();
      known({ ...more, ...(own && { email }) });
      const back = await roundTrip(
        { errorCallbackURL: '/settings/' },
        { path: '/link-social', cookie: cookie ?? '' },
      );
      expect(leadsTo(back)).toMatch(new RegExp(`^/settings/\\?error=${error}`));
    },
  );

  test('are not linked when it is somebody else’s, or whoever began it has signed out', async () => {
    const [anna, ben] = [await aPerson(), await aPerson('Ben')];
    const profile = known({ email: anna.email });
    await roundTrip();
    provider.says({ ...profile, email: ben.email });
    const taken = await roundTrip({}, { path: '/link-social', cookie: ben.cookie ?? '' });
    expect(errorOf(taken)).toBe('account_already_linked_to_different_user');

    known({ email: ben.email });
    const { url, cookie } = await begin({}, { path: '/link-social', cookie: ben.cookie ?? '' });
    await account('/sign-out', {}, { cookie: ben.cookie ?? '' });
    expect(errorOf(await open(await consent(url), cookie))).toBe('unable_to_link_account');
    expect(await db.account.count({ where: { userId: ben.id } })).toBe(1);
  });
});

describe('The way back says what went wrong', () => {
  test.each([
    ['state_not_found', '?code=x', {}],
    ['please_restart_the_process', '?code=x&state=unknown', {}],
    ['no_code', '?state=STATE', {}],
    ['access_denied', '?state=STATE&error=access_denied&error_description=No', {}],
    ['oauth_provider_not_found', '?code=x&state=STATE', { at: 'nobody' }],
    ['invalid_code', '?code=wrong&state=STATE', {}],
    ['unable_to_get_user_info', '?code=CODE&state=STATE', { state: 'blocked' }],
    ['email_not_found', '?code=CODE&state=STATE', { email: '' }],
  ])('%s', async (error, search, { at = 'gitlab', ...more }: Record<string, string>) => {
    known(more);
    const { url, cookie } = await begin({ errorCallbackURL: '/sign-in?redirect=%2Fx' });
    const back = new URL(await consent(url)).searchParams;
    const asked = search.replace('STATE', back.get('state') ?? '').replace('CODE', back.get('code') ?? '');
    const answer = await account(`/callback/${at}${asked}`, undefined, { cookie });
    expect(answer.status).toBe(302);
    expect(errorOf(answer)).toBe(error);
    const page = asked.includes(back.get('state') ?? '') ? '/sign-in' : '/api/auth/error';
    expect(new URL(leadsTo(answer), server().url).pathname).toBe(page);
    expect(answer.cookie).not.toContain('session_token');
  });

  test('please_restart_the_process: a state that was used, is too old, or is another browser’s', async () => {
    known();
    const begun = await begin();
    const back = await consent(begun.url);
    const others = await open(back, '');
    expect(errorOf(others)).toBe('please_restart_the_process');
    expect(leadsTo(await open(back, begun.cookie))).toBe('/onboarding/');
    expect(errorOf(await open(back, begun.cookie))).toBe('please_restart_the_process');

    const late = await begin();
    const [state] = await db.verification.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    const value = JSON.parse(state?.value ?? '{}');
    await db.verification.update({
      where: { id: state?.id ?? '' },
      data: { value: JSON.stringify({ ...value, expiresAt: Date.now() - 1 }) },
    });
    expect(errorOf(await open(await consent(late.url), late.cookie))).toBe('please_restart_the_process');
  });

  test('internal_server_error: what was kept of it can not be read', async () => {
    const { url, cookie } = await begin();
    const [state] = await db.verification.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    await db.verification.update({ where: { id: state?.id ?? '' }, data: { value: '{}' } });
    expect(errorOf(await open(await consent(url), cookie))).toBe('internal_server_error');
  });

  test('a request that is none is refused before all that (where it was once invalid_callback_request)', async () => {
    const refused = await account('/callback/gitlab?code=a&code=b&state=c');
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
});

describe('The tokens of a provider', () => {
  test('are given to their holder, renewed when they end within 5 seconds, and on request', async () => {
    const profile = known();
    const { cookie } = await roundTrip();
    const ask = (path: string, body: object) => account(path, body, { cookie });
    const first = await ask('/get-access-token', { providerId: 'gitlab' });
    expect(first).toMatchObject({
      status: 200,
      body: { accessToken: expect.stringMatching(/^ey/), scopes: expect.any(Array) },
    });
    const where = { providerId_accountId: { providerId: 'gitlab', accountId: `${profile.id}` } };
    const renewals = () => provider.asked.filter(({ grant_type }) => grant_type === 'refresh_token').length;

    const before = renewals();
    await db.account.update({ where, data: { accessTokenExpiresAt: new Date(Date.now() + 60_000) } });
    await ask('/get-access-token', { providerId: 'gitlab', accountId: `${profile.id}` });
    expect(renewals()).toBe(before);
    await db.account.update({ where, data: { accessTokenExpiresAt: new Date(Date.now() + 4_000) } });
    const renewed = await ask('/get-access-token', { providerId: 'gitlab' });
    expect(renewals()).toBe(before + 1);
    expect(Date.parse(renewed.body.accessTokenExpiresAt)).toBeGreaterThan(Date.now() + 60_000);

    const asked = await ask('/refresh-token', { providerId: 'gitlab' });
    expect(asked).toMatchObject({
      status: 200,
      body: { providerId: 'gitlab', accessToken: expect.any(String) },
    });
    expect(renewals()).toBe(before + 2);

    const info = await ask('/account-info', { accountId: `${profile.id}` });
    expect(info).toMatchObject({
      status: 200,
      body: { user: { email: profile.email }, account: { providerId: 'gitlab', accountId: `${profile.id}` } },
    });
  });

  test('are nobody else’s', async () => {
    const profile = known();
    await roundTrip();
    const { user } = await session((await roundTrip()).cookie);
    const { cookie } = await aPerson();
    for (const path of ['/get-access-token', '/refresh-token', '/account-info']) {
      const body = { providerId: 'gitlab', accountId: `${profile.id}`, userId: user.id };
      const theirs = await account(path, body, { cookie: cookie ?? '' });
      expect(theirs, path).toMatchObject({ status: 400, body: { code: 'ACCOUNT_NOT_FOUND' } });
      expect(await account(path, body), path).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    }
  });
});

describe('An id token', () => {
  const sending = async (claims: object, more: object = {}) =>
    account('/sign-in/social', {
      provider: 'microsoft',
      idToken: { token: await provider.idToken({ oid: `oid-${++ids}`, ...claims }) },
      ...more,
    });

  test('of the provider signs in, with no way there and back', async () => {
    const email = anAddress();
    const done = await sending({ name: 'Anna', email, email_verified: true });
    expect(done).toMatchObject({
      status: 200,
      body: { redirect: false, token: expect.any(String), user: { email } },
    });
    expect((await session(done.cookie)).user).toMatchObject({ email, emailVerified: true });
  });

  test.each([
    ['for somebody else', { aud: 'other' }, 401, 'INVALID_TOKEN'],
    ['of another tenant', { tid: 'elsewhere' }, 401, 'INVALID_TOKEN'],
    ['of more than an hour ago', { iat: Math.floor(Date.now() / 1000) - 3700 }, 401, 'INVALID_TOKEN'],
    ['without an account', { oid: '' }, 401, 'FAILED_TO_GET_USER_INFO'],
    ['without an address', { email: undefined }, 401, 'USER_EMAIL_NOT_FOUND'],
    ['with an address that nobody has verified', { email_verified: false }, 403, 'EMAIL_NOT_VERIFIED'],
  ])('%s is refused', async (_what, claims, status, code) => {
    const refused = await sending({ email: anAddress(), email_verified: true, ...claims });
    expect(refused).toMatchObject({ status, body: { code } });
    expect(refused.cookie).not.toContain('session_token');
  });

  test('that is none is refused, and so is any where the provider has none', async () => {
    const garbage = await account('/sign-in/social', { provider: 'microsoft', idToken: { token: 'a.b.c' } });
    expect(garbage).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN', message: 'Invalid token' } });
    const none = await account('/sign-in/social', { provider: 'gitlab', idToken: { token: 'a.b.c' } });
    expect(none).toMatchObject({
      status: 404,
      body: { code: 'ID_TOKEN_NOT_SUPPORTED', message: 'id_token not supported' },
    });
  });
});
