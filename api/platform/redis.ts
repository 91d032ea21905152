import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { log } from './log.ts';

/** Timeouts for Redis: at the start, for a connection, for a ping's answer, between two tries. */
const timeouts = { startMs: 2_000, connectMs: 2_000, handshakeMs: 5_000, answerMs: 2_000, retryMs: 1_000 };
const pingEveryMs = 500;
/** The limit of commands that wait for an answer; more are refused. */
const mostWaiting = 10_000;

/** The connections that are down now. */
const away = new Set<object>();

export type Redis = Awaited<ReturnType<typeof connection>>;

/**
 * The shared connection for commands; null when REDIS_URL is not set. While Redis is away, a command rejects at once,
 * and a running one within three seconds: callers must go on without it.
 */
export let redis: Redis | null = null;

/** Connects. If Redis doesn't answer soon, the server starts without it and connects later. */
export async function openRedis(url: string) {
  redis = await opened(url);
}

export async function closeRedis() {
  const client = redis;
  redis = null;
  if (client) await closed(client);
}

/** Opens a separate connection to the same Redis, as subscriptions need. The caller closes it with `closed`. */
export async function opened(url: string): Promise<Redis> {
  const client = await connection(url);
  const connecting = client.connect().catch(() => {});
  await Promise.race([connecting, sleep(timeouts.startMs, undefined, { ref: false })]);
  return client;
}

/** Lets running commands end, if Redis still answers. */
export async function closed(client: Redis) {
  if (client.isReady)
    await Promise.race([client.close(), sleep(timeouts.answerMs, undefined, { ref: false })]);
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
      connectTimeout: timeouts.connectMs,
      socketTimeout: timeouts.handshakeMs,
      reconnectStrategy: (tries) =>
        Math.min(50 * 2 ** Math.min(tries, 10), timeouts.retryMs) + Math.random() * 100,
    },
  });
  let connections = 0;

  /** Logged once per outage, not for every reconnect attempt. */
  function gone(error: Error & { code?: string }) {
    if (!away.size) log.warn({ error }, 'Redis is away, and is looked for');
    away.add(client);
  }

  /** A hanging Redis keeps its connection open: only an unanswered ping shows it. */
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
      await Promise.race([pong, sleep(timeouts.answerMs, undefined, { ref: false })]);
      // The answer may have arrived while this process was busy: it is read in this turn of the loop.
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
