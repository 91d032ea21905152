import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, linkIn, open, rightsChange, viewerOf } from '#tests/support/account.ts';
import { ask, Jar, signedIn, web } from '#tests/support/elsewhere.ts';
import { accept, invite } from '#tests/support/inviting.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPerson, password, succeeded } from '#tests/support/person.ts';
import { startProvider } from '#tests/support/provider.ts';
import { server, speakTo, startTestServer } from '#tests/support/server.ts';
import { openSocket } from '#tests/support/socket.ts';
import { aFamily } from '#tests/support/world.ts';

const foreign = 'https://evil.example';
const provider = await startProvider();

beforeAll(async () => {
  speakTo(await startTestServer({ ...provider.env, WEB_ORIGINS: `${web}/, https://other.example` }));
});
afterAll(async () => {
  await server().stop();
  speakTo(null);
  await provider.stop();
});

const whoAmI = { query: '{ me { name } }' };

describe('A page of a listed origin', () => {
  test('signs in without cookies, is authenticated by its header on every path, and signs out', async () => {
    const { email } = await aPerson('Anna');
    const { jar, answer } = await signedIn(email);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(web);
    const shown = answer.headers.get('access-control-expose-headers')?.split(', ');
    for (const name of ['set-better-auth-cookie', 'x-ratelimit-used', 'idempotency-replayed'])
      expect(shown).toContain(name);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toMatch(/origin/i);

    const session = await ask('/api/auth/get-session', { jar });
    expect(await session.json()).toMatchObject({ user: { email } });
    const graphql = await ask('/graphql', { jar, body: whoAmI });
    expect(graphql.headers.get('access-control-allow-origin')).toBe(web);
    expect(await graphql.json()).toMatchObject({ data: { me: { name: 'Anna' } } });

    await ask('/api/auth/sign-out', { jar, body: {} });
    // That this device signed in before stays known: it opens nothing, and slow guessing elsewhere doesn't lock it out.
    expect([...jar.kept.keys()].filter((name) => !name.includes('known_device'))).toEqual([]);
    expect(await (await ask('/graphql', { jar, body: whoAmI })).json()).toMatchObject({ data: { me: null } });
  });

  test('saves a list of the desk as a file by its header, and other origins are refused', async () => {
    const { id, email } = await aPerson('Ada');
    await db.user.update({ where: { id }, data: { role: 'user,admin' } });
    const { jar } = await signedIn(email);
    const file = await ask('/desk/messages.csv', { jar });
    expect([file.status, file.headers.get('access-control-allow-origin')]).toEqual([200, web]);
    expect(await file.text()).toContain('"time","subject"');
    expect((await ask('/desk/messages.csv', { jar, headers: { origin: foreign } })).status).toBe(403);
  });

  test('gets the allowed headers by a preflight, and other origins get none', async () => {
    const preflight = (origin: string) =>
      fetch(`${server().url}/graphql`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const ours = await preflight(web);
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-headers')).toContain('better-auth-cookie');
    for (const origin of [
      foreign,
      `${web}.evil.example`,
      'https://stories.example:8443',
      'http://stories.example',
      'null',
    ]) {
      const theirs = await preflight(origin);
      expect(theirs.status, origin).toBe(405);
      expect(theirs.headers.get('access-control-allow-origin'), origin).toBeNull();
    }
  });

  test('sends spoken words and recordings by its header, and other origins are refused', async () => {
    const { email } = await aPerson('Anna');
    const { jar } = await signedIn(email);
    const id = crypto.randomUUID();
    // Anna is known: what is wrong is the conversation, and the sound.
    for (const [method, path, status] of [
      ['POST', `/media/dictation/${id}`, 404],
      ['PUT', `/media/recording/${id}?take=${id}&piece=0`, 422],
    ] as const) {
      const send = (origin: string, cookies: string) =>
        fetch(`${server().url}${path}`, {
          method,
          headers: { origin, 'better-auth-cookie': cookies, 'content-type': 'audio/webm' },
          body: 'sound',
        });
      const ours = await send(web, jar.header());
      expect([ours.status, ours.headers.get('access-control-allow-origin')], path).toEqual([status, web]);
      expect((await send(web, '')).status, path).toBe(401);
      expect((await send(foreign, jar.header())).status, path).toBe(403);
    }
  });

  test('can subscribe over a socket opened with its cookies, until the session ends', async () => {
    const { email, id } = await aPerson('Anna');
    const { jar } = await signedIn(email);
    const asked = { query: 'subscription { messageAdded { __typename } }' };
    const openAt = async (origin: string) => {
      const socket = await openSocket({ origin });
      socket.send({ type: 'connection_init', payload: { betterAuthCookie: jar.header() } });
      await socket.next('connection_ack');
      socket.send({ id: '1', type: 'subscribe', payload: asked });
      return { socket, refusal: JSON.stringify(await socket.next('next')) };
    };
    const known = await openAt(web);
    const own = await openAt(server().config.publicUrl);
    expect(known.refusal).toContain('FORBIDDEN');
    expect(own.refusal).toContain('UNAUTHORIZED');
    const told = rightsChange(id);
    await ask('/api/auth/sign-out', { jar, body: {} });
    await told;
    expect(await known.socket.closed).toMatchObject({ code: 4403 });
    own.socket.socket.terminate();
  });

  test('shows files by signed addresses of one session while it is valid', async () => {
    const { subject, owner, editor } = await aFamily();
    const storageKey = `${subject.id}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, Buffer.from('a picture'));
    const file = { subjectId: subject.id, storageKey, bytes: 9, contentType: 'image/jpeg' };
    const { id: photoId } = await db.media.create({ data: file });
    await db.subject.update({ where: { id: subject.id }, data: { photoId } });
    const { jar } = await signedIn(owner.email);
    const query = 'query ($id: ID!) { subject(id: $id) { photo { url } } }';
    const { data } = await (
      await ask('/graphql', { jar, body: { query, variables: { id: subject.id } } })
    ).json();
    const url = new URL(data.subject.photo.url);
    const get = (at: URL | string) => fetch(at.toString().replace(server().config.publicUrl, server().url));
    const shown = await get(url);
    expect([shown.status, shown.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
    expect(Number(url.searchParams.get('until'))).toBeLessThanOrEqual(Date.now() + 3_600_000);
    const ours = await editor.gql(query, { id: subject.id });
    expect(ours.subject.photo.url).toBe(`/media/${photoId}`);

    await db.user.update({ where: { id: owner.id }, data: { image: `/media/${photoId}` } });
    const mine = await (await ask('/graphql', { jar, body: { query: '{ me { image } }' } })).json();
    const session = await (await ask('/api/auth/get-session', { jar })).json();
    for (const image of [mine.data.me.image, session.user.image]) expect(image).toBe(url.href);
    expect((await owner.gql('{ me { image } }')).me.image).toBe(`/media/${photoId}`);

    const other = await db.media.create({ data: { ...file, storageKey: `${storageKey}2` } });
    const { sessionId } = (await viewerOf(editor.cookie)) ?? {};
    for (const [name, value] of [
      ['session', sessionId ?? ''],
      ['until', '99999999999999'],
      ['until', '1'],
      ['signature', 'x'],
    ] as const) {
      const forged = new URL(url);
      forged.searchParams.set(name, value);
      expect((await get(forged)).status, name).toBe(404);
    }
    expect((await get(url.href.replace(photoId, other.id))).status).toBe(404);
    await ask('/api/auth/sign-out', { jar, body: {} });
    expect((await get(url)).status).toBe(404);
  });

  test('shows a reader who came by a link its files until they are removed, though the link is switched off', async () => {
    const { subject, owner } = await aFamily();
    const storageKey = `${subject.id}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, Buffer.from('a picture'));
    const file = { subjectId: subject.id, storageKey, bytes: 9, contentType: 'image/jpeg' };
    const { id: photoId } = await db.media.create({ data: file });
    await db.subject.update({ where: { id: subject.id }, data: { photoId } });
    const { token, invitation } = await invite(owner, { subjectId: subject.id, role: 'VIEWER', maxUses: 3 });
    const [rita, late] = [await aPerson('Rita'), await aPerson('Late')];
    const { id: membershipId } = await accept(rita, token);
    const { jar } = await signedIn(rita.email);
    const variables = { id: subject.id };
    const query = 'query ($id: ID!) { subject(id: $id) { photo { url } } }';
    const { data } = await (await ask('/graphql', { jar, body: { query, variables } })).json();
    const signed: string = data.subject.photo.url.replace(server().config.publicUrl, server().url);
    const plain = `${server().url}/media/${photoId}`;
    /** The answers to the signed address, to her browser and to another site's page by her header. */
    const answers = async () => [
      (await fetch(signed)).status,
      (await fetch(plain, { headers: { cookie: rita.cookie ?? '' } })).status,
      (await ask(`/media/${photoId}`, { jar })).status,
    ];

    succeeded(await owner.gql('RevokeInvitation', { id: invitation.id }));
    expect(await accept(late, token)).toMatchObject({ usable: 'REVOKED' });
    expect((await fetch(plain, { headers: { cookie: late.cookie ?? '' } })).status).toBe(404);
    expect(await answers()).toEqual([200, 200, 200]);

    succeeded(await owner.gql('RemoveMember', { id: membershipId }));
    expect(await answers()).toEqual([404, 404, 404]);
    expect(await accept(rita, token)).toMatchObject({ usable: 'ACCEPTED' });
  });
});

