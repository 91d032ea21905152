import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import type { Person } from './person.ts';
import { server } from './server.ts';

type Message = { id?: string; type: string; payload?: never };

export type BareSocket = {
  send: (message: object) => void;
  /** The next message of this type, past or future; rejects when the socket closes first. */
  next: (type: string) => Promise<Message>;
  /** All messages received, including those returned by `next`. */
  all: () => readonly Message[];
  closed: Promise<{ code: number; reason: string }>;
  socket: WebSocket;
};

/** A WebSocket whose protocol messages the test sends and reads itself. */
export async function openSocket(
  headers: Record<string, string> = {},
  { port, query = '' }: { port?: number; query?: URLSearchParams | string } = {},
): Promise<BareSocket> {
  const url = port ? `ws://127.0.0.1:${port}` : server().url.replace('http', 'ws');
  const socket = new WebSocket(`${url}/graphql?${query}`, ['graphql-transport-ws'], { headers });
  const came: Message[] = [];
  const all: Message[] = [];
  let arrived = () => {};
  let gone = false;
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    came.push(message);
    all.push(message);
    arrived();
  });
  const closed = once(socket, 'close').then(([code, reason]) => {
    gone = true;
    arrived();
    return { code, reason: String(reason) };
  });
  await Promise.race([once(socket, 'open'), closed]);
  return {
    socket,
    all: () => all,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    async next(type) {
      for (;;) {
        const at = came.findIndex((message) => message.type === type);
        const [found] = at >= 0 ? came.splice(at, 1) : [];
        if (found) return found;
        if (gone) throw new Error(`The socket was closed before a message of type ${type}`);
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
  };
}

/** A WebSocket of our own page for a person, after `connection_ack`. */
export async function acknowledged(
  person: Pick<Person, 'cookie'>,
  headers: Record<string, string> = {},
): Promise<BareSocket> {
  const opened = await openSocket({
    origin: server().config.publicUrl,
    cookie: person.cookie ?? '',
    ...headers,
  });
  opened.send({ type: 'connection_init' });
  await opened.next('connection_ack');
  return opened;
}

export const subscribeMessage = (id: string, query: string, variables: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, variables },
});

/** The response to an upgrade request that the server refuses. */
export async function refusedUpgrade(
  headers: Record<string, string>,
  path = '/graphql',
): Promise<{ status: number | undefined; headers: Record<string, unknown> }> {
  const socket = new WebSocket(server().url.replace('http', 'ws') + path, ['graphql-transport-ws'], {
    headers,
  });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  response.destroy();
  return { status: response.statusCode, headers: response.headers };
}

/** A connected client at another process; `closed` resolves with the close event. */
export async function aConnection(url: string): Promise<{ closed: Promise<unknown> }> {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => {},
  });
  const closed = new Promise((resolve) => client.on('closed', resolve));
  await new Promise((resolve) => client.on('connected', resolve));
  return { closed };
}
