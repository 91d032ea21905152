import { unsubscribe } from '#api/notices/unsubscribing.ts';
import { answer, refuse } from './headers.ts';
import type { Call } from './route.ts';

/**
 * Turns off a kind of letter (RFC 8058), or on again: mail programs and the page post here, without a session. Only POST does it,
 * because mail scanners open every link; the body is not read, because the address says it all. Returns whether the
 * address was ours.
 */
export async function serveUnsubscribe({ response, parts }: Call): Promise<boolean> {
  const [readerId = '', choice = '', signature = ''] = parts;
  const done = await unsubscribe({ readerId, choice, signature });
  if (done) answer(response, 200, done);
  else refuse(response, 404, 'NOT_FOUND', 'This address is incomplete or was changed');
  return done !== null;
}