describe('The header', () => {
  test('is refused from an unlisted origin, without an origin, and together with a cookie', async () => {
    const { email, cookie } = await aPerson();
    const { jar } = await signedIn(email);
    for (const path of ['/graphql', '/api/auth/get-session', '/media/x']) {
      const body = path === '/graphql' ? { body: whoAmI } : {};
      for (const origin of [foreign, `${web}.evil.example`, 'null', server().config.publicUrl])
        expect((await ask(path, { jar, ...body, headers: { origin } })).status, origin).toBe(403);
      expect((await ask(path, { jar, ...body, headers: { cookie: cookie ?? '' } })).status).toBe(400);
    }
    const silent = await fetch(`${server().url}/api/auth/get-session`, {
      headers: { 'better-auth-cookie': jar.header() },
    });
    expect(silent.status).toBe(403);
  });

  test('is ignored when it is forged', async () => {
    const jar = new Jar();
    jar.kept.set('better-auth.session_token', 'made.up');
    expect(await (await ask('/graphql', { jar, body: whoAmI })).json()).toMatchObject({ data: { me: null } });
  });

  test('is ignored from our own pages, whose cookies stay unreadable for scripts', async () => {
    const { email } = await aPerson();
    const own = await account('/sign-in/email', { email, password });
    expect(own.headers.getSetCookie().join()).toContain('HttpOnly');
    expect(own.headers.get('set-better-auth-cookie')).toBeNull();
  });
});

