import { chmodSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '#api/platform/database/embedded.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { halfARequest } from '#tests/support/half-request.ts';
import { holding } from '#tests/support/holding.ts';
import { startProcess } from '#tests/support/process.ts';
import { aConnection } from '#tests/support/socket.ts';
import { until } from '#tests/support/told.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.drop());

function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const DATA_DIR = mkdtempSync(path.join(inject('scratch'), 'process-'));
  // Run as root, the database runs as another user, who has to get there.
  chmodSync(DATA_DIR, 0o711);
  return { HOST: '127.0.0.1', PORT: '0', DATA_DIR, DATABASE_URL: database.url, ...more };
}

async function started(more?: NodeJS.ProcessEnv) {
  const server = startProcess(environment(more));
  const [, address] = await server.line(/^Evertold is at (\S+)$/);
  return { ...server, url: (address ?? '').replace('localhost', '127.0.0.1') };
}

/** Begun at an address that is known before it says anything; at another one where somebody was quicker. */
async function begunAt(more?: NodeJS.ProcessEnv) {
  for (;;) {
    const port = await freePort();
    const begun = startProcess(environment({ PORT: String(port), ...more }));
    const url = `http://127.0.0.1:${port}`;
    let isOver = false;
    void begun.ended.then(() => {
      isOver = true;
    });
    const answers = () =>
      fetch(`${url}/readyz`).then(
        () => true,
        () => false,
      );
    await until(async () => isOver || (await answers()));
    if (!begun.lines.join('\n').includes('is taken')) return { ...begun, url };
  }
}

describe('The process', () => {
  let server: Awaited<ReturnType<typeof started>>;
  beforeAll(async () => {
    // Who sends the id of a request is a proxy of ours.
    server = await started({ TRUSTED_PROXIES: '127.0.0.1' });
  });

  test('logs each request by its id, without its content or address', async () => {
    await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'seen-by-tests' },
      body: JSON.stringify({
        query: 'query MyBooks($filter: MessageFilter) { messages(filter: $filter) { edges { cursor } } }',
        variables: { filter: { phone: '+12025550199' } },
      }),
    });
    await fetch(`${server.url}/invite/a-secret-token/?ott=another-secret`);

    const [line] = await server.line(/.*seen-by-tests.*/);
    expect(JSON.parse(line)).toMatchObject({ route: 'graphql', method: 'POST', operation: 'MyBooks' });
    await server.line(/"route":"web"/);
    expect(server.lines.join('\n')).not.toMatch(/12025550199|secret|127\.0\.0\.1|MessageFilter/);
  });

  test('reports a taken port and exits with code 1', async () => {
    const second = startProcess(environment({ PORT: new URL(server.url).port }));

    expect(await second.ended).toBe(1);
    expect(second.lines.join('\n')).toMatch(/^Port \d+ on 127\.0\.0\.1 is taken/);
  });

  test('finishes running requests at a signal, closes the sockets, and exits with code 0', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const { closed } = await aConnection(server.url);
    const request = await halfARequest(server.url, JSON.stringify({ query: '{ __typename }' }));

    server.signal('SIGTERM');
    expect(await closed).toMatchObject({ code: 1001 });
    request.finish('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n');

    const answers = await request.ended;
    expect(answers).toContain('{"data":{"__typename":"Query"}');
    expect(answers).toMatch(/HTTP\/1\.1 503 [\s\S]*"status":"stopping"/);
    expect(await server.ended).toBe(0);
  });

  test('exits at once at a second signal', async () => {
    const stopping = await started();
    await halfARequest(stopping.url, JSON.stringify({ query: '{ __typename }' }));

    stopping.signal('SIGINT');
    await stopping.line(/"stopping"/);
    stopping.signal('SIGINT');

    expect(await stopping.ended).toBe(1);
  });

  test('does not lose a request in its first moment, and sends its letter', async () => {
    const { url, ...fresh } = await begunAt();
    const signUp = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url.replace('127.0.0.1', 'localhost') },
      body: JSON.stringify({ name: 'Anna', email: 'early@example.com', password: 'a word for the early' }),
    };
    let status = 0;
    await until(async () => {
      status = await fetch(`${url}/api/auth/sign-up/email`, signUp).then(
        (answer) => answer.status,
        () => 0,
      );
      return status !== 0 && status !== 503;
    });

    expect(status).toBe(200);
    await fresh.line(/"mail is in the outbox"/);
    fresh.signal('SIGTERM');
    expect(await fresh.ended).toBe(0);
  });

  test('exits at a signal also while the database blocks its queue, without having served requests', async () => {
    const queue = await holding(database, 'jobs.queue');
    // Before the queue is waited for, the wordings are.
    const wordings = await holding(database, 'consent_wording');
    const held = await begunAt();
    await Promise.all([queue.waitedFor(), wordings.waitedFor()]);

    expect((await fetch(`${held.url}/readyz`)).status).toBe(503);
    held.signal('SIGTERM');
    await held.line(/"stopping"/);
    await wordings.letGo();
    expect(await held.ended).toBe(0);
    await queue.letGo();
  });

  test('names configuration errors and exits with code 1', async () => {
    const misled = startProcess(environment({ PORT: 'high', ROLE: 'boss' }));

    expect(await misled.ended).toBe(1);
    expect(misled.lines.join('\n')).toMatch(/PORT: .*\n.*ROLE: /);
  });

  test('ignores the secrets and origins in variables of its accounts’ library', async () => {
    const own = await started({
      AUTH_SECRET: 'x'.repeat(40),
      BETTER_AUTH_SECRETS: `1:${'y'.repeat(40)}`,
      BETTER_AUTH_TRUSTED_ORIGINS: 'https://elsewhere.example',
    });
    const origin = own.url.replace('127.0.0.1', 'localhost');
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${own.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, cookie },
        body: JSON.stringify(body),
      });
    const account = { name: 'Anna', email: 'anna@own-secret.example', password: 'a word of her own' };
    expect((await post('/api/auth/sign-up/email', account)).status).toBe(200);
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    await owner.query('update "user" set "emailVerified" = true where email = $1', [account.email]);
    await owner.end();

    const signedIn = await post('/api/auth/sign-in/email', account);
    const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    const asked = await post('/graphql', { query: '{ me { email } }' }, cookies.join('; '));
    expect(await asked.json()).toMatchObject({ data: { me: { email: account.email } } });

    const callbackURL = 'https://elsewhere.example/';
    expect((await post('/api/auth/sign-in/email', { ...account, callbackURL })).status).toBe(403);
    own.signal('SIGTERM');
    await own.ended;
  });

  test('reports in production which parts are embedded', async () => {
    const own = await started({ NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(40) });

    const told = own.lines.filter((line) => line.startsWith('Embedded: ')).join('\n');
    expect(told).toMatch(/mail is not sent/);
    expect(told).toMatch(/calls are simulated/);
    expect(told).toMatch(/media are kept on disk/);
    expect(told).not.toMatch(/database/);
    own.signal('SIGTERM');
    await own.ended;
  });

  test('runs with its embedded database, which stops with it', async () => {
    const own = await started({ DATABASE_URL: '' });

    expect(await (await fetch(`${own.url}/readyz`)).json()).toMatchObject({ status: 'ready' });
    own.signal('SIGTERM');
    expect(await own.ended).toBe(0);
  });
});
