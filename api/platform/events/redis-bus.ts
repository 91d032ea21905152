import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBroadcast } from '#api/platform/events/topics.ts';
import { closed, opened, redis } from '#api/platform/redis.ts';
import { memoryBus, openBus, unwokenMs } from './bus.ts';

/** The polling interval while Redis is away, because no wake-up of another process arrives. */
const unheardMs = 5_000;
/** When all topics are woken, they are woken in batches, because each one queries the database. */
const wokenAtOnce = { topics: 100, everyMs: 20 };
/** The limit of topics whose wake-ups could not be sent. */
const mostUnsent = 10_000;
/** The retry pause after an overloaded Redis refused a wake-up. */
const againMs = 200;

const prefix = 'evertold:';
const everywhere = `${prefix}everywhere`;

/**
 * Opens the bus of several processes: a message published in one reaches the subscribers of all. Nothing within a
 * process waits for Redis; while it is away, subscribers poll, and when it is back, all of them read once. Resolves
 * with the function that closes it.
 */
export async function openRedisBus(url: string): Promise<() => Promise<void>> {
  const here = memoryBus();
  // Marks our own messages, which Redis sends back to us.
  const self = randomBytes(9).toString('base64url');
  /** The number of subscribers per topic in this process. */
  const followers = new Map<string, number>();
  /** Topics whose wake-up is not sent to other processes yet. */
  const unsent = new Set<string>();
  let sending = false;
  let isConnected = false;
  let rounds = 0;

  const subscriber = await opened(url);
  subscriber.on('ready', onReady);
  subscriber.on('error', onLost);
  redis?.on('ready', sendWakes);
  if (subscriber.isReady) await onReady();

  openBus({
    publish(topic, data) {
      here.publish(topic, data);
      if (data !== undefined) return void sendData(topic, data);
      addUnsent(topic);
      if (!sending) setImmediate(sendWakes);
      sending = true;
    },
    listen(topic, signal, hear) {
      if (signal.aborted) return;
      here.listen(topic, signal, hear);
      addFollower(topic);
      signal.addEventListener('abort', () => removeFollower(topic), { once: true });
    },
    unwokenMs: () => (isConnected ? unwokenMs : unheardMs),
  });

  return async function closeRedisBus() {
    openBus(here);
    rounds++;
    redis?.off('ready', sendWakes);
    subscriber.off('ready', onReady);
    await closed(subscriber);
  };

  function addUnsent(topic: string) {
    if (unsent.size < mostUnsent) unsent.add(topic);
  }

  /** Sends one wake-up per topic and turn. Those that can't be sent are kept until Redis is back. */
  function sendWakes() {
    sending = false;
    if (!redis?.isReady) return;
    const topics = [...unsent];
    unsent.clear();
    for (const topic of topics) {
      redis.publish(channelOf(topic), `${self}${topic}`).catch(() => {
        addUnsent(topic);
        // Redis may be connected but overloaded, so retry without waiting for 'ready'.
        if (!sending) setTimeout(sendWakes, againMs).unref();
        sending = true;
      });
    }
  }

  /** Data that can't be sent is dropped: more of it follows. */
  function sendData(topic: string, data: unknown) {
    if (!redis?.isReady) return;
    redis.publish(channelOf(topic), `${self}${topic}\n${JSON.stringify(data)}`).catch(() => {});
  }

  function hear(message: string) {
    if (message.startsWith(self)) return;
    const [topic = '', data] = message.slice(self.length).split('\n', 2);
    here.publish(topic, data === undefined ? undefined : JSON.parse(data));
  }

  function addFollower(topic: string) {
    const count = followers.get(topic) ?? 0;
    followers.set(topic, count + 1);
    if (count > 0 || isBroadcast(topic) || !subscriber.isReady) return;
    // Wake once after subscribing, for events before the subscription took effect.
    void subscribe([prefix + topic]).then((heard) => heard && followers.has(topic) && here.publish(topic));
  }

  function removeFollower(topic: string) {
    const count = (followers.get(topic) ?? 1) - 1;
    if (count > 0) return void followers.set(topic, count);
    followers.delete(topic);
    if (!isBroadcast(topic) && subscriber.isReady) void unsubscribe([prefix + topic]);
  }

  /** Restores the subscriptions after an outage, then wakes all subscribers. */
  async function onReady() {
    isConnected = true;
    const standing = subscriber.getPubSubListeners('CHANNELS');
    const wanted = new Set([everywhere, ...[...followers.keys()].map(channelOf)]);
    await unsubscribe([...standing.keys()].filter((channel) => !wanted.has(channel)));
    await subscribe([...wanted].filter((channel) => !standing.has(channel)));
    await wakeAll();
  }

  /** Returns whether the subscription is active; after an outage, it is restored. */
  async function subscribe(channels: string[]): Promise<boolean> {
    if (channels.length) await subscriber.subscribe(channels, hear).catch(() => {});
    return subscriber.isReady;
  }

  async function unsubscribe(channels: string[]) {
    if (channels.length) await subscriber.unsubscribe(channels, hear).catch(() => {});
  }

  function onLost() {
    if (!isConnected || subscriber.isReady) return;
    isConnected = false;
    void wakeAll();
  }

  /** Wakes topics in batches, to limit the load on the database. */
  async function wakeAll() {
    const round = ++rounds;
    const topics = [...followers.keys()];
    for (let at = 0; at < topics.length && round === rounds; at += wokenAtOnce.topics) {
      for (const topic of topics.slice(at, at + wokenAtOnce.topics)) here.publish(topic);
      await sleep(wokenAtOnce.everyMs, undefined, { ref: false });
    }
  }
}

function channelOf(topic: string): string {
  return isBroadcast(topic) ? everywhere : prefix + topic;
}
