import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { socialProviderNames } from '#api/social-providers.ts';
import { account, anAddress, open, verify } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { server } from '#tests/support/server.ts';
import {
  begin,
  consent,
  errorOf,
  known,
  leadsTo,
  ledToTheProvider,
  provider,
  roundTrip,
  session,
  useProviders,
} from '#tests/support/social.ts';

useProviders();

describe('The providers', () => {
  test('are thirty, each enabled by its id and secret, and the pages list the enabled ones', async () => {
    const { status, body, headers } = await account('/providers');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    const listed = JSON.parse(body);
    expect(listed).toHaveLength(29);
    expect(listed).toContainEqual({ id: 'gitlab', name: 'GitLab' });
    expect(body).not.toContain('secret');
  });

  test.each(Object.keys(socialProviderNames).filter((id) => id !== 'linear'))(
    '%s gets our client id, a state of 32 characters and the callback address',
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

  test.each(['linear', 'nobody'])('that are not enabled can’t be used: %s', async (id) => {
    const refused = await account('/sign-in/social', { provider: id });
    expect(refused).toMatchObject({
      status: 404,
      body: { code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' },
    });
  });
});

describe('Signing in by a provider', () => {
  test('creates an account, with a challenge, a state of 10 minutes and encrypted tokens', async () => {
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
    expect(JSON.stringify(row)).not.toMatch(/eyJ[\w-]+\.eyJ/);
    expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).confirmedEmail).toBeNull();

    const again = await roundTrip({ newUserCallbackURL: '/welcome' });
    expect(leadsTo(again)).toBe('/onboarding/');
    expect((await session(again.cookie)).user.id).toBe(user.id);
  });

  test('can begin without a redirect, and can return by POST', async () => {
    const profile = known();
    const { answer, url, cookie } = await begin({ disableRedirect: true });
    expect([answer.body.redirect, answer.headers.get('location')]).toEqual([false, null]);
    const back = new URL(await consent(url));
    const posted = await fetch(`${server().url}${back.pathname}`, {
      method: 'POST',
      redirect: 'manual',
      // As a form of the provider's own page, which brings no cookie along.
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: provider.url,
        'sec-fetch-site': 'cross-site',
      },
      body: back.search.slice(1),
    });
    expect(posted.status).toBe(302);
    const got = await open(new URL(posted.headers.get('location') ?? '', server().url).href, cookie);
    expect((await session(got.cookie)).user).toMatchObject({ email: profile.email });
  });

  test('accepts from the provider only names and pictures that a user could have entered', async () => {
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

  test('with an unverified address creates an account that the mailed link opens', async () => {
    const profile = known({ email_verified: false });
    const refused = await roundTrip({ errorCallbackURL: '/sign-in' });
    expect(leadsTo(refused)).toBe('/sign-in?error=email_not_verified');
    expect(refused.cookie).not.toContain('session_token');
    await letterTo(profile.email);
    await verify(profile.email);
    const back = await roundTrip();
    expect((await session(back.cookie)).user).toMatchObject({ email: profile.email, emailVerified: true });
  });

  test('never redirects to another site afterwards', async () => {
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

describe('The callback reports the error', () => {
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

  test('please_restart_the_process for a state that was used, is too old, or belongs to another browser', async () => {
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

  test('internal_server_error when the stored state can’t be read', async () => {
    const { url, cookie } = await begin();
    const [state] = await db.verification.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    await db.verification.update({ where: { id: state?.id ?? '' }, data: { value: '{}' } });
    expect(errorOf(await open(await consent(url), cookie))).toBe('internal_server_error');
  });

  test('an invalid request is refused before all other checks (it used to be invalid_callback_request)', async () => {
    const refused = await account('/callback/gitlab?code=a&code=b&state=c');
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
});

describe('An id token', () => {
  const sending = async (claims: object, more: object = {}) =>
    account('/sign-in/social', {
      provider: 'microsoft',
      idToken: { token: await provider.idToken({ oid: `oid-${anAddress()}`, ...claims }) },
      ...more,
    });

  test('from the provider signs the user in without a redirect', async () => {
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

  test.each([
    ['apple', 'https://appleid.apple.com', 'https://appleid.apple.com/auth/keys'],
    [
      'cognito',
      'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_pool',
      'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_pool/.well-known/jwks.json',
    ],
  ])('from %s is accepted for one hour', async (id, iss, keys) => {
    const asked = ledToTheProvider(Buffer.alloc(0));
    const now = Math.floor(Date.now() / 1000);
    const aged = async (minutes: number) => {
      const claims = { iss, aud: `id of ${id}`, sub: anAddress(), email: anAddress(), email_verified: true };
      const times = { iat: now - minutes * 60, exp: now + 3600 };
      const token = await provider.idToken({ ...claims, name: 'Anna', ...times });
      return account('/sign-in/social', { provider: id, idToken: { token } });
    };
    expect(await aged(55)).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    expect(await aged(61)).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } });
    expect(new Set(asked)).toEqual(new Set([keys]));
  });

  test('from Microsoft with an access token also brings the picture, 48 by 48 pixels', async () => {
    const asked = ledToTheProvider(Buffer.from('a picture'));
    const claims = { oid: `oid-${anAddress()}`, email: anAddress(), email_verified: true, name: 'Anna' };
    const idToken = { token: await provider.idToken(claims), accessToken: 'access' };
    const done = await account('/sign-in/social', { provider: 'microsoft', idToken });
    expect(asked.map(decodeURIComponent)).toEqual([
      'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
    ]);
    const picture = Buffer.from('a picture').toString('base64');
    expect(done).toMatchObject({
      status: 200,
      body: { user: { image: `data:image/jpeg;base64, ${picture}` } },
    });
  });

  test('that is invalid is refused, and so is any for a provider without id tokens', async () => {
    const garbage = await account('/sign-in/social', { provider: 'microsoft', idToken: { token: 'a.b.c' } });
    expect(garbage).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN', message: 'Invalid token' } });
    const none = await account('/sign-in/social', { provider: 'gitlab', idToken: { token: 'a.b.c' } });
    expect(none).toMatchObject({
      status: 404,
      body: { code: 'ID_TOKEN_NOT_SUPPORTED', message: 'id_token not supported' },
    });
  });
});
