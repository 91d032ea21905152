import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isHeardEverywhere } from '#api/platform/events/topics.ts';
import { closed, opened, redis } from '#api/platform/redis.ts';
import { memoryBus, openBus, unwokenMs } from './bus.ts';

/** How soon to look again while Redis is away: no wake of another process arrives. */
const unheardMs = 5_000;
/** So many are woken at a time when all are: each of them asks the database. */
const wokenAtOnce = { topics: 100, everyMs: 20 };
/** So many topics are remembered whose wakes could not be sent. */
const mostUnsent = 10_000;
/** How soon those are tried again that a Redis with too much to do has refused. */
const againMs = 200;

const prefix = 'evertold:';
const everywhere = `${prefix}everywhere`;

/**
 * Opens the bus of several processes: what is published at one reaches those who follow at all. Within a process
 * nothing waits for Redis; while it is away whoever follows looks by themselves, and when it is back all do.
 * Resolves with what closes it.
 */
export async function openRedisBus(url: string): Promise<() => Promise<void>> {
  const here = memoryBus();
  // Every process hears what it sent itself; by this it knows.
  const self = randomBytes(9).toString('base64url');
  /** How many follow a topic in this process. */
  const followers = new Map<string, number>();
  /** Wakes that others have not been sent yet. */
  const unsent = new Set<string>();
  let sending = false;
  let hearing = false;
  let rounds = 0;

  const subscriber = await opened(url);
  subscriber.on('ready', heardAgain);
  subscriber.on('error', heardNoMore);
  redis?.on('ready', sendWakes);
  if (subscriber.isReady) await heardAgain();

  openBus({
    publish(topic, data) {
      here.publish(topic, data);
      if (data !== undefined) return void sendData(topic, data);
      toSend(topic);
      if (!sending) setImmediate(sendWakes);
      sending = true;
    },
    listen(topic, signal, hear) {
      if (signal.aborted) return;
      here.listen(topic, signal, hear);
      begin(topic);
      signal.addEventListener('abort', () => end(topic), { once: true });
    },
    unwokenMs: () => (hearing ? unwokenMs : unheardMs),
  });

  return async function closeRedisBus() {
    openBus(here);
    rounds++;
    redis?.off('ready', sendWakes);
    subscriber.off('ready', heardAgain);
    await closed(subscriber);
  };

  function toSend(topic: string) {
    if (unsent.size < mostUnsent) unsent.add(topic);
  }

  /** Sent once for all who asked for it in one turn. What can not be sent is kept until Redis is back. */
  function sendWakes() {
    sending = false;
    if (!redis?.isReady) return;
    const topics = [...unsent];
    unsent.clear();
    for (const topic of topics) {
      redis.publish(channelOf(topic), `${self}${topic}`).catch(() => {
        toSend(topic);
        // It may be there all the time, with more waiting for it than it takes.
        if (!sending) setTimeout(sendWakes, againMs).unref();
        sending = true;
      });
    }
  }

  /** What passes by and can not be sent is lost: more of it follows. */
  function sendData(topic: string, data: unknown) {
    if (!redis?.isReady) return;
    redis.publish(channelOf(topic), `${self}${topic}\n${JSON.stringify(data)}`).catch(() => {});
  }

  function hear(message: string) {
    if (message.startsWith(self)) return;
    const [topic = '', data] = message.slice(self.length).split('\n', 2);
    here.publish(topic, data === undefined ? undefined : JSON.parse(data));
  }

  function begin(topic: string) {
    const count = followers.get(topic) ?? 0;
    followers.set(topic, count + 1);
    if (count > 0 || isHeardEverywhere(topic) || !subscriber.isReady) return;
    // What happened before Redis knew that we listen is looked for now.
    void subscribe([prefix + topic]).then((heard) => heard && followers.has(topic) && here.publish(topic));
  }

  function end(topic: string) {
    const count = (followers.get(topic) ?? 1) - 1;
    if (count > 0) return void followers.set(topic, count);
    followers.delete(topic);
    if (!isHeardEverywhere(topic) && subscriber.isReady) void unsubscribe([prefix + topic]);
  }

  /** Puts right what could not be asked of Redis while it was away, then has everybody look. */
  async function heardAgain() {
    hearing = true;
    const standing = subscriber.getPubSubListeners('CHANNELS');
    const wanted = new Set([everywhere, ...[...followers.keys()].map(channelOf)]);
    await unsubscribe([...standing.keys()].filter((channel) => !wanted.has(channel)));
    await subscribe([...wanted].filter((channel) => !standing.has(channel)));
    await wakeAll();
  }

  /** Whether it was heard: if Redis goes away meanwhile, it is asked again when it is back. */
  async function subscribe(channels: string[]): Promise<boolean> {
    if (channels.length) await subscriber.subscribe(channels, hear).catch(() => {});
    return subscriber.isReady;
  }

  async function unsubscribe(channels: string[]) {
    if (channels.length) await subscriber.unsubscribe(channels, hear).catch(() => {});
  }

  function heardNoMore() {
    if (!hearing || subscriber.isReady) return;
    hearing = false;
    void wakeAll();
  }

  /** A few at a time, so that the database is not asked everything at once. */
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
  return isHeardEverywhere(topic) ? everywhere : prefix + topic;
}
