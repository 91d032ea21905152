import { z } from 'zod';
import type { Auth } from '../auth.ts';

export const challengeCookie = 'evertold.ott_challenge';
const tenMinutes = 600;

const Asked = z.object({
  provider: z.string().max(40),
  callbackURL: z.url().max(2000),
  errorCallbackURL: z.url().max(2000).optional(),
  newUserCallbackURL: z.url().max(2000).optional(),
  /** SHA-256 of what the tab keeps to itself, as base64url: only that tab can redeem what comes back. */
  challenge: z.string().regex(/^[\w-]{43}$/),
});

type Handler = Auth['handler'];
type Where = { webOrigins: readonly string[]; publicUrl: string };

/** The accounts, and where a page of another origin begins to sign in by a provider. */
export function forOtherOrigins(handler: Handler, where: Where): Handler {
  return async (request) => {
    const begins =
      request.method === 'GET' && new URL(request.url).pathname === '/api/auth/cross-domain/sign-in';
    return begins ? beginElsewhere(request, handler, where) : handler(request);
  };
}

/**
 * Begins to sign in by a provider for a page of another origin. The browser opens this as a page, so that the state
 * cookie lies at our own origin, where the provider leads back to; what it leads on to must be a listed origin.
 */
async function beginElsewhere(
  request: Request,
  handler: Handler,
  { webOrigins, publicUrl }: Where,
): Promise<Response> {
  const asked = Asked.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return refused(400, 'BAD_REQUEST', 'Invalid request');
  const { challenge, ...body } = asked.data;
  const targets = [body.callbackURL, body.errorCallbackURL, body.newUserCallbackURL].filter(Boolean);
  if (!targets.every((url) => webOrigins.includes(new URL(url as string).origin)))
    return refused(403, 'FORBIDDEN', 'Invalid callbackURL');

  const headers = new Headers(request.headers);
  for (const name of [
    'cookie',
    'content-length',
    'sec-fetch-site',
    'sec-fetch-mode',
    'sec-fetch-dest',
    'referer',
  ])
    headers.delete(name);
  headers.set('origin', publicUrl);
  headers.set('content-type', 'application/json');
  const begun = await handler(
    new Request(new URL('/api/auth/sign-in/social', publicUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  );
  if (!begun.ok) return begun;
  const { url } = (await begun.json()) as { url: string };
  const answer = new Response(null, { status: 302, headers: { location: url } });
  for (const cookie of begun.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  answer.headers.append(
    'set-cookie',
    `${challengeCookie}=${challenge}; Max-Age=${tenMinutes}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`,
  );
  return answer;
}

function refused(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
