import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from './headers.ts';

const carried = 'better-auth-cookie';
const answered = 'set-better-auth-cookie';
const forOthers = /^\/(graphql$|api\/auth\/|media\/)/;
const shownHeaders = `${answered}, x-request-id, retry-after, x-retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-used, x-ratelimit-reset, idempotency-replayed, location, tus-resumable, upload-offset, upload-length, upload-expires`;

const byHeader = new WeakSet<IncomingMessage>();

/** What a web app that is served from another origin needs of every answer. */
export type CrossDomain = {
  /** Takes a session's cookies from their own header, and lets the page read the answer. True when that was all. */
  admit: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
};

/** Whether a request carries its session in the header, so that the answer hands cookies back the same way. */
export function isByHeader(request: IncomingMessage): boolean {
  return byHeader.has(request);
}

/** The origin that a browser says a page has; null where nobody says one. */
export function originOf({ headers: { origin } }: IncomingMessage): string | null {
  return origin && URL.canParse(origin) ? new URL(origin).origin : null;
}

/**
 * For the pages of `webOrigins` alone: their browsers may read answers, and send a session's cookies in a header of
 * their own, never beside real ones. Without any such origin there is none of this, and the header means nothing.
 */
export function openCrossDomain(webOrigins: readonly string[]): CrossDomain {
  const listed = new Set(webOrigins);
  return {
    admit(request, response, path) {
      const cookies = request.headers[carried];
      delete request.headers[carried];
      if (listed.size === 0 || !forOthers.test(path)) return false;
      const origin = originOf(request);
      const known = origin !== null && listed.has(origin);
      response.appendHeader('vary', 'origin');
      if (known) {
        response.setHeader('access-control-allow-origin', origin);
        response.setHeader('access-control-expose-headers', shownHeaders);
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
    'access-control-allow-headers': `content-type, ${carried}, idempotency-key, traceparent, tus-resumable, upload-length, upload-metadata, upload-offset`,
    'access-control-max-age': '600',
  });
  response.end();
}

/** Moves the cookies of an answer into the header that the page can read. */
export function handBackByHeader(answer: Response): Response {
  const cookies = answer.headers.getSetCookie();
  if (cookies.length === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('set-cookie');
  headers.set(answered, cookies.join(', '));
  return new Response(answer.body, { status: answer.status, headers });
}
