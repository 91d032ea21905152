import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, linkIn, open, signUp, verify, viewerOf } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { password } from '#tests/support/person.ts';
import { begin, consent, known, session, useProviders } from '#tests/support/social.ts';
import { workDone } from '#tests/support/told.ts';
import { aPerson, server } from '#tests/support/world.ts';

useProviders();

const tokenOf = (cookie: string) => /session_token=([^;]+)/.exec(cookie)?.[1] ?? '';
const atOnce = <T>(times: number, what: () => Promise<T>) => Promise.all(Array.from({ length: times }, what));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe('A session', () => {
  test('is always new after sign-in, never one that the request brought along', async () => {
    const { email } = await aPerson();
    const stranger = await aPerson('Sam Stranger');
    for (const planted of [stranger.cookie ?? '', 'better-auth.session_token=planted.c2lnbmVk']) {
      const { cookie } = await account('/sign-in/email', { email, password }, { cookie: planted });
      expect(tokenOf(cookie)).not.toBe(tokenOf(planted));
      expect(await viewerOf(cookie)).toMatchObject({ email });
    }
    expect(await viewerOf(stranger.cookie)).toMatchObject({ email: stranger.email });
    const first = await account('/sign-in/email', { email, password });
    const second = await account('/sign-in/email', { email, password });
    expect(tokenOf(first.cookie)).not.toBe(tokenOf(second.cookie));
  });

  test('cannot be used by its cookie or bare token after it has ended', async () => {
    const { cookie } = await aPerson();
    const { body } = await account('/get-session', undefined, { cookie: cookie ?? '' });
    await account('/sign-out', {}, { cookie: cookie ?? '' });
    expect((await account('/get-session', undefined, { cookie: cookie ?? '' })).body).toBeNull();
    const { body: fresh } = await account('/sign-in/email', { email: body.user.email, password });
    for (const [name, value] of [
      ['cookie', `better-auth.session_token=${fresh.token}`],
      ['authorization', `Bearer ${fresh.token}`],
    ] as const) {
      expect((await account('/get-session', undefined, { headers: { [name]: value } })).body).toBeNull();
    }
  });
});

describe('A one-time token', () => {
  test('sets only one password when many requests use it at once', async () => {
    const { email } = await aPerson();
    await account('/request-password-reset', { email });
    const opened = await open(linkIn(await letterTo(email), '/reset-password/'));
    const token = new URL(opened.headers.get('location') ?? '', server().url).searchParams.get('token');
    let n = 0;
    const tries = await atOnce(6, () =>
      account('/reset-password', { token, newPassword: `new password ${n++}` }),
    );
    expect(statuses(tries)).toEqual([200, 400, 400, 400, 400, 400]);
    const won = tries.findIndex(({ status }) => status === 200);
    const signedIn = await account('/sign-in/email', { email, password: `new password ${won}` });
    expect(signedIn.status).toBe(200);
  });

  test('ends with all other tokens of its account when the password or address changes', async () => {
    const { email, cookie } = await aPerson();
    const asked = async (address: string, known: number) => {
      await account('/request-password-reset', { email: address });
      const opened = await open(
        linkIn(await letterTo(address, { known, leadingTo: '/reset-password/' }), '/reset-password/'),
      );
      return new URL(opened.headers.get('location') ?? '', server().url).searchParams.get('token');
    };
    const reset = async (token: string | null, newPassword = 'a password of another') =>
      (await account('/reset-password', { token, newPassword })).status;
    const [first, second] = [await asked(email, 0), await asked(email, 1)];
    expect([await reset(second, password), await reset(first)]).toEqual([200, 400]);

    const third = await asked(email, 2);
    const signedIn = await account('/sign-in/email', { email, password });
    const chosen = { currentPassword: password, newPassword: password };
    const { status, cookie: later } = await account('/change-password', chosen, {
      cookie: signedIn.cookie,
    });
    expect(status).toBe(200);
    expect(await reset(third)).toBe(400);

    const fourth = await asked(email, 3);
    const newEmail = anAddress();
    await account('/change-email', { newEmail }, { cookie: later });
    await open(linkIn(await letterTo(email, { leadingTo: '/verify-email' }), '/verify-email'), later);
    expect(await reset(fourth)).toBe(400);
    expect(await viewerOf(later)).toMatchObject({ email: newEmail });
    expect(await viewerOf(cookie)).toBeNull();
  });

  test('deletes an account only once when many requests use it at once', async () => {
    const { id, email, cookie } = await aPerson();
    await account('/delete-user', {}, { cookie: cookie ?? '' });
    const link = linkIn(await letterTo(email), '/delete-user/callback');
    const clicks = await atOnce(4, () => open(link, cookie ?? ''));
    expect(statuses(clicks).filter((status) => status === 302)).toHaveLength(1);
    expect(statuses(clicks).at(-1)).toBeLessThan(500);
    expect(await db.user.count({ where: { id } })).toBe(0);
  });

  test('confirms an address without signing in the holder of the link', async () => {
    const email = anAddress();
    await signUp(email);
    const link = linkIn(await letterTo(email), '/verify-email');
    const clicks = await atOnce(4, () => open(link));
    expect(clicks.map(({ cookie }) => tokenOf(cookie))).toEqual(['', '', '', '']);
    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ emailVerified: true });
    // Later, when the address has changed hands, the link is worth nothing.
    await db.user.update({ where: { email }, data: { email: anAddress(), emailVerified: false } });
    expect((await open(link)).headers.get('location')).toContain('error=user_not_found');
  });

  test('changes an address only once when many requests use it at once', async () => {
    const { id, email, cookie } = await aPerson();
    const newEmail = anAddress();
    await account('/change-email', { newEmail, callbackURL: '/settings/' }, { cookie: cookie ?? '' });
    const link = linkIn(await letterTo(email), '/verify-email');
    const clicks = await atOnce(4, () => open(link, cookie ?? ''));
    expect(statuses(clicks)).toEqual([302, 302, 302, 302]);
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({
      email: newEmail,
      emailVerified: false,
    });
    expect(clicks[0]?.headers.get('location')).toMatch(/^\/settings\//);
    await verify(newEmail);
    await workDone();
    // To each address one letter of it, and one way back.
    const kinds = async (recipient: string) =>
      (await db.notice.findMany({ where: { recipient } })).map(({ kind }) => kind).sort();
    expect([await kinds(email), await kinds(newEmail)]).toEqual([
      ['change-email', 'email-changed'],
      ['verify-new-email'],
    ]);
    expect(await db.emailChange.count({ where: { userId: id } })).toBe(1);
    expect((await open(link, cookie ?? '')).headers.get('location')).toContain('error=invalid_token');
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({ emailVerified: true });

    // Nor when the account has been given back its old address meanwhile.
    await db.user.update({ where: { id }, data: { email, emailVerified: true } });
    expect((await open(link, cookie ?? '')).headers.get('location')).toBe('/settings/?error=invalid_token');
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({ email, emailVerified: true });
  });

  test('completes a provider sign-in only once when many requests use it at once', async () => {
    const { email } = known();
    const { url, cookie } = await begin();
    const back = await consent(url);
    const comings = await atOnce(4, () => open(back, cookie));
    const sessions = await Promise.all(comings.map((coming) => session(coming.cookie)));
    expect(sessions.filter(Boolean)).toHaveLength(1);
    expect(await db.session.count({ where: { user: { email } } })).toBe(1);
  });
});

