import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Config } from './config.ts';
import { answer, sayLast } from './http/headers.ts';
import { pathOf } from './http/request.ts';
import { openSlowBodyGuard } from './http/slow-body-guard.ts';
import { metrics } from './platform/observability/metrics.ts';

/**
 * How long it waits: for a request's headers, for its body before that must keep a pace, for all of it, for whoever takes
 * nothing of an answer, for a socket's first word, for an orderly end.
 */
const patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  wholeMs: 600_000,
  unreadMs: 60_000,
  lookEveryMs: 2_000,
  initMs: 10_000,
  drainMs: 10_000,
};

export type HttpServer = {
  /** The port it listens on: a free one when 0 was asked for. */
  port: number;
  /** Begins to answer. Until then it says that it is not ready. */
  serve: (config: Config) => Promise<void>;
  /** Takes nothing new, says goodbye to the sockets, and lets running requests end. */
  close: () => Promise<void>;
};

/** Loads what answers requests, the schema first of all: a good part of the start, with which nothing waits for it. */
export const loadRequests = () => import('./requests.ts');

/** Loads what only some requests need. Done soon after the start: a new version may be built over a server that runs. */
export const loadRest = () =>
  Promise.all([import('./graphql/yoga.ts'), import('graphql-jit'), loadReading()]);

/** Loads the models by which words are read, so that nobody's words wait for that. */
async function loadReading() {
  const { readUtterance } = await import('./dialogue-acts/read-utterance.ts');
  readUtterance('Good morning.');
}

/** Takes the port, before anything slow begins; rejects when somebody else has it. */
export async function listen(
  { port, host }: Pick<Config, 'port' | 'host'>,
  hurry: Partial<typeof patience> = {},
): Promise<HttpServer> {
  const { headersMs, requestMs, wholeMs, unreadMs, lookEveryMs, initMs, drainMs } = { ...patience, ...hurry };
  const server: Server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: Math.max(requestMs, wholeMs),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: lookEveryMs,
      // Else of two the first one counts, where another server may go by the last.
      joinDuplicateHeaders: true,
      // Any other protocol that is offered is passed over, and the question answered.
      shouldUpgradeCallback: ({ headers }) =>
        server.listenerCount('upgrade') > 0 && headers.upgrade?.toLowerCase() === 'websocket',
    },
    notReady,
  );
  server.timeout = unreadMs;
  const slowBodyGuard = openSlowBodyGuard({ graceMs: requestMs, lookEveryMs });
  server.on('request', slowBodyGuard.watch);
  server.on('clientError', refuseGarbage);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });

  let closeDoors = async () => {};
  return {
    port: (server.address() as AddressInfo).port,
    async serve(config) {
      const { takeRequests } = await loadRequests();
      server.removeListener('request', notReady);
      closeDoors = takeRequests(server, config, { initMs });
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection whose last request has ended would be kept for a next one.
      const idling = setInterval(() => server.closeIdleConnections(), 50);
      const cutting = setTimeout(() => server.closeAllConnections(), drainMs);
      await closeDoors();
      await closed;
      clearInterval(idling);
      slowBodyGuard.close();
      clearTimeout(cutting);
    },
  };
}

function notReady(request: IncomingMessage, response: ServerResponse) {
  if (pathOf(request) === '/healthz') return answer(response, 200, { status: 'up' });
  response.setHeader('retry-after', '1');
  answer(response, 503, { status: 'starting' });
}

/** What can't be read as HTTP, or comes too slowly, is told so and cut off. */
function refuseGarbage(error: Error & { code?: string }, socket: Duplex) {
  // Who is gone in the middle was not refused.
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
  const [reason, status] = {
    ERR_HTTP_REQUEST_TIMEOUT: ['slow', '408 Request Timeout'] as const,
    HPE_HEADER_OVERFLOW: ['headers', '431 Request Header Fields Too Large'] as const,
  }[error.code ?? ''] ?? ['unreadable', '400 Bad Request'];
  metrics.refusedConnections.inc({ reason });
  sayLast(socket, status);
}
