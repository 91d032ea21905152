import type { IncomingMessage } from 'node:http';
import { pathOf } from './request.ts';

/** Where links of letters and the way to a provider lead a browser. */
const landings = /^\/api\/auth\/(?:verify-email|delete-user\/callback|reset-password\/|cross-domain\/)/;

/**
 * What a browser is led to instead of an answer that only a program reads: a place that is named with a refusal, which
 * a browser would not follow, or the page that says in words why a link did not work. Programs are answered as ever.
 */
export async function forBrowser(request: IncomingMessage, made: Response): Promise<Response> {
  if (made.status < 400) return made;
  if (made.headers.has('location')) return led(made, made.headers.get('location') ?? '/');
  if (!request.headers.accept?.includes('text/html') || !landings.test(pathOf(request))) return made;
  const { code } = (await made
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  const value = typeof code === 'string' && code ? code.toLowerCase() : `status ${made.status}`;
  return led(made, `/sign-in?error=${encodeURIComponent(value)}`);
}

function led(made: Response, location: string): Response {
  const headers = new Headers(made.headers);
  headers.set('location', location);
  headers.delete('content-type');
  return new Response(null, { status: 302, headers });
}
