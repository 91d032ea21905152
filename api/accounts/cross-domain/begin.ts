import { z } from 'zod';
import { sessionCookie, viewerFrom } from '../session.ts';
import type { Begun } from './linking.ts';

export const challengeCookie = 'evertold.ott_challenge';
const tenMinutes = 600;

const Asked = z.object({
  provider: z.string().max(40),
  callbackURL: z.url().max(2000),
  errorCallbackURL: z.url().max(2000).optional(),
  newUserCallbackURL: z.url().max(2000).optional(),
  /** SHA-256 of the tab's secret, as base64url: only that tab can redeem the result. */
  challenge: z.string().regex(/^[\w-]{43}$/),
});

type Handler = (request: Request) => Promise<Response>;
type Where = {
  webOrigins: readonly string[];
  publicUrl: string;
  /** Consumes a link token and returns what it stands for. */
  begunWith: (token: string) => Promise<Begun | null>;
};

/**
 * Adds to the account API the path by which a page of another origin begins to sign in with a provider or to link it.
 */
export function forOtherOrigins(handler: Handler, where: Where): Handler {
  return async (request) => {
    const begins =
      request.method === 'GET' && new URL(request.url).pathname === '/api/auth/cross-domain/sign-in';
    if (!begins) return handler(request);
    const link = new URL(request.url).searchParams.get('link');
    return link === null
      ? beginElsewhere(request, handler, where)
      : linkElsewhere(request, handler, { ...where, token: link });
  };
}

/**
 * Begins a provider sign-in for a page of another origin. The browser opens this path as a page, so that the state
 * cookie belongs to our origin, to which the provider redirects; the final target must be a listed origin.
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

  const begun = await leadOn('/sign-in/social', body, { request, handler, publicUrl });
  if (begun.status !== 302) return begun;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  begun.headers.append(
    'set-cookie',
    `${challengeCookie}=${challenge}; Max-Age=${tenMinutes}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`,
  );
  return begun;
}

/**
 * Continues to link a provider for a session of another origin. A browser that is signed in here as another user is
 * refused: the linked account would become that session's.
 */
async function linkElsewhere(
  request: Request,
  handler: Handler,
  { publicUrl, begunWith, token }: Where & { token: string },
): Promise<Response> {
  const begun = token.length <= 200 ? await begunWith(token) : null;
  const cookie = begun ? sessionCookie(begun.sessionToken) : '';
  const theirs = begun ? await viewerFrom(new Headers({ cookie })) : null;
  if (!begun || !theirs) return refused(400, 'INVALID_TOKEN', 'Invalid token');
  const here = await viewerFrom(request.headers);
  if (here && (here.userId !== theirs.userId || here.impersonatorId))
    return refused(403, 'FORBIDDEN', 'Not authorized');
  return leadOn('/link-social', begun.body, { request, handler, publicUrl, cookie });
}

/** Calls the account API as our own page would, and redirects to the provider with the state cookie. */
async function leadOn(
  path: string,
  body: object,
  asked: { request: Request; handler: Handler; publicUrl: string; cookie?: string },
): Promise<Response> {
  const { request, handler, publicUrl, cookie } = asked;
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
  if (cookie) headers.set('cookie', cookie);
  const begun = await handler(
    new Request(new URL(`/api/auth${path}`, publicUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  );
  if (!begun.ok) return begun;
  const { url } = (await begun.json()) as { url: string };
  const answer = new Response(null, { status: 302, headers: { location: url } });
  // Only the state cookie: the other origin's session must not be set here.
  for (const each of begun.headers.getSetCookie())
    if (/^[^=]*\.state=/.test(each)) answer.headers.append('set-cookie', each);
  return answer;
}

function refused(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
