import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { most } from '#api/http/bodies.ts';
import { scrape, sumOf } from '#tests/support/metrics.ts';
import { under, useAttacked } from './attacked.ts';
import type { Outcome } from './line.ts';

const mb = 1024 * 1024;
/** What a server's memory goes up and down by, whatever it holds. */
const usualBytes = 96 * mb;
const token = 'whoever has this may read the numbers';

useAttacked({ METRICS_TOKEN: token });

/** What the server keeps beside what its own program does: bodies above all. */
async function memory(): Promise<number> {
  return sumOf(await scrape({ authorization: `Bearer ${token}` }), 'nodejs_external_memory_bytes');
}

/** The most by which its memory grew meanwhile and stayed so for 5 s: what is only not collected yet does not count. */
async function growth(signal: AbortSignal): Promise<number> {
  const before = await memory();
  const lately = Array<number>(20).fill(before);
  let most = before;
  while (!signal.aborted) {
    lately.shift();
    lately.push(await memory());
    most = Math.max(most, Math.min(...lately));
    await after(250);
  }
  return most - before;
}

async function growing(attack: string, seconds: number): Promise<{ outcome: Outcome; grew: number }> {
  const over = new AbortController();
  const grown = growth(over.signal);
  const { outcome, here, there } = await under(attack, seconds).finally(() => over.abort());
  const grew = await grown;
  process.stdout.write(`  grew by ${Math.round(grew / mb)} MB\n`);
  expect(here.median).toBeLessThan(3 * there.median + 20);
  expect(here.p99).toBeLessThan(5 * there.p99 + 750);
  return { outcome, grew };
}

describe('Bodies that are nearly whole, and never are', () => {
  test('take 64 MB when they come from one address, are told so beyond, and are cut in a minute or so', async () => {
    const { outcome, grew } = await growing('nearly', 80);

    expect([outcome.opened, outcome.closed]).toEqual([1_000, 1_000]);
    expect(outcome.told['429']).toBeGreaterThan(800);
    expect(outcome.told['408']).toBeGreaterThan(100);
    expect(grew).toBeLessThan(most.ofNetwork.bytes + usualBytes);
  });

  test('take 256 MB wherever they come from', async () => {
    const { outcome, grew } = await growing('crowd', 25);

    expect(outcome.opened).toBe(1_200);
    expect(outcome.told['503']).toBeGreaterThan(500);
    expect(grew).toBeLessThan(most.ofAll.bytes + usualBytes);
  });
});
