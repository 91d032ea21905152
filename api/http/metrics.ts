import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '#api/config.ts';
import { exposition } from '#api/platform/observability/metrics.ts';
import { answer } from './headers.ts';

/** By these a proxy says that somebody else asks. */
const forwarding =
  /^(?:forwarded|via|true-client-ip|cf-connecting-ip|fastly-client-ip|x-(?:forwarded|real|client|cluster|original|envoy)\b.*)$/;

/** The server's numbers, for whoever is on this machine or has the token. */
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

/** Whoever shows a token is judged by it alone; who shows none must be on this machine, and no proxy. */
export function mayRead(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { token, isProxy }: Guard,
): boolean {
  const { authorization } = request.headers;
  if (authorization !== undefined) return !!token && isSame(authorization, `Bearer ${token}`);
  return isLocal(request) && !isProxy(request.socket.remoteAddress ?? '');
}

/**
 * From this machine, under its own name, and for nobody else: a proxy beside us would make the whole world local,
 * and so would a page that has its own name lead here.
 */
function isLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const address = socket.remoteAddress ?? '';
  if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== 'loopback') return false;
  if (Object.keys(headers).some((name) => forwarding.test(name))) return false;
  return URL.canParse(`http://${headers.host}`) && isLoopback(new URL(`http://${headers.host}`).hostname);
}

/** Takes as long whatever was given. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
