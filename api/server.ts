import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { sessionStands, viewerFrom } from './accounts/session.ts';
import type { Config } from './config.ts';
import { budgetHeaders, type Meter, openMeter } from './graphql/limits/meter.ts';
import { openSockets } from './graphql/sockets/sockets.ts';
import { addressReader, isForeign, ownOrigins } from './http/addresses.ts';
import { badKey, bearerOf, callerOf } from './http/callers.ts';
import { originOf } from './http/cross-domain.ts';
import { answer } from './http/headers.ts';
import { openPace } from './http/pace.ts';
import { pathOf } from './http/request.ts';
import { openRoutes } from './http/routes.ts';
import { metrics } from './platform/watching/metrics.ts';
import { schema } from './schema.ts';

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

/** How long whoever is refused has to read why. */
const lingerMs = 1_000;

export type HttpServer = {
  /** The port it listens on: a free one when 0 was asked for. */
  port: number;
  /** Begins to answer. Until then it says that it is not ready. */
  serve: (config: Config) => Promise<void>;
  /** Takes nothing new, says goodbye to the sockets, and lets running requests end. */
  close: () => Promise<void>;
};

/** Takes the port, before anything slow begins; rejects when somebody else has it. */
export async function listen(
  { port, host }: Pick<Config, 'port' | 'host'>,
  hurry: Partial<typeof patience> = {},
): Promise<HttpServer> {
  const { headersMs, requestMs, wholeMs, unreadMs, lookEveryMs, initMs, drainMs } = { ...patience, ...hurry };
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: Math.max(requestMs, wholeMs),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: lookEveryMs,
      // Else of two the first one counts, where another server may go by the last.
      joinDuplicateHeaders: true,
    },
    notReady,
  );
  server.timeout = unreadMs;
  const pace = openPace({ graceMs: requestMs, lookEveryMs });
  server.on('request', pace.watch);
  server.on('clientError', refuseGarbage);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });

  let closeDoors = async () => {};
  return {
    port: (server.address() as AddressInfo).port,
    async serve(config) {
      const meter = openMeter(config);
      const routes = await openRoutes(config, meter);
      server.removeListener('request', notReady);
      server.on('request', routes.handle);
      const sockets = config.role === 'worker' ? null : openGraphQLSockets(server, config, { initMs, meter });
      closeDoors = async () => {
        routes.stopping();
        await sockets?.close();
      };
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection whose last request has ended would be kept for a next one.
      const idling = setInterval(() => server.closeIdleConnections(), 50);
      const cutting = setTimeout(() => server.closeAllConnections(), drainMs);
      await closeDoors();
      await closed;
      clearInterval(idling);
      pace.close();
      clearTimeout(cutting);
    },
  };
}

function openGraphQLSockets(
  server: Server,
  config: Config,
  { initMs, meter }: { initMs: number; meter: Meter },
) {
  const origins = ownOrigins(config);
  const addressOf = addressReader(config.trustedProxies);
  const sockets = openSockets({
    schema,
    async viewerOf(request, { apiKey, betterAuthCookie }) {
      const elsewhere = config.webOrigins.includes(originOf(request) ?? '');
      if (apiKey === undefined && elsewhere && typeof betterAuthCookie === 'string')
        return viewerFrom({ get: () => betterAuthCookie, elsewhere });
      const caller = await callerOf(request, apiKey === undefined ? bearerOf(request) : `${apiKey}`);
      return caller === badKey ? caller : (caller?.viewer ?? null);
    },
    sessionStands,
    addressOf,
    initMs,
    meter,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) !== '/graphql') return refuseUpgrade(socket, 'path', '404 Not Found');
    // A browser always says which page asks; who says nothing is no browser, and carries no one's cookies.
    if (isForeign(request, origins)) return refuseUpgrade(socket, 'origin', '403 Forbidden');
    const ipAddress = addressOf(request);
    const full = sockets.refusalOf(ipAddress);
    if (full) return refuseUpgrade(socket, 'crowd', full, { 'retry-after': '10' });
    const spentUp = meter.spentUp(ipAddress);
    if (spentUp) return refuseUpgrade(socket, 'budget', '429 Too Many Requests', budgetHeaders(spentUp));
    sockets.upgrade(request, socket, head);
  });
  return sockets;
}

function refuseUpgrade(
  socket: Duplex,
  reason: 'path' | 'origin' | 'crowd' | 'budget',
  status: string,
  headers: Record<string, string> = {},
) {
  metrics.refusedConnections.inc({ reason });
  socket.on('error', () => socket.destroy());
  sayLast(socket, status, headers);
}

/** Says no more to a connection than this, and cuts it even when the other side keeps it open. */
function sayLast(socket: Duplex, status: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  const cutting = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutting));
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
