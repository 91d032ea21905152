import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, open } from '#tests/support/account.ts';
import { ask, Jar, signedIn, web } from '#tests/support/elsewhere.ts';
import { aPerson } from '#tests/support/person.ts';
import { startProvider } from '#tests/support/provider.ts';
import { server, speakTo, startTestServer } from '#tests/support/server.ts';
import { theAdmin } from '#tests/support/world.ts';

const foreign = 'https://evil.example';
const provider = await startProvider();

beforeAll(async () => {
  speakTo(await startTestServer({ ...provider.env, WEB_ORIGINS: web }));
});
afterAll(async () => {
  await server().stop();
  speakTo(null);
  await provider.stop();
});

describe('Linking a provider from another origin', () => {
  let profiles = 9000;
  const back = `${web}/settings/`;

  async function begin(jar: Jar, more: object = {}, headers = {}) {
    const body = { provider: 'gitlab', callbackURL: back, errorCallbackURL: back, ...more };
    const answer = await ask('/api/auth/cross-domain/link', { jar, body, headers });
    return { status: answer.status, body: (await answer.json()) as { url: string; code?: string } };
  }
  /** The address to go on from, as somebody's page of the other origin gets it. */
  async function begun() {
    const person = await aPerson();
    const { jar } = await signedIn(person.email);
    const { body } = await begin(jar);
    return { person, jar, url: body.url };
  }
  async function agree(going: { headers: Headers; cookie: string }) {
    const agreed = await fetch(going.headers.get('location') ?? '', { redirect: 'manual' });
    return agreed.headers.get('location') ?? '';
  }
  const linked = (userId: string) => db.account.count({ where: { userId, providerId: 'gitlab' } });
  const says = (email: string) =>
    provider.says({ id: ++profiles, name: 'Anna', email, email_verified: true });

  test('goes through our own origin and back, with the session in no address and stored nowhere', async () => {
    const { person, jar, url } = await begun();
    says(person.email);
    const session = jar.kept.get('better-auth.session_token') ?? '';
    expect(url).not.toContain(session.split('.')[0]);
    expect(new URL(url).origin).toBe(new URL(server().config.publicUrl).origin);
    const token = new URL(url).searchParams.get('link') ?? '';
    const kept = await db.verification.findMany();
    expect(kept.some(({ identifier }) => identifier.includes(token))).toBe(false);

    const going = await open(url);
    expect(going.status).toBe(302);
    expect(going.cookie).not.toContain('session_token');
    const done = await open(await agree(going), going.cookie);
    expect(done.headers.get('location')).toBe(back);
    expect(done.cookie).not.toContain('session_token');
    expect(await linked(person.id)).toBe(1);
  });

  test('needs the same browser and the session with which it began', async () => {
    const { person, jar, url } = await begun();
    says(person.email);
    const going = await open(url);
    const elsewhere = await open(await agree(going), '');
    expect(elsewhere.headers.get('location')).toContain('error=');
    const second = await open((await begin(jar)).body.url);
    const address = await agree(second);
    const late = (await begin(jar)).body.url;
    await ask('/api/auth/sign-out', { jar, body: {} });
    expect((await open(address, second.cookie)).headers.get('location')).toContain(
      'error=unable_to_link_account',
    );
    expect(await open(late)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await linked(person.id)).toBe(0);
  });

  test('continues once, even concurrently, and only within one minute', async () => {
    const { jar, url } = await begun();
    const both = await Promise.all([open(url), open(url)]);
    expect(both.map(({ status }) => status).sort()).toEqual([302, 400]);
    expect(await open(url)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    // A person who lands there is told so in words, and led back.
    const landed = await fetch(url, { headers: { accept: 'text/html' } });
    expect([landed.status, landed.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await landed.text()).toMatch(/The link did not work[\s\S]*<a href="http[^"]+">Go on to Evertold/);
    const spent = await fetch(new URL('/api/auth/verify-email?token=x', url), {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect(spent.status).toBe(302);
    expect(spent.headers.get('location')).toMatch(/^https?:.*\/sign-in\?error=invalid_token$/);
    const { body } = await begin(jar);
    const newest = await db.verification.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(newest.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    await db.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
    expect((await open(body.url)).status).toBe(400);
    expect((await open(body.url.replace(/link=.*/, 'link=made-up'))).status).toBe(400);
  });

  test('is refused to another signed-in user, and never links another user’s account', async () => {
    const { person, url } = await begun();
    const other = await aPerson('Ben');
    const refused = await open(url, other.cookie ?? '');
    expect([refused.status, refused.headers.get('location')]).toEqual([403, null]);
    const again = await begun();
    says(other.email);
    const going = await open(again.url);
    const done = await open(await agree(going), going.cookie);
    expect(done.headers.get('location')).toContain('error=email_does_not_match');
    for (const { id } of [person, other, again.person]) expect(await linked(id)).toBe(0);
  });

  test('is refused from and to unlisted origins, without a session, and while impersonating', async () => {
    const { person, jar } = await begun();
    expect((await begin(jar, {}, { origin: foreign })).status).toBe(403);
    for (const to of [`${foreign}/`, `${web}.evil.example/`, `${server().config.publicUrl}/`]) {
      expect((await begin(jar, { callbackURL: to })).status, to).toBe(403);
      expect((await begin(jar, { errorCallbackURL: to })).status, to).toBe(403);
    }
    expect((await begin(jar, { callbackURL: '/settings/' })).status).toBe(400);
    expect((await begin(new Jar())).status).toBe(401);

    const admin = await theAdmin();
    const acting = await account(
      '/admin/impersonate-user',
      { userId: person.id },
      { cookie: admin.cookie ?? '' },
    );
    const theirs = new Jar();
    for (const pair of acting.cookie.split('; ')) {
      const at = pair.indexOf('=');
      theirs.kept.set(pair.slice(0, at), pair.slice(at + 1));
    }
    expect(await begin(theirs)).toMatchObject({ status: 403, body: { code: 'IMPERSONATING' } });
  });
});

test('A photo can be uploaded only from a listed origin, as its preflight says, and is shown there', async () => {
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const { email, id } = await aPerson();
  const { jar } = await signedIn(email);
  const at = `${server().url}/media/photo`;
  const preflight = (origin: string) =>
    fetch(at, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'better-auth-cookie,content-type',
      },
    });
  const put = (headers: Record<string, string>) =>
    fetch(at, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', ...headers },
      body: new Uint8Array(picture),
    });

  const asked = await preflight(web);
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, web]);
  expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
  for (const name of ['better-auth-cookie', 'content-type'])
    expect(asked.headers.get('access-control-allow-headers')).toContain(name);
  const theirs = await preflight(foreign);
  expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
  expect(theirs.headers.get('access-control-allow-methods')).toBeNull();

  const cookies = { 'better-auth-cookie': jar.header() };
  expect((await put({ origin: foreign, ...cookies })).status).toBe(403);
  expect((await put({ origin: foreign, cookie: jar.header() })).status).toBe(403);
  expect((await put({ origin: web })).status).toBe(401);
  expect((await db.user.findUniqueOrThrow({ where: { id } })).image).toBeNull();

  const sent = await put({ origin: web, ...cookies });
  expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, web]);
  const { image } = (await sent.json()) as { image: string };
  const shown = await fetch(image.replace(server().config.publicUrl, server().url));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
});
