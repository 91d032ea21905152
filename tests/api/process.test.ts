import { chmodSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import WebSocket from 'ws';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startProcess } from '#tests/support/process.ts';

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

/** A request that the server has begun to read: its body is still on the way. */
async function halfARequest(url: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  const head = `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n`;
  socket.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  return { finish: (next = '') => socket.write(body.slice(5) + next), ended };
}

describe('The process', () => {
  test('says where it is, and ends with code 0 once it has been told to stop', async () => {
    const server = await started();

    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('lets a running request end and tells the sockets that it goes away', async () => {
    const server = await started();
    const client = createClient({
      url: `${server.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: () => {},
    });
    const closed = new Promise((resolve) => client.on('closed', resolve));
    await new Promise((resolve) => client.on('connected', resolve));
    const request = await halfARequest(server.url, JSON.stringify({ query: '{ __typename }' }));
    // Answered after the half request was accepted, on a connection of its own.
    await fetch(`${server.url}/healthz`);

    server.signal('SIGTERM');
    expect(await closed).toMatchObject({ code: 1001 });
    request.finish('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n');

    const answers = await request.ended;
    expect(answers).toContain('{"data":{"__typename":"Query"}');
    expect(answers).toMatch(/HTTP\/1\.1 503 [\s\S]*"status":"stopping"/);
    expect(await server.ended).toBe(0);
  });

  test('does not wait any longer at a second signal', async () => {
    const server = await started();
    await halfARequest(server.url, JSON.stringify({ query: '{ __typename }' }));
    await fetch(`${server.url}/healthz`);

    server.signal('SIGINT');
    await server.line(/"stopping"/);
    server.signal('SIGINT');

    expect(await server.ended).toBe(1);
  });

  test('logs each request by its id, without what was asked or from where', async () => {
    const server = await started();
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
    server.signal('SIGTERM');
    await server.ended;
  });

  test('names what is wrong in its configuration, and ends with code 1', async () => {
    const server = startProcess(environment({ PORT: 'high', ROLE: 'boss' }));

    expect(await server.ended).toBe(1);
    expect(server.lines.join('\n')).toMatch(/PORT: .*\n.*ROLE: /);
  });

  test('says so when its port is taken, and ends with code 1', async () => {
    const first = await started();
    const second = startProcess(environment({ PORT: new URL(first.url).port }));

    expect(await second.ended).toBe(1);
    expect(second.lines.join('\n')).toMatch(/^Port \d+ on 127\.0\.0\.1 is taken/);
    first.signal('SIGTERM');
    await first.ended;
  });

  test('says in production which parts it brings along itself', async () => {
    const server = await started({ NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(40) });

    const told = server.lines.filter((line) => line.startsWith('Embedded: ')).join('\n');
    expect(told).toMatch(/mail is not sent/);
    expect(told).toMatch(/calls are simulated/);
    expect(told).toMatch(/media are kept on disk/);
    expect(told).not.toMatch(/database/);
    server.signal('SIGTERM');
    await server.ended;
  });

  test('needs nothing but itself: it brings its own database, and takes it along when it stops', async () => {
    const server = await started({ DATABASE_URL: '' });

    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ready' });
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