describe('A provider sign-in from another origin', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  let profiles = 5000;

  const beginning = (more: object = {}) =>
    `/cross-domain/sign-in?${new URLSearchParams({ provider: 'gitlab', callbackURL: `${web}/onboarding/`, errorCallbackURL: `${web}/sign-in`, challenge, ...more })}`;

  /** The whole way, in one browser: gives what the page of the other origin is opened with. */
  async function comeBack() {
    provider.says({ id: ++profiles, name: 'Anna Rourke', email: anAddress(), email_verified: true });
    const begun = await account(beginning());
    expect(begun.status).toBe(302);
    const agreed = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
    const back = await open(agreed.headers.get('location') ?? '', begun.cookie);
    return { back, at: new URL(back.headers.get('location') ?? '') };
  }
  const redeem = (token: string | null, with_ = verifier, jar = new Jar()) =>
    ask('/api/auth/one-time-token/verify', { jar, body: { token: token ?? '', verifier: with_ } });

  test('passes through our own origin without a trace, and hands over the session once', async () => {
    const { back, at } = await comeBack();
    expect(at.origin + at.pathname).toBe(`${web}/onboarding/`);
    expect(back.cookie).not.toContain('session_token');
    const token = at.searchParams.get('ott');
    const kept = await db.verification.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(Math.abs((kept[0]?.expiresAt.getTime() ?? 0) - Date.now() - 180_000)).toBeLessThan(60_000);

    const jar = new Jar();
    const both = await Promise.all([redeem(token, verifier, jar), redeem(token, verifier, jar)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await (await ask('/graphql', { jar, body: whoAmI })).json()).toMatchObject({
      data: { me: { name: 'Anna Rourke' } },
    });
    expect((await redeem(token)).status).toBe(400);
  });

  test('hands no session to another tab, too late, or for an unknown token', async () => {
    const { at } = await comeBack();
    const others = await redeem(at.searchParams.get('ott'), randomBytes(32).toString('base64url'));
    expect([others.status, await others.json()]).toEqual([
      400,
      { code: 'INVALID_TOKEN', message: 'Invalid token' },
    ]);
    const late = await comeBack();
    await db.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
    expect((await redeem(late.at.searchParams.get('ott'))).status).toBe(400);
    expect((await redeem('made-up')).status).toBe(400);
  });

  test('must be completed in the browser in which it began', async () => {
    provider.says({ id: ++profiles, name: 'Mallory', email: anAddress(), email_verified: true });
    const begun = await account(beginning());
    const agreed = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
    const back = await open(agreed.headers.get('location') ?? '', '');
    expect(back.headers.get('location')).toContain('error=please_restart_the_process');
    expect(back.headers.get('location')).not.toContain('ott=');
  });

  test.each([
    { callbackURL: `${foreign}/` },
    { callbackURL: `${web}.evil.example/` },
    { callbackURL: '/onboarding/' },
    { errorCallbackURL: `${foreign}/` },
    { challenge: 'short' },
    { provider: 'nobody' },
  ])('leads nowhere else: %j', async (more) => {
    const refused = await account(beginning(more));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.headers.get('location')).toBeNull();
  });
});

