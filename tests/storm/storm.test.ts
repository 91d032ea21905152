import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, openDatabase } from '#api/platform/database/database.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member } from '#tests/support/several.ts';
import { aFamily, type Family } from '#tests/support/world.ts';
import { type Latency, latencies } from './latency.ts';
import type { Outcome } from './line.ts';

/**
 * What somebody else may notice at most, beside what they notice at the same moments of a server on the same machine and
 * database that nobody attacks: times as long, and ms. So whatever takes the machine, the attacker among it, takes both.
 */
const most = { median: { times: 4, ms: 50 }, p99: { times: 3, ms: 200 } };

let database: TestDatabase;
/** The one that is attacked, and the one beside it. */
let server: Member;
let other: Member;
let family: Family;

beforeAll(async () => {
  database = await aDatabase();
  openDatabase(database.url);
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://evertold.localhost',
    DATA_DIR: mkdtempSync(path.join(inject('scratch'), 'storm-')),
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    RATE_LIMIT: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
  };
  [server, other] = await Promise.all([member(env), member(env)]);
  speakTo({
    url: server.url,
    config: readConfig(env),
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    outbox: '',
    stop: async () => {},
  });
  family = await aFamily();
  // What is used for the first time takes longer.
  await wait(AbortSignal.timeout(2_000));
});
afterAll(async () => {
  for (const each of [server, other]) each.signal('SIGTERM');
  expect(await Promise.all([server.ended, other.ended])).toEqual([0, 0]);
  speakTo(null);
  await closeDatabase();
  await database.drop();
});

/** How long the owner of a book waits for its page, at both. */
async function wait(signal: AbortSignal): Promise<[Latency, Latency]> {
  const { owner, subject } = family;
  const [here, there] = await latencies(owner, subject.id, [server.url, other.url], signal);
  if (!here || !there) throw new Error('Both are asked');
  return [here, there];
}

function told({ asked, failed, median, p99 }: Latency) {
  return `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${asked} asked, ${failed} failed`;
}

async function under(attack: string, seconds = 15): Promise<Outcome> {
  const over = new AbortController();
  const args = ['tests/storm/attacker.ts', attack, server.url, String(seconds)];
  const attacker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  attacker.stdout.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((resolve) => attacker.once('close', resolve)).then(() => over.abort());
  const [here, there] = await wait(over.signal);
  await ended;
  const outcome = JSON.parse(said) as Outcome;
  const { opened, refused, closed } = outcome;
  process.stdout.write(
    `${attack}: ${told(here)}\n  beside: ${told(there)}\n  opened ${opened}, refused ${refused}, closed ${closed}, told ${JSON.stringify(outcome.told)}\n`,
  );

  expect([here.failed, there.failed]).toEqual([0, 0]);
  expect(here.median).toBeLessThan(most.median.times * there.median + most.median.ms);
  expect(here.p99).toBeLessThan(most.p99.times * there.p99 + most.p99.ms);
  return outcome;
}

describe('Others notice nothing of', () => {
  test('ten thousand sockets that say hello and then nothing', async () => {
    const { opened, refused } = await under('idle', 60);

    expect({ opened, refused }).toEqual({ opened: 10_000, refused: 0 });
  });

  test('three thousand that never say hello: each is closed with 4408', async () => {
    const { opened, told } = await under('silent', 40);

    expect(told['4408']).toBe(opened);
  });

  test('subscriptions without end: whoever sends them is closed with 4429', async () => {
    const { opened, told } = await under('flood');

    expect(opened).toBeGreaterThan(40);
    expect(told['4429']).toBeGreaterThan(0);
  });

  test('two thousand bodies that come a byte a second: told 408, each is cut', async () => {
    const { opened, closed, told } = await under('slow', 45);

    expect({ opened, closed }).toEqual({ opened: 2_000, closed: 2_000 });
    expect(told['408']).toBeGreaterThan(0);
  });

  test('bodies of 8 MB, ten at a time: each is told 413', async () => {
    const { opened, told } = await under('huge');

    expect(opened).toBeGreaterThan(10);
    expect(told['200'] ?? 0).toBe(0);
    expect(told['413']).toBeGreaterThan(0);
  });

  test('the worst documents there are: each is refused, or answered within its budget', async () => {
    const { opened, told } = await under('documents');

    expect(opened).toBeGreaterThan(100);
    expect(Object.keys(told).every((status) => ['200', '400', '429'].includes(status))).toBe(true);
  });

  test('frames of 1 MB without end, and of 8 MB: whoever sends them is closed with 4429, or with 1009', async () => {
    const { opened, told } = await under('frames');

    expect(opened).toBeGreaterThan(20);
    expect(told['4429']).toBeGreaterThan(0);
    expect(told['1009']).toBeGreaterThan(0);
  });

  test('twenty sockets that ask for the whole schema again and again, and never read', async () => {
    const { opened, refused } = await under('unread');

    expect(opened).toBeGreaterThanOrEqual(20);
    expect(refused).toBe(0);
  });
});
