import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { MailRefused } from '#api/adapters/mail/port.ts';
import { ports } from '#api/adapters/ports.ts';
import { proxyReader } from '#api/http/addresses.ts';
import { type Guard, mayRead } from '#api/http/metrics.ts';
import { notify } from '#api/notices/service.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/values/ids.ts';
import { scrape, sumOf } from '#tests/support/metrics.ts';
import { aModel } from '#tests/support/model.ts';
import { refusedUpgrade } from '#tests/support/socket.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, nobody, server, useServer } from '#tests/support/world.ts';

const token = 'a token that only Prometheus has';

/** As it is where no token is set and no proxy is named. */
const open: Guard = { token: null, isProxy: () => false };

useServer({ METRICS_TOKEN: token, HOST: '0.0.0.0', ALLOW_PRIVATE_ADDRESSES: 'yes' });

/** Waits for a number to become what it must: some are read in the database every few seconds only. */
async function becomes(
  name: string,
  labels: Record<string, string>,
  value: number | ((now: number) => boolean),
) {
  const holds = typeof value === 'number' ? (now: number) => now === value : value;
  await expect
    .poll(async () => holds(sumOf(await scrape(), name, labels)), { timeout: 20_000, interval: 100 })
    .toBe(true);
}

const some = (now: number) => now > 0;

describe('The numbers', () => {
  test('tell of requests by the operation’s name and by how they were answered', async () => {
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

  test('count whom the server turned away before there was a request, by the reason', async () => {
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

  test('know operations of strangers as others, however many names they give them', async () => {
    const anna = await aPerson();
    const names = Array.from({ length: 30 }, (_, at) => `Zephyrine${at}`);
    for (const name of names) await anna.ask(`query ${name} { me { id } }`);

    await becomes('evertold_http_requests_total', { operation: 'other' }, (now) => now >= names.length);
    expect(await (await fetch(`${server().url}/metrics`)).text()).not.toContain('Zephyrine');
  });

  test('count what went wrong by its code, also what never ran', async () => {
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

  test('tell of open sockets and subscriptions, and how late their events are', async () => {
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

  test('tell of the calls of language models, and of what came of them', async () => {
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

  test('tell of jobs and letters that were done, that failed, and that wait', async () => {
    const { send } = ports.mail;
    ports.mail.send = async ({ to }) => {
      throw to.startsWith('nobody') ? new MailRefused('No such address') : new Error('Away');
    };
    const write = (recipient: string) =>
      transaction((tx) =>
        notify(tx, {
          kind: 'verify-email',
          channel: 'mail',
          recipient,
          data: { name: 'Anna', url: 'https://evertold.test/verify' },
          dedupeKey: newId(),
        }),
      );
    await write('nobody@evertold.test');
    await write('somebody@evertold.test');

    await becomes('evertold_mails_total', { kind: 'verify-email', outcome: 'refused' }, 1);
    await becomes('evertold_mails_total', { kind: 'verify-email', outcome: 'failed' }, some);
    await becomes(
      'evertold_job_run_duration_seconds_count',
      { job: 'notices.send', outcome: 'failed' },
      some,
    );
    await becomes('evertold_notices', { state: 'failed' }, 1);
    await becomes('evertold_notices', { state: 'waiting' }, some);
    await becomes('evertold_notices_oldest_waiting_seconds', {}, some);
    await becomes('evertold_jobs', { job: 'notices.send', state: 'retry' }, some);
    ports.mail.send = send;
    await becomes('evertold_mails_total', { kind: 'verify-email', outcome: 'sent' }, 1);
  });

  test('tell of the database’s connections, of the process, and of what runs', async () => {
    const samples = await scrape();

    expect(sumOf(samples, 'evertold_database_connections', { state: 'total' })).toBeGreaterThan(0);
    expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(sumOf(samples, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    const build = samples.find(({ name }) => name === 'evertold_build_info');
    expect(build).toMatchObject({ value: 1, labels: { role: 'all', node: process.versions.node } });
  });
});

describe('Who asks for the numbers', () => {
  const status = async (headers: Record<string, string>, url = server().url) =>
    (await fetch(`${url}/metrics`, { headers })).status;

  test('is on this machine, or has the token', async () => {
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

  test('is refused from another machine, and from this one by an address that others reach', async () => {
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

  test('is refused under the name of another site, which a browser here could be led by', () => {
    const under = (host: string | undefined) =>
      mayRead({ headers: { host }, socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage, open);

    expect(under('localhost:3000')).toBe(true);
    for (const host of ['evil.example', '127.evil.example', '127.0.0.1.evil.example', '', undefined, '::'])
      expect(under(host)).toBe(false);
  });

  test('is refused through a proxy on this machine, also one that says nothing of whom it asks for', () => {
    const asked = { headers: { host: 'localhost' }, socket: { remoteAddress: '::ffff:127.0.0.1' } };
    const guard = { ...open, isProxy: proxyReader(['127.0.0.1']) };

    expect(mayRead(asked as IncomingMessage, open)).toBe(true);
    expect(mayRead(asked as IncomingMessage, guard)).toBe(false);
  });

  test('gets nothing with a token where none is set', () => {
    const asked = {
      headers: { host: 'localhost', authorization: 'Bearer ' },
      socket: { remoteAddress: '127.0.0.1' },
    };

    expect(mayRead(asked as IncomingMessage, open)).toBe(false);
  });

  test('asks with GET', async () => {
    expect((await fetch(`${server().url}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});
