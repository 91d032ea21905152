import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { sessionStands, viewerFrom } from '#api/accounts/session.ts';
import type { Config } from '#api/config.ts';
import { budgetHeaders, type Meter } from '#api/graphql/limits/meter.ts';
import { openSockets } from '#api/graphql/sockets/sockets.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { schema } from '#api/schema.ts';
import { socketHooks } from '#api/webhooks.ts';
import { addressReader, isForeign, ownOrigins } from './addresses.ts';
import type { BodyMemoryBudget } from './body-memory-budget.ts';
import { badKey, bearerOf, callerOf } from './callers.ts';
import { originOf } from './cross-domain.ts';
import { sayLast } from './headers.ts';
import { pathOf } from './request.ts';

/**
 * Every WebSocket address of a web server: GraphQL's, and those of the domains. `initMs` is the timeout for the first
 * message over GraphQL.
 */
export function openWebSockets(
  server: Server,
  config: Config,
  { initMs, meter, bodies }: { initMs: number; meter: Meter; bodies: BodyMemoryBudget },
): () => Promise<void> {
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
    if (full) return refuseUpgrade(socket, 'connections', full, { 'retry-after': '10' });
    const spentUp = meter.spentUp(ipAddress);
    if (spentUp) return refuseUpgrade(socket, 'budget', '429 Too Many Requests', budgetHeaders(spentUp));
    sockets.upgrade(request, socket, head);
  });
  return async () => {
    for (const hook of hooks.values()) hook.close();
    await sockets.close();
  };
}

function refuseUpgrade(
  socket: Duplex,
  reason: 'path' | 'origin' | 'connections' | 'budget',
  status: string,
  headers: Record<string, string> = {},
) {
  metrics.refusedConnections.inc({ reason });
  socket.on('error', () => socket.destroy());
  sayLast(socket, status, headers);
}
