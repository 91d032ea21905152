import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, openDatabase } from '#api/platform/database/database.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member } from '#tests/support/several.ts';
import { aFamily, type Family } from '#tests/support/world.ts';
import { type Latency, latencies } from './latency.ts';
import type { Outcome } from './line.ts';

/** The attacked server, and a second one on the same machine and database that nobody attacks. */
let servers: { attacked: Member; beside: Member } | null = null;
let family: Family;

/** Starts two servers for this test file, and a family whose owner requests the page of their book from both. */
export function useAttacked(): void {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await aDatabase();
    const { url: databaseUrl, adminUrl } = database;
    openDatabase(databaseUrl);
    const env = {
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'http://evertold.localhost',
      DATA_DIR: mkdtempSync(path.join(inject('scratch'), 'storm-')),
      DATABASE_URL: databaseUrl,
      DATABASE_ADMIN_URL: adminUrl,
      RATE_LIMIT: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
      // The inspector reads their memory.
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
    };
    const [attacked, beside] = await Promise.all([member(env), member(env)]);
    servers = { attacked, beside };
    const config = readConfig(env);
    speakTo({ url: attacked.url, config, databaseUrl, adminUrl, outbox: '', stop: async () => {} });
    family = await aFamily();
    // Warms up: first requests take longer.
    await waited(AbortSignal.timeout(2_000));
  });

  afterAll(async () => {
    const { attacked, beside } = both();
    for (const each of [attacked, beside]) each.signal('SIGTERM');
    expect(await Promise.all([attacked.ended, beside.ended])).toEqual([0, 0]);
    speakTo(null);
    await closeDatabase();
    await database.drop();
  });
}

/**
 * Runs an attack and measures how long the owner of a book waits meanwhile: at the attacked server and, at the same
 * moments, at the other one, so that load on the machine, including the attacker's, affects both.
 * @throws when either server fails to answer
 */
export async function under(
  attack: string,
  seconds: number,
): Promise<{ outcome: Outcome; here: Latency; there: Latency }> {
  const over = new AbortController();
  const args = ['tests/storm/attacker.ts', attack, attacked().url, String(seconds)];
  const attacker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  attacker.stdout.on('data', (data) => {
    said += data;
  });
  attacker.once('close', () => over.abort());
  const [here, there] = await waited(over.signal);
  const outcome: Outcome = JSON.parse(said);
  const { opened, refused, closed, told } = outcome;
  process.stdout.write(
    `${attack}: ${inWords(here)}\n  beside: ${inWords(there)}\n  opened ${opened}, refused ${refused}, closed ${closed}, told ${JSON.stringify(told)}\n`,
  );
  expect([here.failed, there.failed]).toEqual([[], []]);
  return { outcome, here, there };
}

/** The server that is attacked. */
export const attacked = () => both().attacked;

function both(): { attacked: Member; beside: Member } {
  if (!servers) throw new Error('Call useAttacked() at the top of the test file');
  return servers;
}

async function waited(signal: AbortSignal): Promise<[Latency, Latency]> {
  const { owner, subject } = family;
  const { attacked, beside } = both();
  const [here, there] = await latencies(owner, subject.id, [attacked.url, beside.url], signal);
  if (!here || !there) throw new Error('Both are asked');
  return [here, there];
}

function inWords({ asked, failed, median, p99 }: Latency): string {
  return `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${asked} asked, ${failed.length} failed`;
}
