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
import { pathOf } from './http/request.ts';
import { openRoutes } from './http/routes.ts';
import { schema } from './schema.ts';

/** How long it waits: for a request's headers, for all of it, for a socket's first word, for an orderly end. */
const patience = {
  headersMs: 10_000,
  requestMs: 30_000,
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

/** Takes the port, before anything slow begins; rejects when somebody else has it. */
export async function listen(
  { port, host }: Pick<Config, 'port' | 'host'>,
  { headersMs, requestMs, lookEveryMs, initMs, drainMs }: typeof patience = patience,
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: lookEveryMs,
      // Else of two the first one counts, where another server may go by the last.
      joinDuplicateHeaders: true,
    },
    notReady,
  );
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
    if (pathOf(request) !== '/graphql') return refuseUpgrade(socket, '404 Not Found');
    // A browser always says which page asks; who says nothing is no browser, and carries no one's cookies.
    if (isForeign(request, origins)) return refuseUpgrade(socket, '403 Forbidden');
    const ipAddress = addressOf(request);
    const full = sockets.refusalOf(ipAddress);
    if (full) return refuseUpgrade(socket, full, { 'retry-after': '10' });
    const spentUp = meter.spentUp(ipAddress);
    if (spentUp) return refuseUpgrade(socket, '429 Too Many Requests', budgetHeaders(spentUp));
    sockets.upgrade(request, socket, head);
  });
  return sockets;
}

function refuseUpgrade(socket: Duplex, status: string, headers: Record<string, string> = {}) {
  socket.on('error', () => socket.destroy());
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' });
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
}

function notReady(request: IncomingMessage, response: ServerResponse) {
  if (pathOf(request) === '/healthz') return answer(response, 200, { status: 'up' });
  response.setHeader('retry-after', '1');
  answer(response, 503, { status: 'starting' });
}

/** What can't be read as HTTP, or comes too slowly, is told so and cut off. */
function refuseGarbage(error: Error & { code?: string }, socket: Duplex) {
  if (!socket.writable) return socket.destroy();
  const status = {
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  }[error.code ?? ''];
  socket.end(`HTTP/1.1 ${status ?? '400 Bad Request'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
