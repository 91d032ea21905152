import type { IncomingMessage, ServerResponse } from 'node:http';
import { ports } from '#api/adapters/ports.ts';
import type { Hook } from '#api/calls/webhooks.ts';
import type { Bodies } from './bodies.ts';
import { readBody } from './body.ts';
import { refuse } from './headers.ts';
import type { Trace } from './request.ts';

/** What the phone service says of a call fits into this. */
const bodyBytes = 64 * 1024;

/** Takes what the phone service signed; false, and nothing is changed, for anything else. */
export async function servePhoneHook(
  request: IncomingMessage,
  response: ServerResponse,
  {
    publicUrl,
    hook,
    ...reading
  }: {
    publicUrl: string;
    hook: { handle: (hook: Hook) => Promise<string> };
    bodies: Bodies;
    trace: Trace;
  },
): Promise<boolean> {
  const form = new URLSearchParams((await readBody(response, { limit: bodyBytes, ...reading })).toString());
  const signature = request.headers['x-twilio-signature'];
  const url = publicUrl + (request.url ?? '');
  const signed = typeof signature === 'string' && ports.telephony.isProviders({ url, form, signature });
  if (request.method !== 'POST' || !signed) {
    refuse(response, 403, 'FORBIDDEN', 'Not authorized');
    return false;
  }
  const answer = await hook.handle({ query: new URL(url).searchParams, form });
  response.writeHead(200, { 'content-type': 'text/xml', 'cache-control': 'no-store' });
  response.end(answer);
  return true;
}