describe('Concurrent sign-ups with one address', () => {
  test('create one account, by email and by provider', async () => {
    const { email } = known();
    const ways = await atOnce(3, () => begin());
    const backs = await Promise.all(ways.map(({ url }) => consent(url)));
    const answers = await Promise.all([
      ...ways.map(({ cookie }, at) => open(backs[at] ?? '', cookie)),
      signUp(email),
      signUp(email),
    ]);
    expect(statuses(answers).at(-1)).toBeLessThan(500);
    expect(await db.user.count({ where: { email } })).toBe(1);
    expect(await db.account.count({ where: { user: { email }, providerId: 'gitlab' } })).toBeLessThanOrEqual(
      1,
    );
  });
});

describe('A page of another origin', () => {
  const origins = (port: string) => [
    'null',
    'https://evil.test',
    `http://localhost:${port}.evil.test`,
    `http://localhost:${port}@evil.test`,
    `http://evil.test/http://localhost:${port}`,
    `http://localhost:${port}0`,
    `https://localhost:${port}`,
  ];
  const paths = [
    '/sign-out',
    '/change-password',
    '/delete-user',
    '/change-email',
    '/unlink-account',
    '/update-user',
  ];

  test('cannot use the browser’s cookies, whatever origin it claims', async () => {
    const { cookie, id } = await aPerson();
    const { port } = new URL(server().config.publicUrl);
    const body = {
      newEmail: anAddress(),
      newPassword: 'a new password',
      currentPassword: password,
      password,
      name: 'X',
      providerId: 'credential',
    };
    for (const origin of origins(port)) {
      const answers = await Promise.all(
        paths.map((path) => account(path, body, { cookie: cookie ?? '', headers: { origin } })),
      );
      expect(statuses(answers), origin).toEqual(paths.map(() => 403));
    }
    expect(await viewerOf(cookie)).toMatchObject({ userId: id, name: 'Anna' });
    const unnamed = await fetch(`${server().url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookie ?? '' },
      body: '{}',
    });
    expect(unnamed.status).toBe(403);
  });

  test('cannot sign in by a form of any content type', async () => {
    const { email } = await aPerson();
    for (const [type, sent] of [
      [
        'application/x-www-form-urlencoded',
        `email=${encodeURIComponent(email)}&password=${encodeURIComponent(password)}`,
      ],
      ['text/plain', JSON.stringify({ email, password })],
    ] as const) {
      const answer = await fetch(`${server().url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'content-type': type,
          origin: 'https://evil.test',
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
        },
        body: sent,
      });
      expect([403, 415], type).toContain(answer.status);
      expect(answer.headers.getSetCookie().join()).not.toContain('session_token=');
    }
  });
});
