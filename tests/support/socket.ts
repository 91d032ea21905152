import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import type { Person } from './person.ts';
import { server } from './server.ts';

type Message = { id?: string; type: string; payload?: never };

export type BareSocket = {
  send: (message: object) => void;
  /** The next message of this type, past or to come; rejects when the socket closes before. */
  next: (type: string) => Promise<Message>;
  /** All that came, also what was taken by `next`. */
  all: () => readonly Message[];
  closed: Promise<{ code: number; reason: string }>;
  socket: WebSocket;
};

/** A socket that speaks the protocol word by word. */
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

/** A socket of our own page for somebody, acknowledged. */
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

/** How the server answers an upgrade that it does not make. */
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

/** A client of another process, once it is connected; `closed` resolves with how it was closed. */
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
