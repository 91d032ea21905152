import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { expect, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { operations } from './operations.ts';
import { type Answer, type Person, personAt } from './person.ts';
import { patienceMs, processes, publicUrl } from './several.ts';
import { aTalk, type Talk, talkIn } from './talk.ts';
import type { Family } from './world.ts';

/** The events that a follower has received, and its socket. */
export type Follower = {
  heard: Answer[];
  /** Resolves once the condition holds for the events received. */
  until: (holds: (heard: Answer[]) => boolean) => Promise<void>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  end: () => Promise<void>;
};

/**
 * Follows a stream as the web app does: after a lost connection it waits, connects to the next address and resumes
 * after the last cursor.
 */
export function follow(
  { cookie }: Person,
  urls: readonly string[],
  document: string,
  variables: { after?: string | null } & Record<string, unknown>,
  mayReturn: Promise<void> = Promise.resolve(),
): Follower {
  const heard: Answer[] = [];
  let attempts = 0;
  let { after } = variables;
  class Socket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { origin: publicUrl, ...(cookie && { cookie }) } });
    }
  }
  const client = createClient({
    url: () => `${urls[attempts++ % urls.length]?.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => urls.length > 1,
    retryWait: () => Promise.all([mayReturn, sleep(200)]).then(() => {}),
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.subscribe<Answer>(
    {
      query: operations.get(document) ?? document,
      get variables() {
        return { ...variables, ...(after !== undefined && { after }) };
      },
    },
    {
      next({ data, errors }) {
        const [event] = Object.values(data ?? {}) as Answer[];
        heard.push(event ?? errors);
        if (event?.cursor) after = event.cursor;
      },
      error: end,
      complete: end,
    },
  );
  return {
    heard,
    ended,
    async until(holds) {
      await vi.waitFor(
        () => {
          if (!holds(heard)) throw new Error(`Only this was heard: ${JSON.stringify(heard)}`);
        },
        { timeout: patienceMs, interval: 20 },
      );
    },
    end: async () => client.dispose(),
  };
}

/** One conversation of a subject, used at the first process and, as by a second tab, at the second. */
export async function aTalkAtBoth(self: Person, subjectId: string): Promise<[Talk, Talk]> {
  const talk = await aTalk(self, subjectId);
  return [talk, talkIn(personAt(self, processes().second.url), talk.id)];
}

/** Follows what the subject says from now on, at the second process only. */
export async function followAtSecond(family: Family, talk: Talk): Promise<Follower> {
  const filter = { conversationId: talk.id };
  const { messages } = await family.owner.gql('WriterMessages', { filter, first: 1 });
  const after = messages.pageInfo.startCursor;
  const follower = follow(family.owner, [processes().second.url], 'MessageAdded', { filter, after });
  onTestFinished(follower.end);
  return follower;
}

/** The texts of the received messages. */
export const textsOf = (heard: Answer[]) => heard.map((event) => event.node.text as string);

/** Expects a follower to have received these texts once each and in order, and no message twice. */
export function expectOnceInOrder({ heard }: Follower, said: readonly string[]) {
  expect(textsOf(heard).filter((text) => text.startsWith('Word '))).toEqual(said);
  expect(new Set(heard.map((event) => event.node.id)).size).toBe(heard.length);
}
