import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from './headers.ts';

const requestCookieHeader = 'better-auth-cookie';
const answered = 'set-better-auth-cookie';
const crossDomainPaths = /^\/(graphql$|api\/auth\/|media\/|desk\/|listen\/)/;
const exposedHeaders = `${answered}, x-request-id, retry-after, x-retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-used, x-ratelimit-reset, idempotency-replayed, location, tus-resumable, upload-offset, upload-length, upload-expires`;

const byHeader = new WeakSet<IncomingMessage>();

/** Access for a web app that is served from another origin. */
export type CrossDomain = {
  /**
   * Reads session cookies from their own header and allows the page to read the answer. Returns true when the request
   * is answered already.
   */
  admit: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
};

/** Whether a request carries its session in that header, so that the answer returns cookies in a header too. */
export function isByHeader(request: IncomingMessage): boolean {
  return byHeader.has(request);
}

/** The page's origin by the browser's Origin header; null without a valid one. */
export function originOf({ headers: { origin } }: IncomingMessage): string | null {
  return origin && URL.canParse(origin) ? new URL(origin).origin : null;
}

/**
 * Only for the pages of `webOrigins`: they may read answers, and send session cookies in a header of their own, never
 * together with real cookies. Without configured origins, the header is ignored.
 */
export function openCrossDomain(webOrigins: readonly string[]): CrossDomain {
  const listed = new Set(webOrigins);
  return {
    admit(request, response, path) {
      const cookies = request.headers[requestCookieHeader];
      delete request.headers[requestCookieHeader];
      if (listed.size === 0 || !crossDomainPaths.test(path)) return false;
      const origin = originOf(request);
      const known = origin !== null && listed.has(origin);
      response.appendHeader('vary', 'origin');
      if (known) {
        response.setHeader('access-control-allow-origin', origin);
        response.setHeader('access-control-expose-headers', exposedHeaders);
        response.setHeader('cross-origin-resource-policy', 'cross-origin');
        if (request.method === 'OPTIONS') {
          preflight(response);
          return true;
        }
      }
      if (cookies === undefined) return false;
      if (!known) {
        refuse(response, 403, 'FORBIDDEN', 'This origin is not listed');
        return true;
      }
      if (request.headers.cookie !== undefined) {
        refuse(response, 400, 'BAD_REQUEST', 'Send cookies as such or in their header, not both');
        return true;
      }
      byHeader.add(request);
      const value = [cookies].flat().join('; ');
      if (value) request.headers.cookie = value;
      return false;
    },
  };
}

function preflight(response: ServerResponse) {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': `content-type, ${requestCookieHeader}, idempotency-key, traceparent, tus-resumable, upload-length, upload-metadata, upload-offset`,
    'access-control-max-age': '600',
  });
  response.end();
}

/** Moves the cookies of an answer into a header that the page can read. */
export function handBackByHeader(answer: Response): Response {
  const cookies = answer.headers.getSetCookie();
  if (cookies.length === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('set-cookie');
  headers.set(answered, cookies.join(', '));
  return new Response(answer.body, { status: answer.status, headers });
}
