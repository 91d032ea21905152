import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A webhook request that a partner's program received. */
export type Received = { id: string; headers: Record<string, string>; body: string; path: string };

export type Receiver = {
  url: string;
  port: number;
  received: Received[];
  /** The number of requests received and not yet answered. */
  hanging: () => number;
  /** Sets how it responds from now on: with a status, a redirect, or not at all. */
  answers: (how: number | { to: string } | 'never') => void;
  /** Answers the hanging requests, with 200 unless told. */
  letGo: (status?: number) => void;
  /** Sets how long it takes to answer from now on. */
  takes: (ms: number) => void;
  /** The most requests that it was answering at the same time. */
  mostAtOnce: () => number;
  /** The number of connections so far. */
  connections: () => number;
  close: () => Promise<void>;
};

/** A partner's program on this machine that receives webhooks. */
export async function aReceiver({ takesMs = 0 } = {}): Promise<Receiver> {
  let how: number | { to: string } | 'never' = 200;
  let connections = 0;
  let pauseMs = takesMs;
  let now = 0;
  let mostAtOnce = 0;
  const received: Received[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
    );
    now += 1;
    mostAtOnce = Math.max(mostAtOnce, now);
    response.on('close', () => {
      now -= 1;
    });
    received.push({ id: headers['webhook-id'] ?? '', headers, body, path: request.url ?? '' });
    if (how === 'never') {
      open.add(response);
      response.on('close', () => open.delete(response));
      return;
    }
    if (pauseMs) await sleep(pauseMs);
    if (typeof how === 'object') response.writeHead(302, { location: how.to }).end();
    else response.writeHead(how).end('As you say');
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    hanging: () => open.size,
    answers: (next) => {
      how = next;
    },
    letGo(status = 200) {
      for (const response of open) response.writeHead(status).end('At last');
    },
    takes(ms) {
      pauseMs = ms;
    },
    mostAtOnce: () => mostAtOnce,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}
