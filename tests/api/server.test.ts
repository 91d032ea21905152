import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { getIntrospectionQuery } from 'graphql';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { addressReader } from '#api/http/addresses.ts';
import { securityHeaders } from '#api/http/headers.ts';
import { readiness } from '#api/http/health.ts';
import { db } from '#api/platform/database/database.ts';
import { listen } from '#api/server.ts';
import { aPerson, password } from '#tests/support/person.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

const call = (path: string, init: RequestInit = {}) =>
  fetch(server().url + path, { redirect: 'manual', ...init });
const json = { 'content-type': 'application/json' };

/** Bytes as they are, past every client that would tidy them up; the answer once the connection is closed. */
function raw(request: string, port = Number(new URL(server().url).port)): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.once('close', () => resolve(answer));
  });
}

describe('Every answer', () => {
  test.each(['/healthz', '/', '/graphql?query={__typename}', '/api/auth/ok', '/media/x', '/assets/none.js'])(
    'of %s lets a page load our own files only',
    async (path) => {
      const { headers } = await call(path);

      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|http:/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('microphone=(self)');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
    },
  );

  test('has the request id of a trusted proxy if it is well-formed', async () => {
    const idFor = async (given: string, port = Number(new URL(server().url).port)) => {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
        headers: { 'x-request-id': given },
      });
      return response.headers.get('x-request-id');
    };
    const behind = await listen({ port: 0, host: '127.0.0.1' });
    await behind.serve({ ...server().config, trustedProxies: ['127.0.0.1'] });

    expect(await idFor('abcdef-123456')).not.toBe('abcdef-123456');
    expect(await idFor('abcdef-123456', behind.port)).toBe('abcdef-123456');
    for (const given of ['short', 'has spaces in it', '<script>alert(1)</script>', 'x'.repeat(65)]) {
      expect(await idFor(given, behind.port)).not.toBe(given);
    }
    await behind.close();
  });

  test.each(['/graphql?query={__typename}', '/api/auth/get-session', '/healthz', '/readyz'])(
    'of the API is not kept: %s',
    async (path) => {
      expect((await call(path)).headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('A long answer', () => {
  test('is compressed for clients that accept it', async () => {
    const query = encodeURIComponent(getIntrospectionQuery());
    const packed = await call(`/graphql?query=${query}`, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await call(`/graphql?query=${query}`, { headers: { 'accept-encoding': 'identity' } });

    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
  });
});

describe('A server with an https address', () => {
  test('sends Strict-Transport-Security', () => {
    const headersAt = (publicUrl: string) => securityHeaders({ ...server().config, publicUrl });

    expect(headersAt('https://evertold.example')['strict-transport-security']).toBe('max-age=31536000');
    expect(headersAt('http://localhost:3000')).not.toHaveProperty('strict-transport-security');
    expect(headersAt('https://evertold.example')['content-security-policy']).toContain(
      'wss://evertold.example',
    );
  });
});

describe('Health', () => {
  test.each(['/healthz', '/readyz'])('is asked with GET or HEAD: %s', async (path) => {
    expect((await call(path, { method: 'HEAD' })).status).toBe(200);
    const { status, headers } = await call(path, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('reports the database’s state, also when it goes and comes back', async () => {
    const anna = await aPerson();
    const database = new URL(server().databaseUrl).pathname.slice(1);
    const admin = new pg.Client({ connectionString: inject('postgres').url });
    await admin.connect();
    const readyz = async () => {
      const response = await call('/readyz');
      return { status: response.status, body: await response.json() };
    };
    expect(await readyz()).toEqual({
      status: 200,
      body: { status: 'ready', database: 'up', migrations: 'applied' },
    });

    await admin.query(`alter database ${database} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
    expect(await readyz()).toMatchObject({ status: 503, body: { database: 'down' } });
    expect((await call('/healthz')).status).toBe(200);
    const { status, errors } = await anna.ask('{ subjects { totalCount } }');
    expect(status).toBe(500);
    expect(errors).toEqual([
      {
        message: 'Unexpected error.',
        extensions: { code: 'INTERNAL_SERVER_ERROR', errorId: expect.any(String) },
      },
    ]);

    await admin.query(`alter database ${database} allow_connections true`);
    await expect.poll(readyz, { timeout: 10_000 }).toMatchObject({ status: 200 });
    await admin.end();
  });

  test('queries the database once for concurrent requests', async () => {
    const asked = await statementsOf(() => Promise.all(Array.from({ length: 20 }, readiness)));

    expect(asked.filter((statement) => statement.includes('_prisma_migrations'))).toHaveLength(2);
  });

  test('is not ready while a migration is missing', async () => {
    const client = new pg.Client({ connectionString: server().adminUrl });
    await client.connect();
    const { rows } = await client.query('delete from _prisma_migrations returning *');
    expect(await (await call('/readyz')).json()).toMatchObject({
      status: 'not ready',
      migrations: 'missing',
    });

    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map((_, at) => `$${at + 1}`);
      await client.query(
        `insert into _prisma_migrations (${columns.join(', ')}) values (${places.join(', ')})`,
        Object.values(row),
      );
    }
    expect((await call('/readyz')).status).toBe(200);
    await client.end();
  });
});

describe('A body', () => {
  const tooLarge = JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(1024 * 1024) } });

  test('of more than 1 MB is refused by its announced length', async () => {
    const response = await call('/graphql', { method: 'POST', headers: json, body: tooLarge });

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });

  test('of more than 1 MB is refused also when its length was not announced', async () => {
    async function* pieces() {
      for (let sent = 0; sent < 20; sent++) yield new Uint8Array(64 * 1024).fill(32);
    }
    const response = await call('/graphql', {
      method: 'POST',
      headers: json,
      body: Readable.toWeb(Readable.from(pieces())),
      duplex: 'half',
    } as unknown as RequestInit);

    expect(response.status).toBe(413);
  });

  test('of more than 64 KB is refused at the account paths, announced or chunked', async () => {
    const body = JSON.stringify({
      name: 'x'.repeat(70_000),
      email: 'a@evertold.test',
      password: 'y'.repeat(12),
    });
    const headers = { ...json, origin: server().config.publicUrl };
    const announced = await call('/api/auth/sign-up/email', { method: 'POST', headers, body });
    const streamed = await call('/api/auth/sign-up/email', {
      method: 'POST',
      headers,
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);

    expect([announced.status, streamed.status]).toEqual([413, 413]);
  });

  test('or headers that never arrive are not waited for', async () => {
    const hurried = await listen(
      { port: 0, host: '127.0.0.1' },
      { headersMs: 200, requestMs: 400, lookEveryMs: 50, initMs: 100, drainMs: 100 },
    );
    await hurried.serve(server().config);
    const head = 'POST /graphql HTTP/1.1\r\nhost: x\r\n';

    expect(await raw(head, hurried.port)).toMatch(/^HTTP\/1\.1 408 /);
    const body = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{';
    expect(await raw(head + body, hurried.port)).toMatch(/^HTTP\/1\.1 408 /);
    await hurried.close();
  });
});

describe('An improper request', () => {
  test.each([
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\nno colon here\r\nhost: x\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
  ])('is refused and cut off: %j', async (request) => {
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('does not reach a file outside the web app', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/assets/../../../package.json',
      '/assets/..%5c..%5cpackage.json',
      '/%00/package.json',
      '//etc/passwd',
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

      expect(answer, path).not.toContain('"evertold"');
      expect(answer, path).not.toContain('root:');
      expect(answer, path).toMatch(/^HTTP\/1\.1 (404|400|200) /);
    }
  });

  test('with a changing method on the web app is not allowed', async () => {
    const response = await call('/about', { method: 'POST' });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('The address of a caller', () => {
  test('is its socket’s address, whatever its headers say', async () => {
    const { email } = await aPerson();
    await call('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { ...json, origin: server().config.publicUrl, 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify({ email, password }),
    });

    const signedIn = await db.session.findMany({
      where: { user: { email }, ipAddress: { not: null } },
      select: { ipAddress: true },
    });
    expect(signedIn).toEqual([{ ipAddress: '127.0.0.1' }]);
  });

  const from = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as never;

  test.each([
    ['198.51.100.4', '203.0.113.7', '198.51.100.4'],
    ['10.0.0.2', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.2', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.2', '1.2.3.4, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['::ffff:10.0.0.2', '203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.2', '203.0.113.7:5678', '203.0.113.7'],
    ['10.0.0.2', '1.2.3.4, [2001:db8::7]:5678, 10.9.9.9:80', '2001:db8::7'],
    ['10.0.0.2', '1.2.3.4, 203.0.113.7:x', '10.0.0.2'],
    ['10.0.0.2', 'nonsense', '10.0.0.2'],
    ['10.0.0.2', undefined, '10.0.0.2'],
  ])('is believed of trusted proxies only: %s saying %s is %s', (peer, forwarded, address) => {
    const addressOf = addressReader(['10.0.0.0/8', '2001:db8::1']);

    expect(addressOf(from(peer, forwarded))).toBe(address);
  });
});
