import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, open, signUp } from '#tests/support/account.ts';
import { aPerson } from '#tests/support/person.ts';
import {
  begin,
  consent,
  errorOf,
  known,
  leadsTo,
  provider,
  roundTrip,
  session,
  useProviders,
} from '#tests/support/social.ts';

useProviders();

describe('A provider’s account and an existing account', () => {
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
      'Evertold has not (safer than before: nobody waits in an account made with another person’s address)',
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

  test('are linked at the user’s request, and unlinked unless it is the last way to sign in', async () => {
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

  test('are linked with the requested login hint and scopes, and without a redirect', async () => {
    const { cookie } = await aPerson();
    const wish = { loginHint: 'a@evertold.test', requestSignUp: true, scopes: ['read_api'] };
    const asked = await begin(
      { ...wish, disableRedirect: true },
      { path: '/link-social', cookie: cookie ?? '' },
    );
    expect(asked.answer).toMatchObject({ status: 200, body: { redirect: false } });
    expect(asked.url.searchParams.get('scope')).toBe('read_user read_api');
    expect(asked.url.searchParams.get('login_hint')).toBe('a@evertold.test');
  });

  test('are never all unlinked, even by two concurrent requests', async () => {
    const { id, email, cookie: own } = await aPerson();
    const cookie = own ?? '';
    known({ email });
    await roundTrip({}, { path: '/link-social', cookie });
    const gone = await Promise.all(
      ['credential', 'gitlab'].map((providerId) => account('/unlink-account', { providerId }, { cookie })),
    );
    expect(gone.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(gone.find(({ status }) => status === 400)?.body.code).toBe('FAILED_TO_UNLINK_LAST_ACCOUNT');
    expect(await db.account.count({ where: { userId: id } })).toBe(1);
  });

  test.each([
    ['another address', {}, 'email_does_not_match'],
    [
      'an address that the provider has not verified',
      { own: true, email_verified: false },
      'unable_to_link_account',
    ],
  ])(
    'are not linked on request with %s',
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

  test('are linked by an id token only if it has the same address', async () => {
    const person = await aPerson();
    const { id, email, cookie } = person;
    const link = async (claims: object) => {
      const token = await provider.idToken({ oid: `oid-${id}`, email_verified: true, ...claims });
      return account('/link-social', { provider: 'microsoft', idToken: { token } }, { cookie: cookie ?? '' });
    };
    const other = await link({ email: anAddress() });
    expect(other).toMatchObject({ status: 401, body: { code: 'LINKING_DIFFERENT_EMAILS_NOT_ALLOWED' } });
    const unverified = await link({ email, email_verified: false });
    expect(unverified).toMatchObject({ status: 401, body: { code: 'LINKING_NOT_ALLOWED' } });
    expect(await db.account.count({ where: { userId: id } })).toBe(1);
    expect(await link({ email })).toMatchObject({ status: 200, body: { status: true, redirect: false } });
    const [row] = await db.account.findMany({ where: { userId: id, providerId: 'microsoft' } });
    expect(row?.idToken).toEqual(expect.any(String));
    // Sealed, and still read by those it is for.
    expect(JSON.stringify(row)).not.toMatch(/eyJ[\w-]+\.eyJ/);
    const { me } = await person.gql('{ me { signInWays { providerId email } } }');
    expect(me.signInWays).toContainEqual({ providerId: 'microsoft', email });
  });

  test('are not linked if it belongs to another user, or the user who began it has signed out', async () => {
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

describe('The tokens of a provider', () => {
  test('are given to their holder, and renewed on request or when they expire within 5 seconds', async () => {
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

  test('are refused to other users', async () => {
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
