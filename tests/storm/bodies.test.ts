import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { most } from '#api/http/bodies.ts';
import { closeDatabase, openDatabase } from '#api/platform/database/database.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { scrape, sumOf } from '#tests/support/metrics.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member } from '#tests/support/several.ts';
import { aFamily, type Family } from '#tests/support/world.ts';
import { latencies } from './latency.ts';
import type { Outcome } from './line.ts';

const mb = 1024 * 1024;
/** What a server's memory goes up and down by, whatever it holds. */
const usualBytes = 96 * mb;
const token = 'whoever has this may read the numbers';

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
    DATA_DIR: mkdtempSync(path.join(inject('scratch'), 'bodies-')),
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    RATE_LIMIT: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: token,
  };
  [server, other] = await Promise.all([member(env), member(env)]);
  const config = readConfig(env);
  const { url: databaseUrl, adminUrl } = database;
  speakTo({ url: server.url, config, databaseUrl, adminUrl, outbox: '', stop: async () => {} });
  family = await aFamily();
  await latencies(family.owner, family.subject.id, [server.url, other.url], AbortSignal.timeout(2_000));
});
afterAll(async () => {
  for (const each of [server, other]) each.signal('SIGTERM');
  expect(await Promise.all([server.ended, other.ended])).toEqual([0, 0]);
  speakTo(null);
  await closeDatabase();
  await database.drop();
});

/** What the server keeps beside what its own program does: bodies above all. */
async function memory(): Promise<number> {
  return sumOf(await scrape({ authorization: `Bearer ${token}` }), 'nodejs_external_memory_bytes');
}

/** The most that its memory grew meanwhile. */
async function growth(signal: AbortSignal): Promise<number> {
  const before = await memory();
  let most = before;
  while (!signal.aborted) {
    most = Math.max(most, await memory());
    await after(250);
  }
  return most - before;
}

async function under(attack: string, seconds: number): Promise<{ outcome: Outcome; grew: number }> {
  const over = new AbortController();
  const args = ['tests/storm/attacker.ts', attack, server.url, String(seconds)];
  const { promise: said, resolve: ended } = Promise.withResolvers<string>();
  const growing = growth(over.signal);
  const waiting = latencies(family.owner, family.subject.id, [server.url, other.url], over.signal);
  const attacker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  attacker.stdout.on('data', (data) => {
    text += data;
  });
  attacker.once('close', () => ended(text));
  const outcome = JSON.parse(await said.finally(() => over.abort())) as Outcome;
  const grew = await growing;
  const [here, there] = await waiting;
  process.stdout.write(
    `${attack}: ${JSON.stringify(outcome)}, ${Math.round(grew / mb)} MB\n  here ${JSON.stringify(here)}\n  beside ${JSON.stringify(there)}\n`,
  );
  expect([here?.failed, there?.failed]).toEqual([0, 0]);
  expect(here?.median).toBeLessThan(3 * (there?.median ?? 0) + 20);
  expect(here?.p99).toBeLessThan(5 * (there?.p99 ?? 0) + 750);
  return { outcome, grew };
}

describe('Bodies that are nearly whole, and never are', () => {
  test('take 64 MB when they come from one address, are told so beyond, and are cut in a minute or so', async () => {
    const { outcome, grew } = await under('nearly', 80);

    expect([outcome.opened, outcome.closed]).toEqual([1_000, 1_000]);
    expect(outcome.told['429']).toBeGreaterThan(800);
    expect(outcome.told['408']).toBeGreaterThan(100);
    expect(grew).toBeLessThan(most.ofNetwork.bytes + usualBytes);
  });

  test('take 256 MB wherever they come from', async () => {
    const { outcome, grew } = await under('crowd', 25);

    expect(outcome.opened).toBe(1_200);
    expect(outcome.told['503']).toBeGreaterThan(500);
    expect(grew).toBeLessThan(most.ofAll.bytes + usualBytes);
  });
});
