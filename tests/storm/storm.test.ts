import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, openDatabase } from '#api/platform/database/database.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member } from '#tests/support/several.ts';
import { aFamily, type Family } from '#tests/support/world.ts';
import type { Outcome } from './line.ts';

type Latency = { asked: number; failed: number; median: number; p99: number };

/**
 * What somebody else may notice at most, beside what they noticed a moment before: times as long, and ms. Whoever attacks
 * here takes a processor of the same machine, so something else takes one then too.
 */
const most = { median: { times: 3, ms: 20 }, p99: { times: 5, ms: 750 } };

let database: TestDatabase;
let server: Member;
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
  server = await member(env);
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
  await latency(AbortSignal.timeout(2_000));
});
afterAll(async () => {
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  speakTo(null);
  await closeDatabase();
  await database.drop();
});

/** How long the owner of a book waits for its page, asked again and again. */
async function latency(signal: AbortSignal): Promise<Latency> {
  const took: number[] = [];
  let failed = 0;
  while (!signal.aborted) {
    const began = performance.now();
    const answer = await family.owner
      .ask('query ($id: ID!) { me { id } subject(id: $id) { id preferredName abilities } }', {
        id: family.subject.id,
      })
      .catch(() => null);
    took.push(performance.now() - began);
    if (!answer?.data?.subject) failed++;
    await after(20);
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(part * took.length))] ?? 0;
  return { asked: took.length, failed, median: at(0.5), p99: at(0.99) };
}

function tell(name: string, { asked, failed, median, p99 }: Latency, outcome?: Outcome) {
  const figures = `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${asked} asked, ${failed} failed`;
  const how = outcome
    ? `; opened ${outcome.opened}, refused ${outcome.refused}, closed ${outcome.closed}, told ${JSON.stringify(outcome.told)}`
    : '';
  process.stdout.write(`${name.padEnd(8)} ${figures}${how}\n`);
}

async function under(attack: string, seconds = 15): Promise<Outcome> {
  const busy = spawn(process.execPath, ['-e', 'for (;;);']);
  const calm = await latency(AbortSignal.timeout(5_000));
  busy.kill();
  tell('calm', calm);
  const over = new AbortController();
  const attacker = spawn(process.execPath, ['tests/storm/attacker.ts', attack, server.url, String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  attacker.stdout.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((resolve) => attacker.once('close', resolve)).then(() => over.abort());
  const noticed = await latency(over.signal);
  await ended;
  const outcome = JSON.parse(said) as Outcome;
  tell(attack, noticed, outcome);

  expect(noticed.failed).toBe(0);
  expect(noticed.median).toBeLessThan(most.median.times * calm.median + most.median.ms);
  expect(noticed.p99).toBeLessThan(most.p99.times * calm.p99 + most.p99.ms);
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
});
