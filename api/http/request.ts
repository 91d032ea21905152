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
 * Gives the request an id, which the answer repeats in a header, and logs one line when the answer was sent. The id and
 * the trace of the caller are used only when a trusted proxy sends them: others could write what they like into the log.
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
    // Health checks and scrapes are frequent.
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

/** Begins the span of a request, within the trace of the proxy when that sends one. */
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

/** The requested path without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** The request's headers as a `Headers` object. */
export function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

/** The headers that identify the sender of a request. */
export function credentialsOf(request: IncomingMessage): Credentials {
  return { get: (name) => request.headers[name] ?? null, elsewhere: isByHeader(request) };
}

/** The words in the paths of this server; any other part of a path is an id, a token or a guess. */
const words = new Set(
  `about account-info admin agent-prompts api assets audit auth ban-user biography call-log callback change change-email
  change-password confirm confirm-password conversations create-user cross-domain dashboard delete-user dev-login developers edit email error family-friends forget-password
  forgot-password get-access-token get-session get-user gift gift-another-loved-one graphql has-permission healthz hooks
  how-it-works impersonate-user invitation invite keepsakes link link-social list-accounts listen list-sessions list-user-sessions
  list-users media messages metrics models new ok onboarding one-time-token permissions phone-number photo playground privacy prompts
  readyz reconcile recording reference refresh-token remove remove-user request-password-reset reset-password restore revoke-other-sessions revoke-session
  revoke-sessions revoke-user-session revoke-user-sessions schema.graphql send-otp send-verification-email set-role set-user-password
  sets settings sign-in sign-out sign-up sms sms-opt-in social sound story stop-impersonating subjects tell-my-own-story test-login tos
  twilio upload unban-user undo-email-change unlink-account unsubscribe update-session update-user users verify verify-email verify-password viewer writer`.split(
    /\s+/,
  ),
);

/** A path as logs and traces may store it: unknown parts become a colon, and its length and depth are limited. */
export function shapeOf(path: string): string {
  const parts = path.split('/', 8).slice(1);
  return `/${parts.map((part) => (part === '' || words.has(part) ? part : ':')).join('/')}`;
}
