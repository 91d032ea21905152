import type { IncomingMessage, ServerResponse } from 'node:http';
import { withImageAddress } from '#api/accounts/cross-domain/media-address.ts';
import { readBody, sendResponse } from './body.ts';
import { handBackByHeader, isByHeader } from './cross-domain.ts';
import { forBrowser } from './landing.ts';
import { headersOf, pathOf, type Trace } from './request.ts';

/** What this part takes at most: names and passwords are short. */
const bodyBytes = 64 * 1024;

/** Hands a request to the accounts' own handler, with the one address that is known to be true. */
export async function serveAccounts(
  request: IncomingMessage,
  response: ServerResponse,
  {
    handler,
    publicUrl,
    trace,
  }: { handler: (r: Request) => Promise<Response>; publicUrl: string; trace: Trace },
): Promise<void> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? await readBody(request, bodyBytes) : null;
  const headers = headersOf(request);
  for (const name of ['forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'])
    headers.delete(name);
  headers.set('x-forwarded-for', trace.ipAddress);
  response.setHeader('cache-control', 'no-store');
  const made = await handler(
    new Request(new URL(request.url ?? '/', publicUrl), {
      method: request.method ?? 'GET',
      headers,
      ...(body?.length && { body: new Uint8Array(body) }),
    }),
  );
  const answered = isByHeader(request)
    ? handBackByHeader(await shown(request, made))
    : await forBrowser(request, made);
  const retryAfter = answered.headers.get('x-retry-after');
  if (retryAfter) response.setHeader('retry-after', retryAfter);
  await sendResponse(answered, response);
}

async function shown(request: IncomingMessage, made: Response): Promise<Response> {
  return made.ok && pathOf(request) === '/api/auth/get-session' ? withImageAddress(made) : made;
}
