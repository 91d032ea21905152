import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { account, anAddress, signUp } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aFamily, aPerson, nobody, server, useServer } from '#tests/support/world.ts';

useServer();

const json = { 'content-type': 'application/json' };
const call = (path: string, init: RequestInit = {}) =>
  fetch(server().url + path, { redirect: 'manual', ...init });
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  call('/graphql', { method: 'POST', headers: { ...json, ...headers }, body });

describe('A body that is not what it seems', () => {
  test('is never unpacked, however little of it there is', async () => {
    const bomb = gzipSync(JSON.stringify({ query: `{ __typename } # ${' '.repeat(50_000_000)}` }));
    expect(bomb.length).toBeLessThan(100_000);

    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip', 'identity, gzip']) {
      const response = await post(new Uint8Array(bomb), { 'content-encoding': encoding });
      expect([encoding, response.status]).toEqual([encoding, 415]);
    }
    const accounts = await call('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip', origin: server().config.publicUrl },
      body: new Uint8Array(bomb.subarray(0, 1000)),
    });
    expect(accounts.status).toBe(415);
  });

  test('of 8 MB is refused before it is read', async () => {
    const response = await post('x'.repeat(8 * 1024 * 1024));

    expect(response.status).toBe(413);
  });

  test.each([
    'text/plain',
    'application/json, text/plain',
    'text/json',
    'application/jsonp',
    'application/x-json',
  ])('of the type %s is not taken for JSON', async (type) => {
    expect((await post('{"query":"{ __typename }"}', { 'content-type': type })).status).toBe(415);
  });
});

describe('Whatever host a request names', () => {
  test('the links in letters lead to ours', async () => {
    const email = anAddress();
    const lies: Record<string, string>[] = [
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example;proto=https' },
    ];
    for (const headers of lies) {
      await account(
        '/sign-up/email',
        { name: 'Anna', email, password: 'correct horse battery' },
        { headers },
      );
    }
    const letter = await letterTo(email);

    expect(letter.links.length).toBeGreaterThan(0);
    for (const link of letter.links) expect(new URL(link).origin).toBe(server().config.publicUrl);
  });
});

describe('A letter', () => {
  test('has no line that somebody put into a name', async () => {
    const email = anAddress();
    const { status } = await signUp(email, { name: 'Anna\r\nBcc: everyone@evil.example' });
    expect(status).toBe(400);

    const { subject, owner } = await aFamily();
    const guest = anAddress();
    const { invite } = await owner.gql('Invite', {
      input: {
        subjectId: subject.id,
        role: 'VIEWER',
        email: guest,
        message: 'Come!\r\nBcc: b@evil.example\r\n\r\nX',
      },
    });
    expect(invite.code).toBeUndefined();
    const letter = await letterTo(guest);

    expect(letter.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(letter.to?.map(({ address }) => address)).toEqual([guest]);
  });
});

describe('A private answer', () => {
  test('is kept by nobody on its way', async () => {
    const anna = await aPerson();
    const cookie = anna.cookie ?? '';
    for (const path of [
      '/graphql?query={me{id}}',
      '/api/auth/get-session',
      '/api/auth/list-sessions',
      '/readyz',
      '/metrics',
    ]) {
      const response = await call(path, { headers: { cookie } });

      expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });

  test('can be framed by no page, and is what it says it is', async () => {
    for (const path of ['/', '/graphql', '/api/auth/error?error=x', '/media/x', '/nowhere.png', '/healthz']) {
      const { headers } = await call(path);

      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'|sandbox/);
    }
  });
});

describe('A refusal', () => {
  test('does not tell whether somebody has an account', async () => {
    const anna = await aPerson();
    const tells = async (path: string, body: object) => {
      const { status, body: told } = await account(path, body);
      return {
        status,
        told: JSON.stringify(told).replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…'),
      };
    };
    const unknown = anAddress();
    const wrong = { password: 'not the password' };

    expect(await tells('/sign-in/email', { email: anna.email, ...wrong })).toEqual(
      await tells('/sign-in/email', { email: unknown, ...wrong }),
    );
    expect(await tells('/request-password-reset', { email: anna.email })).toEqual(
      await tells('/request-password-reset', { email: unknown }),
    );
  });

  test('says nothing of what is inside', async () => {
    for (const path of [
      '/api/auth/nowhere',
      '/media/..%2f..%2fetc%2fpasswd',
      '/graphql?query={',
      '/assets/%00.js',
    ]) {
      const text = await (await call(path)).text();

      expect(text, path).not.toMatch(/node_modules|\bat .*:\d+:\d+|prisma|select .* from|\/api\/\w+\.ts/i);
    }
    expect((await call('/')).headers.get('x-powered-by')).toBeNull();
  });

  test('is the same for what is not there and what is not one’s own, along every path', async () => {
    const [{ subject, self }, other] = await Promise.all([aFamily(), aFamily()]);
    const query = `query ($id: ID!) { subject(id: $id) { id members { id user { email } } invitations { edges { cursor } } } }`;
    for (const stranger of [other.owner, other.stranger]) {
      const theirs = await stranger.ask(query, { id: subject.id });
      const nothing = await stranger.ask(query, { id: '00000000-0000-7000-8000-000000000000' });
      expect(theirs.data).toEqual(nothing.data);
      expect(theirs.errors).toEqual(nothing.errors);
    }
    expect((await self.ask(query, { id: subject.id })).data.subject.id).toBe(subject.id);
    expect((await nobody().ask(query, { id: subject.id })).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  });
});
