import { beforeAll, describe, expect, test } from 'vitest';
import { attacked, under, useAttacked } from './attacked.ts';
import type { Outcome } from './line.ts';
import { memoryOf } from './memory.ts';

/**
 * The most that an attack may slow down others, compared with the server that nobody attacks: a factor and
 * milliseconds.
 */
const most = { median: { times: 4, ms: 50 }, p99: { times: 3, ms: 200 } };

/** The memory that the server keeps on purpose: documents, plans and rate limits. */
const learntBytes = 32 * 1024 * 1024;

useAttacked();

let before: Awaited<ReturnType<typeof memoryOf>>;
beforeAll(async () => {
  before = await memoryOf(attacked());
});

async function unnoticed(attack: string, seconds = 15): Promise<Outcome> {
  const { outcome, here, there } = await under(attack, seconds);
  expect(here.median).toBeLessThan(most.median.times * there.median + most.median.ms);
  expect(here.p99).toBeLessThan(most.p99.times * there.p99 + most.p99.ms);
  return outcome;
}

describe('Other users are not slowed down by', () => {
  test('ten thousand sockets that connect and then send nothing', async () => {
    const { opened, refused } = await unnoticed('idle', 60);

    expect({ opened, refused }).toEqual({ opened: 10_000, refused: 0 });
  });

  test('three thousand sockets that never send connection_init; each is closed with 4408', async () => {
    const { opened, told } = await unnoticed('silent', 40);

    expect(told['4408']).toBe(opened);
  });

  test('endless subscriptions; their sockets are closed with 4429', async () => {
    const { opened, told } = await unnoticed('flood');

    expect(opened).toBeGreaterThan(40);
    expect(told['4429']).toBeGreaterThan(0);
  });

  test('two thousand bodies of one byte per second; each gets 408 and is cut', async () => {
    const { opened, closed, told } = await unnoticed('slow', 45);

    expect({ opened, closed }).toEqual({ opened: 2_000, closed: 2_000 });
    expect(told['408']).toBeGreaterThan(0);
  });

  test('bodies of 8 MB, ten at a time; each gets 413', async () => {
    const { opened, told } = await unnoticed('huge');

    expect(opened).toBeGreaterThan(10);
    expect(told['200'] ?? 0).toBe(0);
    expect(told['413']).toBeGreaterThan(0);
  });

  test('the most expensive documents; each is refused or answered within its budget', async () => {
    const { opened, told } = await unnoticed('documents');

    expect(opened).toBeGreaterThan(100);
    expect(Object.keys(told).every((status) => ['200', '400', '429'].includes(status))).toBe(true);
  });

  test('endless frames of 1 MB and of 8 MB; their sockets are closed with 4429 or 1009', async () => {
    const { opened, told } = await unnoticed('frames');

    expect(opened).toBeGreaterThan(20);
    expect(told['4429']).toBeGreaterThan(0);
    expect(told['1009']).toBeGreaterThan(0);
  });

  test('twenty sockets that repeat introspection queries and never read the answers', async () => {
    const { opened, refused } = await unnoticed('unread');

    expect(opened).toBeGreaterThanOrEqual(20);
    expect(refused).toBe(0);
  });
  test('the memory that the server keeps after the attacks', async () => {
    const kept = async () => {
      const { heapBytes, bufferBytes } = await memoryOf(attacked());
      return heapBytes + bufferBytes - before.heapBytes - before.bufferBytes;
    };

    await expect.poll(kept, { timeout: 60_000, interval: 1_000 }).toBeLessThan(learntBytes);
  });
});
