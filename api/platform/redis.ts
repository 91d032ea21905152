import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { log } from './log.ts';

/** How long Redis is waited for: at the start, for a connection, for a ping's answer, between two tries. */
const patience = { startMs: 2_000, connectMs: 2_000, handshakeMs: 5_000, answerMs: 2_000, retryMs: 1_000 };
const pingEveryMs = 500;
/** So many commands may wait for an answer; more are refused. */
const mostWaiting = 10_000;

/** The connections that are cut at the moment. */
const away = new Set<object>();

export type Redis = Awaited<ReturnType<typeof connection>>;

/**
 * The one connection for commands, shared by all who need Redis; null when REDIS_URL is not set. While Redis is
 * away a command rejects at once, and one that is under way within three seconds: whoever calls goes on without.
 */
export let redis: Redis | null = null;

/** Connects. A Redis that is away is waited for shortly; then the server starts without, and finds it later. */
export async function openRedis(url: string) {
  redis = await opened(url);
}

export async function closeRedis() {
  const client = redis;
  redis = null;
  if (client) await closed(client);
}

/** A connection of its own to the same Redis, as subscriptions need. Whoever opens it calls `closed`. */
export async function opened(url: string): Promise<Redis> {
  const client = await connection(url);
  const connecting = client.connect().catch(() => {});
  await Promise.race([connecting, sleep(patience.startMs, undefined, { ref: false })]);
  return client;
}

/** Lets what is under way end, if Redis still answers. */
export async function closed(client: Redis) {
  if (client.isReady)
    await Promise.race([client.close(), sleep(patience.answerMs, undefined, { ref: false })]);
  client.destroy();
  away.delete(client);
}

/** Its package is a large part of the server's code, and loaded where there is a Redis at all. */
async function connection(url: string) {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: mostWaiting,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: patience.connectMs,
      socketTimeout: patience.handshakeMs,
      reconnectStrategy: (tries) =>
        Math.min(50 * 2 ** Math.min(tries, 10), patience.retryMs) + Math.random() * 100,
    },
  });
  let connections = 0;

  /** Told once for each time that Redis goes away, not for every try to find it again. */
  function gone(error: Error & { code?: string }) {
    if (!away.size) log.warn({ error }, 'Redis is away, and is looked for');
    away.add(client);
  }

  /** A Redis that hangs keeps its connection: only a ping that is not answered tells. */
  async function watch(connected: number) {
    const current = () => client.isReady && connected === connections;
    while (current()) {
      await sleep(pingEveryMs, undefined, { ref: false });
      if (!current()) return;
      let answered = false;
      const pong = client.ping().then(
        () => (answered = true),
        () => (answered = true),
      );
      await Promise.race([pong, sleep(patience.answerMs, undefined, { ref: false })]);
      // The answer may have come while this process was busy: it is read in this turn of the loop.
      await turn();
      if (answered || !current()) continue;
      client.destroy();
      client.emit('error', new Error('no answer to a ping'));
      void client.connect().catch(() => {});
    }
  }

  client.on('error', gone);
  client.on('ready', () => {
    if (away.delete(client) && !away.size) log.info('Redis is back');
    void watch(++connections);
  });
  return client;
}
