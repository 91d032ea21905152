import type { ServerResponse } from 'node:http';
import { type UnsubscribeAddress, unsubscribe } from '#api/notices/unsubscribing.ts';
import { answer, refuse } from './headers.ts';

/** The parts of an address that turns a kind of letter off, or on again; null for another path. */
export function unsubscribeAddressOf(path: string): UnsubscribeAddress | null {
  const [, readerId, choice, signature] = /^\/unsubscribe\/([^/]+)\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
  return readerId && choice && signature ? { readerId, choice, signature } : null;
}

/**
 * Turns off a kind of letter (RFC 8058), or on again: mail programs and the page post here, without a session. Only POST does it,
 * because mail scanners open every link; the body is not read, because the address says it all. Returns whether the
 * address was ours.
 */
export async function serveUnsubscribe(
  response: ServerResponse,
  address: UnsubscribeAddress,
): Promise<boolean> {
  const done = await unsubscribe(address);
  if (done) answer(response, 200, done);
  else refuse(response, 404, 'NOT_FOUND', 'This address is incomplete or was changed');
  return done !== null;
}
