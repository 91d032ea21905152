import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proxyReader } from '#api/http/addresses.ts';
import { type Guard, mayRead } from '#api/http/metrics.ts';
import { db, prepared } from '#api/platform/database/database.ts';
import { becomes, scrape, some, sumOf } from '#tests/support/metrics.ts';
import { aModel } from '#tests/support/model.ts';
import { refusedUpgrade } from '#tests/support/socket.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, nobody, server, useOwnServer } from '#tests/support/world.ts';

const token = 'a token that only Prometheus has';

/** As it is where no token is set and no proxy is named. */
const open: Guard = { token: null, isProxy: () => false };

useOwnServer({ METRICS_TOKEN: token, HOST: '0.0.0.0', ALLOW_PRIVATE_ADDRESSES: 'yes' });

describe('The metrics', () => {
  test('count requests by operation name and status', async () => {
    const anna = await aPerson();
    const before = await scrape();
    await anna.ask('query MyBooks { me { id } }');
    await anna.ask('query MyBooks { me { id } }');
    await fetch(`${server().url}/media/none`, { method: 'POST' });

    const requests = 'evertold_http_requests_total';
    const more = (labels: Record<string, string>, count: number) =>
      becomes(requests, labels, sumOf(before, requests, labels) + count);
    await more({ route: 'graphql', operation: 'MyBooks', code: '200' }, 2);
    await more({ route: 'web', code: '405' }, 1);
    const timed = { route: 'graphql', operation: 'MyBooks' };
    await becomes('evertold_http_request_duration_seconds_count', timed, 2);
    await becomes('evertold_http_request_duration_seconds_sum', timed, some);
  });

  test('count connections refused before a request, by reason', async () => {
    const name = 'evertold_connections_refused_total';
    const before = await scrape();
    expect((await refusedUpgrade({}, '/elsewhere')).status).toBe(404);
    expect((await refusedUpgrade({ origin: 'https://evil.example' })).status).toBe(403);
    const { hostname, port } = new URL(server().url);
    const garbage = connect(Number(port), hostname, () => garbage.write('GARBAGE\r\n\r\n'));
    const [told] = await once(garbage, 'data');
    expect(String(told)).toMatch(/^HTTP\/1\.1 400 /);
    // It is cut also when the other side keeps it open.
    await once(garbage.resume(), 'close');

    for (const reason of ['path', 'origin', 'unreadable'])
      await becomes(name, { reason }, sumOf(before, name, { reason }) + 1);
  });

  test('count unknown operation names as “other”', async () => {
    const anna = await aPerson();
    const names = Array.from({ length: 30 }, (_, at) => `Zephyrine${at}`);
    for (const name of names) await anna.ask(`query ${name} { me { id } }`);

    await becomes('evertold_http_requests_total', { operation: 'other' }, (now) => now >= names.length);
    expect(await (await fetch(`${server().url}/metrics`)).text()).not.toContain('Zephyrine');
  });

  test('count errors by code, also of operations that never ran', async () => {
    const stranger = nobody();
    const errors = async (labels: Record<string, string>) =>
      sumOf(await scrape(), 'evertold_operation_errors_total', labels);
    const [refused, invalid] = [
      await errors({ code: 'UNAUTHORIZED' }),
      await errors({ code: 'GRAPHQL_VALIDATION_FAILED' }),
    ];

    await stranger.ask('query MyBooks { subjects { totalCount } }');
    await stranger.ask('{ nothing }');

    expect(await errors({ code: 'UNAUTHORIZED' })).toBe(refused + 1);
    expect(await errors({ code: 'GRAPHQL_VALIDATION_FAILED' })).toBe(invalid + 1);
  });

  test('include open sockets, subscriptions and event lag', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const lag = async () => sumOf(await scrape(), 'evertold_event_lag_seconds_count');
    const before = await lag();
    const watcher = await family.self.watch(
      'subscription ($filter: MessageFilter) { messageAdded(filter: $filter) { cursor } }',
      { filter: { subjectId: family.subject.id } },
    );
    await becomes('evertold_sockets', {}, 1);
    await becomes('evertold_subscriptions', { field: 'messageAdded' }, 1);

    await talk.say('We had a bakery.');
    await watcher.next();

    expect(await lag()).toBeGreaterThan(before);
    await watcher.end();
    await becomes('evertold_sockets', {}, 0);
    await becomes('evertold_subscriptions', { field: 'messageAdded' }, 0);
    await talk.end();
  });

  test('include calls of language models by outcome', async () => {
    // It hangs.
    await aModel(() => new Promise(() => {}));
    await db.model.updateMany({ data: { tasks: ['interview'], timeoutMs: 400 } });
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father had a bakery on Mill Street and got up at three every morning.');

    const labels = { task: 'interview', model: 'Quill', outcome: 'late' };
    await becomes('evertold_model_call_duration_seconds_count', labels, some);
    await becomes('evertold_model_fallbacks_total', { task: 'interview' }, some);
    await talk.end();
  });

  test('include database connections, process metrics and build info', async () => {
    const samples = await scrape();

    expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(sumOf(samples, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    const build = samples.find(({ name }) => name === 'evertold_build_info');
    expect(build).toMatchObject({ value: 1, labels: { role: 'all', node: process.versions.node } });
  });

  test('include the connections and waiting callers of each pool', async () => {
    const connections = (pool: string, state: string, value: number | ((now: number) => boolean)) =>
      becomes('evertold_database_connections', { pool, state }, value);
    for (const name of ['main', 'prepared', 'jobs']) await connections(name, 'total', some);
    const all = Array.from({ length: prepared.options.max }, () => prepared.connect());
    const held = await Promise.all(all);
    const [next, afterNext] = [prepared.connect(), prepared.connect()];

    await connections('prepared', 'total', held.length);
    await connections('prepared', 'idle', 0);
    // Jobs of an earlier test may also be waiting.
    await connections('prepared', 'waiting', (now) => now >= 2);
    await connections('main', 'waiting', 0);
    await connections('jobs', 'waiting', 0);

    for (const client of held) client.release();
    for (const client of await Promise.all([next, afterNext])) client.release();
    await connections('prepared', 'waiting', 0);
    await connections('prepared', 'idle', held.length);
  });

  test('count unreadable measures and leave out only those', async () => {
    const oldest = 'notices_oldest_waiting_seconds';
    const unread = (measure: string) => ({ name: 'evertold_measures_unread_total', labels: { measure } });
    const isTold = async (name: string) => (await scrape()).some((sample) => sample.name === name);
    const { name, labels } = unread(oldest);
    expect(await scrape()).toContainEqual({ name, labels, value: 0 });
    const owner = new pg.Client({ connectionString: server().adminUrl });
    await owner.connect();
    await owner.query('alter table notice rename column created_at to made_at');
    onTestFinished(() => owner.end());

    await becomes(name, labels, some);
    expect(await isTold(`evertold_${oldest}`)).toBe(false);
    expect(await isTold('evertold_notices')).toBe(true);
    for (const other of ['jobs', 'jobs_oldest_waiting_seconds', 'notices'])
      expect(await scrape()).toContainEqual({ ...unread(other), value: 0 });

    await owner.query('alter table notice rename column made_at to created_at');
    await expect.poll(() => isTold(`evertold_${oldest}`), { timeout: 60_000, interval: 100 }).toBe(true);
  });
});

describe('A metrics request', () => {
  const status = async (headers: Record<string, string>, url = server().url) =>
    (await fetch(`${url}/metrics`, { headers })).status;

  test('must come from this machine or have the token', async () => {
    expect(await status({})).toBe(200);
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await status({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' })).toBe(200);
  });

  test.each([
    ['the wrong token', { authorization: 'Bearer another' }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['another scheme', { authorization: `Basic ${token}` }],
    ['x-forwarded-for', { 'x-forwarded-for': '127.0.0.1' }],
    ['x-forwarded-proto', { 'x-forwarded-proto': 'https' }],
    ['x-real-ip', { 'x-real-ip': '127.0.0.1' }],
    ['forwarded', { forwarded: 'for=127.0.0.1' }],
    ['via', { via: '1.1 proxy' }],
  ])('is refused with %s', async (_what, headers) => {
    const response = await fetch(`${server().url}/metrics`, { headers });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.text()).not.toContain('evertold_');
  });

  test('is refused from another machine, and from this one by a public address', async () => {
    const outward = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal);
    const from = (remoteAddress: string, host = '127.0.0.1:3000') =>
      mayRead({ headers: { host }, socket: { remoteAddress } } as IncomingMessage, open);

    expect(from('127.0.0.1')).toBe(true);
    expect(from('::1', '[::1]:3000')).toBe(true);
    expect(from('::ffff:127.0.0.1', 'localhost')).toBe(true);
    for (const address of ['10.0.0.7', '::ffff:10.0.0.7', 'fe80::1', '203.0.113.7', '']) {
      expect(from(address)).toBe(false);
    }
    if (outward) {
      const { port } = new URL(server().url);
      expect(await status({}, `http://${outward.address}:${port}`)).toBe(401);
    }
  });

  test('is refused with another site’s host name, which a local browser could be made to use', () => {
    const under = (host: string | undefined) =>
      mayRead({ headers: { host }, socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage, open);

    expect(under('localhost:3000')).toBe(true);
    for (const host of ['evil.example', '127.evil.example', '127.0.0.1.evil.example', '', undefined, '::'])
      expect(under(host)).toBe(false);
  });

  test('is refused through a local proxy, also one without forwarding headers', () => {
    const asked = { headers: { host: 'localhost' }, socket: { remoteAddress: '::ffff:127.0.0.1' } };
    const guard = { ...open, isProxy: proxyReader(['127.0.0.1']) };

    expect(mayRead(asked as IncomingMessage, open)).toBe(true);
    expect(mayRead(asked as IncomingMessage, guard)).toBe(false);
  });

  test('with a token is refused when none is configured', () => {
    const asked = {
      headers: { host: 'localhost', authorization: 'Bearer ' },
      socket: { remoteAddress: '127.0.0.1' },
    };

    expect(mayRead(asked as IncomingMessage, open)).toBe(false);
  });

  test('must use GET', async () => {
    expect((await fetch(`${server().url}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});
