import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credentials } from '#api/accounts/session.ts';
import type { Operation } from '#api/graphql/operations/operation.ts';
import { log } from '#api/platform/log.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import type { About } from '#api/platform/observability/scope.ts';
import type { Span } from '#api/platform/observability/span.ts';
import { beginSpan, isTracing } from '#api/platform/observability/tracing.ts';
import { isByHeader } from './cross-domain.ts';
import { shapeOf } from './paths.ts';

/** What a request was about, for its log line. */
export type Trace = {
  readonly id: string;
  readonly ipAddress: string;
  readonly about: About;
  readonly span: Span | null;
  route:
    | 'graphql'
    | 'auth'
    | 'media'
    | 'hooks'
    | 'csv'
    | 'unsubscribe'
    | 'listen'
    | 'health'
    | 'metrics'
    | 'web';
  operation: Operation | null;
  userId: string | null;
  /** The partner's key that it came with. */
  keyId: string | null;
};

const wellFormed = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Names the request, tells the caller its name, and writes one line once the answer has gone. Under a name or a trace
 * that came with it only when a trusted proxy sends it: anybody else could write what they like into our log.
 */
export function traced(
  request: IncomingMessage,
  response: ServerResponse,
  { ipAddress, byProxy }: { ipAddress: string; byProxy: boolean },
): Trace {
  const given = request.headers['x-request-id'];
  const id = byProxy && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
  const about: About = { requestId: id };
  const path = pathOf(request);
  const span = isTracing() ? spanOf(request, { id, path, byProxy }) : null;
  const trace: Trace = {
    id,
    ipAddress,
    about,
    span,
    route: 'web',
    operation: null,
    userId: null,
    keyId: null,
  };
  response.setHeader('x-request-id', id);

  const started = performance.now();
  response.once('close', () => {
    const { route, operation, userId, keyId } = trace;
    const ms = performance.now() - started;
    // An answer that the caller did not wait for has no status.
    const status = response.writableFinished ? response.statusCode : null;
    const labels = { route, operation: operation?.name ?? '' };
    span?.set({
      'http.route': route,
      ...(status && { 'http.response.status_code': status }),
      ...(about.conversationId && { 'evertold.conversation_id': about.conversationId }),
    });
    span?.end();
    metrics.requests.inc({ ...labels, code: status ?? 'gone' });
    metrics.requestSeconds.observe(labels, ms / 1000);
    // Those who only ask how the server is ask often.
    const say = route === 'health' || route === 'metrics' ? log.debug : log.info;
    say(
      {
        ...about,
        method: request.method ?? null,
        route,
        path: shapeOf(path),
        ...(operation && { operation: operation.name }),
        ...(operation?.name === 'other' && { document: operation.document }),
        status,
        ms: Math.round(ms),
        ...(userId && { userId }),
        ...(keyId && { keyId }),
      },
      'request',
    );
  });
  return trace;
}

/** Under the trace of the proxy before us, when it sends one. */
function spanOf(
  { method = '', headers: { traceparent } }: IncomingMessage,
  { id: requestId, path, byProxy }: { id: string; path: string; byProxy: boolean },
) {
  return beginSpan(
    `${method} ${shapeOf(path)}`,
    'server',
    { 'evertold.request_id': requestId, 'http.request.method': method },
    byProxy && typeof traceparent === 'string' ? traceparent : null,
  );
}

/** The path that was asked for, without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** The headers as `fetch` has them. */
export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

/** What of a request says who sends it. */
export function credentialsOf(request: IncomingMessage): Credentials {
  return { get: (name) => request.headers[name] ?? null, elsewhere: isByHeader(request) };
}
