import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import { createAuth } from '#api/accounts/auth.ts';
import { viewerOfAddress } from '#api/accounts/cross-domain/media-address.ts';
import { ports } from '#api/adapters/ports.ts';
import { contactCardPath } from '#api/calls/trusted-caller/contact-card.ts';
import type { Config } from '#api/config.ts';
import { fileCost, type Meter, openMeter, refusedCost } from '#api/graphql/limits/meter.ts';
import { masked } from '#api/graphql/masking.ts';
import type { Yoga } from '#api/graphql/yoga.ts';
import { serveMedia } from '#api/keepsakes/media.ts';
import { log } from '#api/platform/log.ts';
import { within } from '#api/platform/observability/scope.ts';
import { root } from '#api/platform/root.ts';
import { serveSound } from '#api/recordings/serve.ts';
import { schema } from '#api/schema.ts';
import { webhooks } from '#api/webhooks.ts';
import { serveAccounts } from './accounts.ts';
import { addressReader, ownOrigins, proxyReader } from './addresses.ts';
import { BodyPacked, BodyTooLarge, BrokenOff } from './body.ts';
import { type BodyMemoryBudget, openBodyMemoryBudget, TooMany } from './body-memory-budget.ts';
import { badKey, bearerOf, callerOf } from './callers.ts';
import { serveContactCard } from './contact-card.ts';
import { openCrossDomain } from './cross-domain.ts';
import { isCsvPath, serveCsv } from './csv.ts';
import { serveGraphQL } from './graphql.ts';
import { answer, refuse, refuseKey, securityHeaders } from './headers.ts';
import { readiness } from './health.ts';
import { listenAddressOf, serveListen } from './listen.ts';
import { serveMetrics } from './metrics.ts';
import { takePhoto } from './photo.ts';
import { pathOf, type Trace, traced } from './request.ts';
import { openRequestCost, refuseSpentUp } from './request-cost.ts';
import { schemaFilePath, serveSchemaFile } from './schema-file.ts';
import { openWebSockets } from './sockets.ts';
import { serveUnsubscribe, unsubscribeAddressOf } from './unsubscribe.ts';
import { serveWebhook } from './webhooks.ts';
import { website } from './website.ts';

const webFolder = fileURLToPath(new URL('web/dist', root));

/** The request budget and the memory budget, by caller. */
type Counted = { meter: Meter; bodies: BodyMemoryBudget };

type Route = (request: IncomingMessage, response: ServerResponse, trace: Trace) => Promise<void> | void;

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
function openWebRoutes(config: Config, { meter, bodies }: Counted): Route {
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
    if (path === '/media/photo' && request.method === 'PUT') {
      trace.route = 'media';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      return takePhoto(request, response, { origins, meter, bodies, trace, requestCost }).finally(
        requestCost.chargeIfUncharged,
      );
    }
    if (path === '/media/upload' || path.startsWith('/media/upload/')) {
      trace.route = 'media';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      // Loaded only for members who add keepsakes.
      const { serveUpload } = await import('./uploads.ts');
      return serveUpload(request, response, { origins, trace, requestCost }).finally(
        requestCost.chargeIfUncharged,
      );
    }
    const [, recorded] = /^\/media\/recording\/([^/]+)$/.exec(path) ?? [];
    if (recorded && request.method === 'PUT') {
      trace.route = 'media';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      const asked = new URL(request.url ?? '/', publicUrl).searchParams;
      // Loaded only when a conversation is recorded.
      const { takePiece } = await import('./recording.ts');
      const door = { origins, bodies, trace, requestCost, conversationId: recorded, asked };
      return takePiece(request, response, door).finally(requestCost.chargeIfUncharged);
    }
    const [, dictated] = /^\/media\/dictation\/([^/]+)$/.exec(path) ?? [];
    if (dictated && request.method === 'POST') {
      trace.route = 'media';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      // Loaded only for speakers whose browser has no dictation.
      const { takeDictation } = await import('./dictation.ts');
      const door = { origins, meter, bodies, trace, requestCost, conversationId: dictated };
      return takeDictation(request, response, door).finally(requestCost.chargeIfUncharged);
    }
    const webhook = webhooks.find((each) => each.path === path);
    if (webhook) {
      trace.route = 'hooks';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      let isAccepted = false;
      try {
        isAccepted = await serveWebhook(webhook, request, response, { publicUrl, bodies, trace });
      } finally {
        // Providers aren't charged: however many of their requests come at once, none is turned away.
        if (!isAccepted) await requestCost.chargeIfUncharged();
      }
      return;
    }
    const [, media] = /^\/media\/([^/]+)$/.exec(path) ?? [];
    if (media && (request.method === 'GET' || request.method === 'HEAD')) {
      trace.route = 'media';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      const caller = await callerOf(request);
      if (caller === badKey) {
        await requestCost.charge(refusedCost);
        return refuseKey(response);
      }
      const asked = new URL(request.url ?? '/', publicUrl).searchParams;
      const viewer = caller?.viewer ?? (await viewerOfAddress(media, asked));
      trace.userId = viewer?.userId ?? null;
      trace.keyId = viewer?.key?.id ?? null;
      const spending = await requestCost.charge(fileCost);
      if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);
      if (asked.has('signature')) response.setHeader('cross-origin-resource-policy', 'cross-origin');
      if (await serveSound(request, response, { id: media, viewer, asked })) return;
      const width = asked.get('width');
      const isDownload = asked.has('download');
      return serveMedia(request, response, { id: media, viewer, width, isDownload, storage: ports.storage });
    }
    if (isCsvPath(path)) {
      trace.route = 'csv';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      const asked = new URL(request.url ?? '/', publicUrl).searchParams;
      return serveCsv(request, response, { path, asked, origins, trace, requestCost }).finally(
        requestCost.chargeIfUncharged,
      );
    }
    const unsubscribed = request.method === 'POST' ? unsubscribeAddressOf(path) : null;
    if (unsubscribed) {
      trace.route = 'unsubscribe';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      // Mail providers post for many readers from few addresses, so what they do for a reader isn't charged.
      const isOurs = await serveUnsubscribe(response, unsubscribed);
      if (!isOurs) await requestCost.chargeIfUncharged();
      return;
    }
    const listening = listenAddressOf(path);
    if (listening && (request.method === 'GET' || request.method === 'HEAD')) {
      trace.route = 'listen';
      const requestCost = openRequestCost(request, response, { meter, trace });
      if (!requestCost) return;
      const spending = await requestCost.charge(fileCost);
      if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);
      return serveListen(request, response, { ...listening, ipAddress: trace.ipAddress });
    }
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
