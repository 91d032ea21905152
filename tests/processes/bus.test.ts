import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { expect, onTestFinished, test } from 'vitest';
import { bus } from '#api/platform/events/bus.ts';
import { openRedisBus } from '#api/platform/events/redis-bus.ts';
import { closeRedis, openRedis } from '#api/platform/redis.ts';
import { aRedis } from '#tests/support/redis.ts';

/** Told so often, these are more than may wait for Redis at once. */
const topics = 3_000;
const times = 4;

test('A wake-up that an overloaded Redis refuses is sent once Redis accepts more', async () => {
  const redis = await aRedis();
  onTestFinished(redis.kill);
  await openRedis(redis.url);
  onTestFinished(closeRedis);
  onTestFinished(await openRedisBus(redis.url));
  const heard = new Set<string>();
  const listener = await createClient({ url: redis.url }).connect();
  onTestFinished(() => listener.destroy());
  await listener.pSubscribe('evertold:reply:*', (_message, channel) => heard.add(channel));

  redis.freeze();
  for (let told = 0; told < times; told++) {
    for (let n = 0; n < topics; n++) bus.publish(`reply:${n}`);
    await turn();
  }
  bus.publish('reply:last');
  await turn();
  // Nobody tells anything after that which would take what was refused along.
  redis.thaw();

  await expect.poll(() => heard.size, { timeout: 30_000 }).toBe(topics + 1);
});
