import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mostWaiting, turnOf } from '#api/graphql/limits/turns.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { aConnection } from '#tests/support/connection.ts';
import { useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

/** What is refused to nobody in particular, once it is asked. */
const question = JSON.stringify({ query: '{ subjects { totalCount } }' });

/** How many such questions were asked. */
async function asked(): Promise<number> {
  const { values } = await metrics.operationErrors.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** Sends a question; resolves with both ends of its connection, once the server has read it. */
async function send(address: string): Promise<{ ours: Socket; theirs: Socket }> {
  const { ours, theirs } = await aConnection();
  const head = [
    'POST /graphql HTTP/1.1',
    'host: x',
    'content-type: application/json',
    `x-forwarded-for: ${address}`,
    `content-length: ${question.length}`,
    '\r\n',
  ];
  ours.write(head.join('\r\n') + question);
  await expect.poll(() => theirs.bytesRead, { interval: 1, timeout: 20_000 }).toBe(ours.bytesWritten);
  await turn();
  return { ours, theirs };
}

test('A caller that disconnects while it waits is skipped, and the next one gets its turn', async () => {
  const address = '198.51.100.1';
  const before = await asked();
  // The turns before theirs take their time, for as long as it takes to see them go.
  let hurry = false;
  const others = Array.from({ length: mostWaiting - 2 }, async () => {
    await turnOf(address);
    for (const until = performance.now() + 20; !hurry && performance.now() < until; );
  });
  const [gone, stays] = [await send(address), await send(address)];
  gone.ours.destroy();
  await once(gone.theirs, 'close');
  const answer = once(stays.ours, 'data');
  hurry = true;
  await Promise.all(others);

  expect(String(await answer)).toMatch(/^HTTP\/1\.1 .*UNAUTHORIZED/s);
  expect(await asked()).toBe(before + 1);
});
