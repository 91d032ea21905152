import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import { createAuth } from '#api/accounts/auth.ts';
import { contactCardPath } from '#api/calls/trusted-caller/contact-card.ts';
import type { Config } from '#api/config.ts';
import { type Meter, openMeter } from '#api/graphql/limits/meter.ts';
import { masked } from '#api/graphql/masking.ts';
import type { Yoga } from '#api/graphql/yoga.ts';
import { log } from '#api/platform/log.ts';
import { within } from '#api/platform/observability/scope.ts';
import { root } from '#api/platform/root.ts';
import { schema } from '#api/schema.ts';
import { serveAccounts } from './accounts.ts';
import { addressReader, ownOrigins, proxyReader } from './addresses.ts';
import { BodyPacked, BodyTooLarge, BrokenOff } from './body.ts';
import { type BodyMemoryBudget, openBodyMemoryBudget, TooMany } from './body-memory-budget.ts';
import { bearerOf } from './callers.ts';
import { serveContactCard } from './contact-card.ts';
import { openCrossDomain } from './cross-domain.ts';
import { serveGraphQL } from './graphql.ts';
import { answer, refuse, securityHeaders } from './headers.ts';
import { readiness } from './health.ts';
import { serveMetrics } from './metrics.ts';
import { pathOf, type Trace, traced } from './request.ts';
import { findRoute, serveRoute } from './route.ts';
import { routes } from './route-table.ts';
import { schemaFilePath, serveSchemaFile } from './schema-file.ts';
import { openWebSockets } from './sockets.ts';
import { website } from './website.ts';

const webFolder = fileURLToPath(new URL('web/dist', root));

/** The request budget and the memory budget, by caller. */
type Counted = { meter: Meter; bodies: BodyMemoryBudget };

type Handler = (request: IncomingMessage, response: ServerResponse, trace: Trace) => Promise<void> | void;

/**
 * Serves every address of the server, and opens its sockets; a worker serves only health and metrics. Returns a function
 * that makes /readyz say that the server is stopping, and closes the sockets.
 */
export function openRoutes(
  server: Server,
  config: Config,
  { initMs }: { initMs: number },
): () => Promise<void> {
  const meter = openMeter(config);
  const bodies = openBodyMemoryBudget(meter);
  const counted = { meter, bodies };
  let stopping = false;
  const handle = openHandler(config, counted, { isStopping: () => stopping });
  server.on('request', handle);
  const closeSockets =
    config.role === 'worker' ? null : openWebSockets(server, config, { initMs, ...counted });
  return async () => {
    stopping = true;
    await closeSockets?.();
  };
}

/** Answers a request, with what all answers share. */
function openHandler(config: Config, counted: Counted, { isStopping }: { isStopping: () => boolean }) {
  const shared = Object.entries(securityHeaders(config));
  const addressOf = addressReader(config.trustedProxies);
  const isProxy = proxyReader(config.trustedProxies);
  const numbers = { token: config.metricsToken, isProxy };
  const further = config.role === 'worker' ? notHere : openWebRoutes(config, counted);
  const compress = compression();
  const { admit } = openCrossDomain(config.webOrigins);

  async function route(request: IncomingMessage, response: ServerResponse, trace: Trace): Promise<void> {
    const path = pathOf(request);
    if (path === '/metrics') {
      trace.route = 'metrics';
      return serveMetrics(request, response, numbers);
    }
    if (path === '/healthz' || path === '/readyz') {
      trace.route = 'health';
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD');
        return answer(response, 405, { error: 'Method not allowed' });
      }
      return path === '/healthz' ? answer(response, 200, { status: 'up' }) : tellReadiness(response);
    }
    return further(request, response, trace);
  }

  async function tellReadiness(response: ServerResponse) {
    const state = await readiness();
    const stopping = isStopping();
    const ready = !stopping && state.database === 'up' && state.migrations === 'applied';
    answer(response, ready ? 200 : 503, {
      status: stopping ? 'stopping' : ready ? 'ready' : 'not ready',
      ...state,
    });
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const trace = traced(request, response, {
      ipAddress: addressOf(request),
      byProxy: isProxy(request.socket.remoteAddress ?? ''),
    });
    for (const [name, value] of shared) response.setHeader(name, value);
    // Two hosts joined by a comma are refused: a proxy before us may have used the other one.
    if (request.headers.host?.includes(',')) {
      return refuse(response, 400, 'BAD_REQUEST', 'Name one host');
    }
    if (isStopping()) response.setHeader('connection', 'close');
    if (admit(request, response, pathOf(request))) return;
    const go = () => {
      within({ about: trace.about, span: trace.span }, () => route(request, response, trace)).catch(
        (error: unknown) => fail(response, error, trace.id),
      );
    };
    // Skip compression when the client sends no Accept-Encoding.
    if (request.headers['accept-encoding'] === undefined) go();
    else compress(request as never, response as never, go);
  };
}

/** The routes of a web server: the API, the accounts, media and the web app. */
function openWebRoutes(config: Config, { meter, bodies }: Counted): Handler {
  const { publicUrl } = config;
  const origins = ownOrigins(config);
  let opening: Promise<Yoga> | null = null;
  const yoga = () => {
    opening ??= import('#api/graphql/yoga.ts').then(
      ({ openYoga }) => openYoga(schema),
      (error) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  const accounts = createAuth(config, origins);
  const web = website(webFolder);

  return async (request, response, trace) => {
    const path = pathOf(request);
    if (path === '/graphql') {
      trace.route = 'graphql';
      return serveGraphQL(request, response, { schema, yoga, origins, publicUrl, meter, bodies, trace });
    }
    if (path.startsWith('/api/auth/')) {
      trace.route = 'auth';
      // API keys can't use the account routes, even together with cookies.
      if (bearerOf(request)?.startsWith('evt_')) {
        return refuse(response, 403, 'FORBIDDEN', 'Accounts are not for API keys');
      }
      return serveAccounts(request, response, {
        handler: accounts.handler,
        publicUrl,
        meter,
        bodies,
        trace,
      });
    }
    const found = findRoute(routes, request);
    if (found) return serveRoute(found, request, response, { origins, publicUrl, meter, bodies, trace });
    if (path === contactCardPath && (request.method === 'GET' || request.method === 'HEAD')) {
      return serveContactCard(request, response, webFolder);
    }
    if (path === schemaFilePath) return serveSchemaFile(request, response);
    web(request, response);
  };
}

function notHere(_request: IncomingMessage, response: ServerResponse) {
  answer(response, 404, { error: 'Not found' });
}

function fail(response: ServerResponse, error: unknown, requestId: string) {
  // The client has disconnected.
  if (error instanceof BrokenOff || response.destroyed) return log.debug({ requestId, error }, 'broken off');
  // Another answer was sent already, for example 408 for a slow body.
  if (response.headersSent) return void masked(error, requestId);
  if (error instanceof BodyTooLarge) return refuse(response, 413, 'BAD_REQUEST', error.message);
  if (error instanceof TooMany) {
    response.setHeader('retry-after', error.retryAfterSeconds);
    response.setHeader('connection', 'close');
    return refuse(response, error.status, error.code, error.message);
  }
  if (error instanceof BodyPacked) return refuse(response, 415, 'BAD_REQUEST', 'Send the body unpacked');
  const clientError = masked(error, requestId);
  const away = clientError.extensions.code === 'SERVICE_UNAVAILABLE';
  if (away) response.setHeader('retry-after', '2');
  answer(response, away ? 503 : 500, { errors: [clientError.toJSON()] });
}