describe('The link of a verification letter', () => {
  /** Somebody signs up on a page of the other origin, and opens the letter: gives where that leads. */
  async function signedUp(callbackURL = `${web}/verify-email?verified=yes`) {
    const [jar, email] = [new Jar(), anAddress()];
    const body = { name: 'Vera', email, password, callbackURL };
    expect((await ask('/api/auth/sign-up/email', { jar, body })).status).toBe(200);
    const link = linkIn(await letterTo(email), '/verify-email');
    const opened = await open(link);
    expect(opened.cookie).toBe('');
    return { jar, email, link, at: opened.headers.get('location') ?? '' };
  }
  const redeem = (at: string, jar: Jar) => {
    const token = new URL(at).searchParams.get('ott');
    return ask('/api/auth/one-time-token/verify', { jar, body: { token } });
  };
  const name = async (jar: Jar) =>
    (await (await ask('/graphql', { jar, body: whoAmI })).json()).data.me?.name;

  test('signs in the browser of the sign-up by a token that works once, also under concurrent requests', async () => {
    const { jar, email, link, at } = await signedUp();
    expect(at).toMatch(/^https:\/\/stories\.example\/verify-email\?verified=yes&ott=[\w-]{43}$/);
    const both = await Promise.all([redeem(at, jar), redeem(at, jar)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await name(jar)).toBe('Vera');
    expect([...jar.kept.keys()].filter((each) => each.endsWith('signed_up'))).toEqual([]);
    expect(await db.session.count({ where: { user: { email } } })).toBe(1);
    // Opened again it has nothing more to hand over.
    expect((await open(link)).headers.get('location')).not.toContain('ott=');
  });

  test('does not sign in another browser, for another sign-up, too late, or at our own origin', async () => {
    const { at } = await signedUp();
    const other = await signedUp();
    for (const jar of [new Jar(), other.jar]) {
      const refused = await redeem(at, jar);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { code: 'INVALID_TOKEN', message: 'Invalid token' },
      ]);
      expect(await name(jar)).toBeUndefined();
    }
    const { at: late, jar } = await signedUp();
    await db.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
    expect((await redeem(late, jar)).status).toBe(400);
    expect((await signedUp('/')).at).toBe('/');
  });
});
