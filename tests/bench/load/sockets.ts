import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from '../child.ts';
import { type Connection, openConnection, type Request, requestTo } from './connection.ts';
import { type Latencies, latenciesOf } from './latencies.ts';
import { openSocket, type RawSocket } from './web-socket.ts';

/** Opens sockets that follow topics, triggers events, and measures when they arrive. */
export type SocketLoad = Opening | Settling | Events;

export type Opening = {
  do: 'open';
  protocol?: string;
  /** One entry per socket: its URL and topic, its cookie, and the messages it sends once it is open. */
  followers: { url: string; topic: number; cookie?: string; says: string[] }[];
};

/** The request that triggers an event on a topic. */
type Trigger = Request & { url: string };

/**
 * Triggers events on each topic until one has reached all followers, because servers don't tell when a subscription is
 * active.
 */
export type Settling = { do: 'settle'; topics: Trigger[] };

export type Events = {
  do: 'events';
  topics: Trigger[];
  count: number;
  /** Events per second; 0 sends the next one as soon as all followers have the last. */
  perSecond: number;
};

/** Each latency is measured for one event at one socket, from the moment its request was sent. */
export type EventsResult = Latencies & { deliveries: number; events: number; seconds: number };

const patienceMs = 60_000;
const settlingMs = 5_000;
const openingAtOnce = 100;

type Event = { sent: number; missing: number; arrived: () => void };

const sockets: RawSocket[] = [];
const followers = new Map<number, number>();
/** The events in flight per topic, oldest first. */
const onTheWay = new Map<number, Event[]>();
const idle: Connection[] = [];
let latencies: number[] = [];

answerParent<SocketLoad>((asked) => {
  if (asked.do === 'open') return open(asked);
  return asked.do === 'settle' ? settle(asked) : happen(asked);
});

async function open({ protocol, followers: wanted }: Opening): Promise<object> {
  const waiting = [...wanted];
  const openNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { url, topic, cookie, says } = next;
      let said = 0;
      const socket = await openSocket(new URL(url), {
        ...(protocol && { protocol }),
        ...(cookie && { cookie }),
        // The first message is sent without waiting; each further one responds to a message of the server.
        hear: (text) => (said < says.length ? socket.send(says[said++] ?? '') : arrive(topic, text)),
      });
      if (says.length) socket.send(says[said++] ?? '');
      sockets.push(socket);
      followers.set(topic, (followers.get(topic) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: openingAtOnce }, openNext));
  return {};
}

async function settle({ topics }: Settling): Promise<object> {
  for (const [topic, trigger] of topics.entries()) {
    for (;;) {
      const everybody = eventOn(topic);
      await happenOn(trigger);
      if (await Promise.race([everybody.then(() => true), sleep(settlingMs, false)])) break;
      onTheWay.delete(topic);
    }
  }
  return {};
}

async function happen({ topics, count, perSecond }: Events): Promise<EventsResult> {
  latencies = [];
  const started = performance.now();
  const happening: Promise<unknown>[] = [];
  for (let n = 0; n < count; n++) {
    const topic = n % topics.length;
    const event = Promise.all([eventOn(topic), happenOn(topics[topic] as Trigger)]);
    happening.push(event);
    if (!perSecond) await event;
    else await sleep(Math.max(0, started + ((n + 1) * 1000) / perSecond - performance.now()));
  }
  const late = new AbortController();
  const patience = sleep(patienceMs, null, { signal: late.signal }).then(() => {
    throw new Error('An event did not reach all followers in time');
  });
  await Promise.race([Promise.all(happening), patience]);
  late.abort();
  patience.catch(() => {});
  const seconds = (performance.now() - started) / 1000;
  return { deliveries: latencies.length, events: count, seconds, ...latenciesOf(latencies) };
}

/** Resolves once the current event has reached all followers of its topic. */
function eventOn(topic: number): Promise<void> {
  return new Promise((arrived) => {
    const events = (onTheWay.get(topic) ?? []).filter(({ missing }) => missing > 0);
    events.push({ sent: performance.now(), missing: followers.get(topic) ?? 0, arrived });
    onTheWay.set(topic, events);
  });
}

function arrive(topic: number, text: Buffer) {
  if (text.indexOf('"next"', 0, 'latin1') < 0) throw new Error(text.toString());
  const event = onTheWay.get(topic)?.find(({ missing }) => missing > 0);
  if (!event) return;
  latencies.push(performance.now() - event.sent);
  event.missing--;
  if (event.missing === 0) event.arrived();
}

async function happenOn({ url, ...request }: Trigger): Promise<void> {
  const at = new URL(url);
  const connection = idle.pop() ?? (await openConnection(at));
  const { status, body } = await connection.send(requestTo(at, request));
  if (status !== 200 || body.includes('"errors"')) throw new Error(`${status} ${body}`);
  idle.push(connection);
}
