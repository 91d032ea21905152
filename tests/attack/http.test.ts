import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLog } from '#api/platform/log.ts';
import { account, anAddress, signUp } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPartner } from '#tests/support/partner.ts';
import { aFamily, aPerson, nobody, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

const json = { 'content-type': 'application/json' };
const call = (path: string, init: RequestInit = {}) =>
  fetch(server().url + path, { redirect: 'manual', ...init });
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  call('/graphql', { method: 'POST', headers: { ...json, ...headers }, body });

describe('A deceptive body', () => {
  test('is never decompressed, however short it is', async () => {
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
    // As the accounts' own refusals are, so that their clients can read it.
    expect(await accounts.json()).toEqual({ code: 'BAD_REQUEST', message: 'Send the body unpacked' });
  });

  test('of 8 MB is refused before it is read', async () => {
    const response = await post('x'.repeat(8 * 1024 * 1024));

    expect(response.status).toBe(413);
  });

  test.each([
    ['/graphql', 'application/json', 'content-length: 8388608', 413, 0],
    ['/graphql', 'application/json', 'transfer-encoding: chunked', 413, 1],
    ['/graphql', 'text/plain', 'content-length: 8388608', 415, 0],
    ['/api/auth/sign-in/email', 'application/json', 'transfer-encoding: chunked', 413, 0],
  ])(
    'of 8 MB to %s, %s with %s, is refused, and no more of it is read',
    async (path, type, how, status, mostMB) => {
      const ends: Socket[] = [];
      const note = (message: unknown) => ends.push((message as { socket: Socket }).socket);
      subscribe('net.server.socket', note);
      onTestFinished(() => void unsubscribe('net.server.socket', note));
      const { hostname, port } = new URL(server().url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${how}\r\n\r\n`);
      const part = ' '.repeat(64 * 1024);
      for (let n = 0; n < 128; n++) socket.write(how.includes('chunked') ? `10000\r\n${part}\r\n` : part);
      const [answered] = await once(socket, 'data');
      const end = ends.find(({ remotePort }) => remotePort === socket.localPort);
      await closed;

      expect(String(answered)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, 'i'));
      expect(end?.bytesRead).toBeLessThan((mostMB + 0.5) * 1024 * 1024);
    },
  );

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

describe('A log line', () => {
  test('names the key of a partner’s request', async () => {
    const partner = await aPartner(await aPerson());
    const lines: string[] = [];
    openLog('info', { write: (line: string) => void lines.push(line) });
    onTestFinished(() => openLog('silent'));
    await partner.ask('{ me { id } }');

    await expect.poll(() => lines.join()).toContain(`"keyId":"${partner.keyId}"`);
  });
});

describe('A duplicate header', () => {
  const whoAmI = JSON.stringify({ query: '{ me { id } }' });

  /** Sends lines as they are, which no well-behaved client would; gives the status and what was answered. */
  async function sendRaw(headers: string[], body = whoAmI) {
    const { hostname, port } = new URL(server().url);
    const socket = connect(Number(port), hostname);
    const usual = ['POST /graphql HTTP/1.1', 'content-type: application/json', 'connection: close'];
    socket.write(`${[...usual, ...headers].join('\r\n')}\r\n\r\n${body}`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
  }
  const host = 'host: evertold.test';
  const length = `content-length: ${whoAmI.length}`;

  test('is refused when it is content-length or transfer-encoding', async () => {
    const chunked = `${whoAmI.length.toString(16)}\r\n${whoAmI}\r\n0\r\n\r\n`;
    const te = 'transfer-encoding: chunked';

    expect((await sendRaw([host, length])).status).toBe(200);
    expect((await sendRaw([host, te], chunked)).status).toBe(200);
    for (const [headers, body] of [
      [[length, length], whoAmI],
      [[length, 'content-length: 1'], whoAmI],
      [[length, te], chunked],
      [[te, length], chunked],
      [['transfer-encoding: identity, chunked', length], chunked],
      [['transfer-encoding: chunked, identity'], chunked],
    ] as const) {
      const { status, text } = await sendRaw([host, ...headers], body);
      expect([headers, status]).toEqual([headers, 400]);
      expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
  });

  test('is refused as a second host, content type or origin', async () => {
    const own = new URL(server().config.publicUrl).origin;
    const anna = await aPerson();
    const cookie = `cookie: ${anna.cookie}`;

    expect((await sendRaw([host, 'host: evil.example', length])).status).toBe(400);
    expect((await sendRaw([length])).status).toBe(400);
    expect((await sendRaw([host, length, 'content-type: text/plain'])).status).toBe(415);
    expect((await sendRaw([host, length, cookie, `origin: ${own}`])).text).toContain(anna.id);
    for (const origins of [
      [`origin: ${own}`, 'origin: https://evil.example'],
      ['origin: https://evil.example', `origin: ${own}`],
    ]) {
      const { status, text } = await sendRaw([host, length, cookie, ...origins]);
      expect(status).toBe(403);
      expect(text).not.toContain(anna.id);
    }
  });

  test('does not sign the caller in as another user', async () => {
    const [anna, ben] = [await aPerson('Anna'), await aPerson('Ben')];
    const { secret } = await aPartner(anna);
    const key = `authorization: Bearer ${secret}`;
    const cookie = ({ cookie }: typeof anna) => `cookie: ${cookie}`;

    expect((await sendRaw([host, length, key])).text).toContain(anna.id);
    const keys = await sendRaw([host, length, key, 'authorization: Bearer evt_other', cookie(ben)]);
    expect(keys.status).toBe(401);
    // One session in both orders, as it would be in one header: the first.
    expect((await sendRaw([host, length, cookie(anna), cookie(ben)])).text).toContain(anna.id);
    expect((await sendRaw([host, length, cookie(ben), cookie(anna)])).text).toContain(ben.id);
    expect((await sendRaw([host, length, 'cookie: x=1', cookie(ben)])).text).toContain(ben.id);
  });
});

describe('With any Host header', () => {
  test('the links in letters lead to our own host', async () => {
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
  test('has no header line injected by a name', async () => {
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
        message: 'Come!\r\nBcc: b at evil\r\n\r\nX',
      },
    });
    expect(invite.code).toBeUndefined();
    const letter = await letterTo(guest);

    expect(letter.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(letter.to?.map(({ address }) => address)).toEqual([guest]);
  });
});

describe('A private answer', () => {
  test('is not cached by proxies', async () => {
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

  test('cannot be framed, and has a fixed content type', async () => {
    for (const path of ['/', '/graphql', '/api/auth/error?error=x', '/media/x', '/nowhere.png', '/healthz']) {
      const { headers } = await call(path);

      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'|sandbox/);
    }
  });
});

describe('A refusal', () => {
  test('does not reveal whether an account exists', async () => {
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

  test('reveals no internals', async () => {
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

  test('is the same for missing and for foreign objects on every path', async () => {
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
