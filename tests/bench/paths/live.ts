import { randomUUID } from 'node:crypto';
import { operation } from '#tests/support/operations.ts';
import { type Child, startChild } from '../child.ts';
import type { Events, EventsResult, Opening } from '../load/sockets.ts';
import { memoryOf } from '../machine.ts';
import { type Contender, interleaved, type Run } from '../rounds.ts';
import { cookieOf } from '../seed/seed.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import type { Path } from './path.ts';
import { requestOf } from './say.ts';
import { freshTalks, type Talk, talks } from './talks.ts';

type Plan = {
  name: string;
  sockets: number;
  /** The topics to follow; each socket follows one of them. */
  topics: Talk[];
  /** The user who opens a topic's n-th socket. */
  follower: (talk: Talk, socket: number) => string;
  count: number;
  perSecond: number;
  goal?: number;
};

const family = 10;

/** One event for many followers; the next is sent when all have received it. */
export const fanOut: Path = {
  name: 'fan-out',
  async *measure(stage) {
    const [big] = (await talks(stage.bench)).slice(-1);
    for (const sockets of [1_000, 10_000]) {
      if (!big || sockets > stage.options.sockets) continue;
      yield await measured(stage, {
        name: `fan-out to ${sockets.toLocaleString('en')} sockets`,
        sockets,
        topics: [big],
        follower: (_talk, socket) => `family-${socket % family}`,
        // With only two events, other work of the server in between would be half of the measurement.
        count: 100_000 / sockets,
        perSecond: 0,
        ...(sockets === 10_000 && { goal: 1.5 }),
      });
    }
  },
};

/** 200 events per second, each on its own topic with five followers. */
export const topicsAtOnce: Path = {
  name: 'topics',
  async *measure(stage) {
    const topics = (await talks(stage.bench)).slice(0, 200);
    yield await measured(stage, {
      name: '200 topics, 200 events a second',
      sockets: 1_000,
      topics,
      follower: ({ heldBy }) => heldBy,
      count: Math.round((200 * Math.max(stage.options.ms, 500)) / 500),
      perSecond: 200,
    });
  },
};

type Server = { child: Child; pid: number; opening: Opening; events: Events };

async function measured(stage: Stage, plan: Plan): Promise<Row> {
  const { bench, ours, options } = stage;
  await freshTalks(bench, { answeredElsewhere: true });
  const floor = await startChild('./floors/sockets.ts');
  const { url } = await floor.ask<{ url: string }>({});
  const clients = await Promise.all([startChild('./load/sockets.ts'), startChild('./load/sockets.ts')]);
  const [floorClient, ourClient] = clients;
  try {
    const servers = {
      floor: { child: floorClient, pid: floor.pid, ...floorPlan(url, plan) },
      ours: { child: ourClient, pid: ours.pid, ...ourPlan(ours.url, plan) },
    };
    const memory = { floor: await opened(servers.floor, plan), ours: await opened(servers.ours, plan) };
    const contenders = [contender('floor', servers.floor), contender('ours', servers.ours)];
    const measured = await interleaved<'floor' | 'ours'>(contenders, {
      rounds: options.rounds,
      databasePid: bench.databasePid,
      clientPid: ourClient.pid,
    });
    return {
      name: plan.name,
      ...measured,
      by: 'server',
      ...(plan.goal !== undefined && { goal: plan.goal }),
      note: `memory per socket ${memory.ours.toFixed(1)} / ${memory.floor.toFixed(1)} KB`,
    };
  } finally {
    await Promise.all([...clients, floor].map((each) => each.stop()));
    await freshTalks(bench, { answeredElsewhere: false });
  }
}

/** Opens the sockets; returns the memory that each takes, in KB. */
async function opened({ child, pid, opening, events }: Server, { sockets }: Plan): Promise<number> {
  const before = memoryOf(pid);
  await child.ask(opening);
  // Servers don't tell when a subscription is active, so events are sent until they arrive.
  await child.ask({ do: 'settle', topics: events.topics });
  return ((memoryOf(pid) - before) * 1024) / sockets;
}

function contender<Name extends string>(name: Name, { child, pid, events }: Server): Contender<Name> {
  return {
    name,
    pid,
    async run(): Promise<Run> {
      const { deliveries, ...result } = await child.ask<EventsResult>(events);
      return { ...result, count: deliveries };
    },
  };
}

function ourPlan(url: string, { sockets, topics, follower, count, perSecond }: Plan) {
  const query = operation('MessageAdded');
  const followers = Array.from({ length: sockets }, (_, socket) => {
    const topic = socket % topics.length;
    const talk = topics[topic] as Talk;
    const variables = { filter: { subjectId: talk.subjectId } };
    const subscribe = { id: randomUUID(), type: 'subscribe', payload: { query, variables } };
    return {
      url: `${url}/graphql`,
      topic,
      cookie: cookieOf(follower(talk, socket)),
      says: [JSON.stringify({ type: 'connection_init' }), JSON.stringify(subscribe)],
    };
  });
  return {
    opening: { do: 'open', protocol: 'graphql-transport-ws', followers } satisfies Opening,
    events: {
      do: 'events',
      topics: topics.map((talk) => ({ url: `${url}/graphql`, ...requestOf(talk) })),
      count,
      perSecond,
    } satisfies Events,
  };
}

/** The baseline broadcast sends as many bytes as our server. */
function floorPlan(url: string, { sockets, topics, count, perSecond }: Plan) {
  const at = (topic: number) => `${url}/${topic}`;
  const node = {
    id: randomUUID(),
    role: 'user',
    text: 'My father kept a bakery on Canal Street, and the oven was lit at three.',
    phone: '+12025550100',
    createdAt: new Date(),
    private: false,
    conversation: { id: randomUUID() },
    subject: { id: randomUUID(), preferredName: 'Big' },
  };
  const body = { id: randomUUID(), messageAdded: { cursor: 'x'.repeat(100), node } };
  return {
    opening: {
      do: 'open',
      followers: Array.from({ length: sockets }, (_, socket) => {
        const topic = socket % topics.length;
        return { url: at(topic), topic, says: [] };
      }),
    } satisfies Opening,
    events: {
      do: 'events',
      topics: topics.map((_, topic) => ({ url: at(topic), body })),
      count,
      perSecond,
    } satisfies Events,
  };
}
