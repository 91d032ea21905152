import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '#api/config.ts';
import { exposition } from '#api/platform/observability/metrics.ts';
import { answer } from './headers.ts';

/** Headers by which a proxy says that it forwards a request. */
const forwarding =
  /^(?:forwarded|via|true-client-ip|cf-connecting-ip|fastly-client-ip|x-(?:forwarded|real|client|cluster|original|envoy)\b.*)$/;

/** The server's metrics, for clients on this machine or with the token. */
export async function serveMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
): Promise<void> {
  if (request.method !== 'GET') {
    response.setHeader('allow', 'GET');
    return answer(response, 405, { error: 'Method not allowed' });
  }
  if (!mayRead(request, guard)) {
    const { token } = guard;
    if (token) response.setHeader('www-authenticate', 'Bearer');
    return answer(response, token ? 401 : 403, { error: 'Not for you' });
  }
  const { type, text } = await exposition();
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

export type Guard = { token: string | null; isProxy: (address: string) => boolean };

/** With a token, only the token counts; without one, the request must come from this machine and from no proxy. */
export function mayRead(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { token, isProxy }: Guard,
): boolean {
  const { authorization } = request.headers;
  if (authorization !== undefined) return !!token && isSame(authorization, `Bearer ${token}`);
  return isLocal(request) && !isProxy(request.socket.remoteAddress ?? '');
}

/**
 * A loopback request with a loopback host name and without proxy headers: a local proxy would make every client look
 * local, and so would a page whose domain name resolves to this machine.
 */
function isLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const address = socket.remoteAddress ?? '';
  if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== 'loopback') return false;
  if (Object.keys(headers).some((name) => forwarding.test(name))) return false;
  return URL.canParse(`http://${headers.host}`) && isLoopback(new URL(`http://${headers.host}`).hostname);
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
