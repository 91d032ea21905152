import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { most } from '#api/http/body-memory-budget.ts';
import { attacked, under, useAttacked } from './attacked.ts';
import type { Outcome } from './line.ts';
import { memoryOf } from './memory.ts';

const mb = 1024 * 1024;
/** The memory that sockets use besides the counted bodies. */
const besideBytes = 16 * mb;
const everyMs = 5_000;

useAttacked();

const bufferBytes = async () => (await memoryOf(attacked())).bufferBytes;

/** The largest growth of buffer memory until the signal aborts. */
async function growth(from: number, signal: AbortSignal): Promise<number> {
  let most = from;
  while (!signal.aborted) {
    most = Math.max(most, await bufferBytes());
    await after(everyMs, null, { signal }).catch(() => undefined);
  }
  return most - from;
}

async function growing(attack: string, seconds: number): Promise<{ outcome: Outcome; grew: number }> {
  const over = new AbortController();
  const before = await bufferBytes();
  const grown = growth(before, over.signal);
  const { outcome, here, there } = await under(attack, seconds).finally(() => over.abort());
  const grew = await grown;
  process.stdout.write(`  grew by ${Math.round(grew / mb)} MB\n`);
  expect(here.median).toBeLessThan(3 * there.median + 20);
  expect(here.p99).toBeLessThan(5 * there.p99 + 750);
  await expect.poll(bufferBytes, { timeout: 60_000, interval: 1_000 }).toBeLessThan(before + besideBytes);
  return { outcome, grew };
}

describe('Request bodies that never end', () => {
  test('use at most 64 MB from one address; more are refused with 429, and all are cut after about a minute', async () => {
    const { outcome, grew } = await growing('nearly', 80);

    expect([outcome.opened, outcome.closed]).toEqual([1_000, 1_000]);
    expect(outcome.told['429']).toBeGreaterThan(800);
    expect(outcome.told['408']).toBeGreaterThan(100);
    expect(grew).toBeLessThan(most.ofNetwork.bytes + besideBytes);
  });

  test('use at most 256 MB from all addresses together', async () => {
    const { outcome, grew } = await growing('crowd', 25);

    expect(outcome.opened).toBe(1_200);
    expect(outcome.told['503']).toBeGreaterThan(500);
    expect(grew).toBeLessThan(most.ofAll.bytes + besideBytes);
  });
});
