import { setTimeout as after } from 'node:timers/promises';
import { createClient, type ExecutionResult } from 'graphql-ws';
import WebSocket from 'ws';
import type { Answer } from './person.ts';
import { nextFollowing, server } from './server.ts';

export type Watcher = {
  /** The data of the next event; rejects when none comes, or when the stream fails or ends. */
  next: (withinMs?: number) => Promise<Answer>;
  /** The next event as received, including its errors. */
  nextResult: (withinMs?: number) => Promise<ExecutionResult<Answer>>;
  /** Resolves with the close code once the server or `end` has closed the socket. */
  closed: Promise<number>;
  /** The number of events received and not yet read. */
  waiting: () => number;
  /** Resolves when the server has ended the stream, with or without its socket. */
  ended: Promise<void>;
  end: () => Promise<void>;
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Follows a subscription over a real socket. Resolves once the server has subscribed, so that no later event is missed.
 */
export function watch(
  query: string,
  variables: object,
  headers: Record<string, string>,
  connectionParams: Record<string, unknown> = {},
): Promise<Watcher> {
  // One after the other, because each waits for the server's next subscription.
  const watching = last.then(() => begin(query, variables, headers, connectionParams));
  last = watching.catch(() => {});
  return watching;
}

async function begin(
  query: string,
  variables: object,
  headers: Record<string, string>,
  connectionParams: Record<string, unknown>,
): Promise<Watcher> {
  class Socket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers });
    }
  }
  const { url } = server();
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    connectionParams,
    lazy: true,
    retryAttempts: 0,
  });
  const closed = new Promise<number>((resolve) => {
    client.on('closed', (event) => resolve((event as { code: number }).code));
  });

  const came: (ExecutionResult<Answer> | Error)[] = [];
  let arrived = () => {};
  const take = (event: ExecutionResult<Answer> | Error) => {
    came.push(event);
    arrived();
  };
  const settled = new AbortController();
  const following = nextFollowing(settled.signal);
  let stop = () => {};
  const ended = new Promise<void>((resolve) => {
    stop = client.subscribe<Answer>(
      { query, variables: { ...variables } },
      {
        next: (result) => take(result as ExecutionResult<Answer>),
        error(error) {
          take(failure(error));
          resolve();
        },
        complete() {
          take(new Error('The stream has ended'));
          resolve();
        },
      },
    );
  });
  await Promise.race([following, new Promise<void>((resolve) => (arrived = resolve))]);
  settled.abort();
  following.catch(() => {});
  // The subscription's first database query has been sent; this request is handled after it.
  await fetch(`${url}/readyz`);

  async function nextResult(withinMs = 15_000): Promise<ExecutionResult<Answer>> {
    if (!came.length) {
      const enough = new AbortController();
      const arrival = new Promise<void>((resolve) => (arrived = resolve));
      const late = after(withinMs, true, { signal: enough.signal }).catch(() => false);
      if (await Promise.race([arrival, late])) throw new Error(`Nothing came within ${withinMs} ms`);
      enough.abort();
    }
    const event = came.shift();
    if (!event || event instanceof Error) throw event ?? new Error('Nothing came');
    return event;
  }
  return {
    nextResult,
    async next(withinMs) {
      const { data, errors } = await nextResult(withinMs);
      if (errors?.length || !data) throw failure(errors);
      return data;
    },
    closed,
    ended,
    waiting: () => came.length,
    async end() {
      stop();
      await client.dispose();
    },
  };
}

function failure(error: unknown): Error {
  if (error instanceof Error) return error;
  if (Array.isArray(error)) {
    const [first] = error as { message: string; extensions?: object }[];
    return Object.assign(new Error(first?.message ?? 'Refused'), { errors: error, ...first?.extensions });
  }
  const { code, reason } = error as { code?: number; reason?: string };
  return Object.assign(new Error(`The socket was closed: ${code} ${reason}`), { code });
}
