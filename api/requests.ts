import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { sessionStands, viewerFrom } from './accounts/session.ts';
import type { Config } from './config.ts';
import { budgetHeaders, type Meter, openMeter } from './graphql/limits/meter.ts';
import { openSockets } from './graphql/sockets/sockets.ts';
import { addressReader, isForeign, ownOrigins } from './http/addresses.ts';
import { type BodyMemoryBudget, openBodyMemoryBudget } from './http/body-memory-budget.ts';
import { badKey, bearerOf, callerOf } from './http/callers.ts';
import { originOf } from './http/cross-domain.ts';
import { sayLast } from './http/headers.ts';
import { pathOf } from './http/request.ts';
import { openRoutes } from './http/routes.ts';
import { metrics } from './platform/observability/metrics.ts';
import { schema } from './schema.ts';
import { socketHooks } from './webhooks.ts';

/** Answers the requests of a server and opens its sockets; `initMs` is the timeout for a socket's first message. */
export function takeRequests(
  server: Server,
  config: Config,
  { initMs }: { initMs: number },
): () => Promise<void> {
  const meter = openMeter(config);
  const bodies = openBodyMemoryBudget(meter);
  const routes = openRoutes(config, { meter, bodies });
  server.on('request', routes.handle);
  const sockets =
    config.role === 'worker' ? null : openGraphQLSockets(server, config, { initMs, meter, bodies });
  return async () => {
    routes.stopping();
    await sockets?.close();
  };
}

function openGraphQLSockets(
  server: Server,
  config: Config,
  { initMs, meter, bodies }: { initMs: number; meter: Meter; bodies: BodyMemoryBudget },
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
    hold: bodies.hold,
  });
  const hooks = new Map(socketHooks.map(({ path, open }) => [path, open()]));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const hook = hooks.get(pathOf(request));
    if (!hook && pathOf(request) !== '/graphql') return refuseUpgrade(socket, 'path', '404 Not Found');
    // A browser always sends an Origin; a client without one is no browser and carries no user's cookies.
    if (isForeign(request, origins)) return refuseUpgrade(socket, 'origin', '403 Forbidden');
    if (hook) {
      socket.on('error', () => socket.destroy());
      hook.upgrade(request, socket, head).then(
        (refusal) => refusal && sayLast(socket, refusal),
        () => sayLast(socket, '503 Service Unavailable'),
      );
      return;
    }
    const ipAddress = addressOf(request);
    const full = sockets.refusalOf(ipAddress);
    if (full) return refuseUpgrade(socket, 'crowd', full, { 'retry-after': '10' });
    const spentUp = meter.spentUp(ipAddress);
    if (spentUp) return refuseUpgrade(socket, 'budget', '429 Too Many Requests', budgetHeaders(spentUp));
    sockets.upgrade(request, socket, head);
  });
  return {
    async close() {
      for (const hook of hooks.values()) hook.close();
      await sockets.close();
    },
  };
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
