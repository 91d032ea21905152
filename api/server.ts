import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Config } from './config.ts';
import { answer, sayLast } from './http/headers.ts';
import { pathOf } from './http/request.ts';
import { openSlowBodyGuard } from './http/slow-body-guard.ts';
import { metrics } from './platform/observability/metrics.ts';

/**
 * Timeouts: for a request's headers, for its body before the least rate applies, for the whole request, for a client
 * that doesn't read its answer, for a socket's first message, for an orderly close.
 */
const timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  wholeMs: 600_000,
  unreadMs: 60_000,
  lookEveryMs: 2_000,
  initMs: 10_000,
  drainMs: 10_000,
};

export type HttpServer = {
  /** The port it listens on; a free one when 0 was asked for. */
  port: number;
  /** Begins to answer requests. Until then the answer is 503 "starting". */
  serve: (config: Config) => Promise<void>;
  /** Accepts no new requests, closes the sockets, and lets running requests end. */
  close: () => Promise<void>;
};

/** Loads the routes, the sockets and the schema: a large part of the start, done while other parts wait. */
export const loadRoutes = () => import('./http/routes.ts');

/**
 * Loads the modules that only some requests need. It is done soon after the start, because a new build may replace the
 * files of a running server.
 */
export const loadRest = () =>
  Promise.all([import('./graphql/yoga.ts'), import('graphql-jit'), loadReading()]);

/** Loads the models for text analysis, so that no message waits for them. */
async function loadReading() {
  const { readUtterance } = await import('./dialogue-acts/read-utterance.ts');
  // Fewer words are read by one of the models alone.
  readUtterance('We had a shop by the river, and my father kept it.', 'en');
  readUtterance('Teníamos una tienda junto al río, y mi padre la atendía.', 'es');
}

/** Binds the port before anything slow begins; rejects when it is taken. */
export async function listen(
  { port, host }: Pick<Config, 'port' | 'host'>,
  overrides: Partial<typeof timeouts> = {},
): Promise<HttpServer> {
  const { headersMs, requestMs, wholeMs, unreadMs, lookEveryMs, initMs, drainMs } = {
    ...timeouts,
    ...overrides,
  };
  const server: Server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: Math.max(requestMs, wholeMs),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: lookEveryMs,
      // Without this, the first of two equal headers counts here, while another server may use the last.
      joinDuplicateHeaders: true,
      // Other upgrade protocols are ignored, and the request is answered normally.
      shouldUpgradeCallback: ({ headers }) =>
        server.listenerCount('upgrade') > 0 && headers.upgrade?.toLowerCase() === 'websocket',
    },
    notReady,
  );
  server.timeout = unreadMs;
  const slowBodyGuard = openSlowBodyGuard({ graceMs: requestMs, lookEveryMs });
  server.on('request', slowBodyGuard.watch);
  server.on('clientError', refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });

  let stopRoutes = async () => {};
  return {
    port: (server.address() as AddressInfo).port,
    async serve(config) {
      const { openRoutes } = await loadRoutes();
      server.removeListener('request', notReady);
      stopRoutes = openRoutes(server, config, { initMs });
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A keep-alive connection would otherwise stay open after its last request.
      const idling = setInterval(() => server.closeIdleConnections(), 50);
      const cutting = setTimeout(() => server.closeAllConnections(), drainMs);
      await stopRoutes();
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

/** Answers unreadable or too slow requests with an error and cuts the connection. */
function refuseUnreadable(error: Error & { code?: string }, socket: Duplex) {
  // A client that disconnected was not refused.
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
  const [reason, status] = {
    ERR_HTTP_REQUEST_TIMEOUT: ['slow', '408 Request Timeout'] as const,
    HPE_HEADER_OVERFLOW: ['headers', '431 Request Header Fields Too Large'] as const,
  }[error.code ?? ''] ?? ['unreadable', '400 Bad Request'];
  metrics.refusedConnections.inc({ reason });
  sayLast(socket, status);
}
