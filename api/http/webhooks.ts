import type { Webhook } from '#api/platform/webhook.ts';
import { refuse } from './headers.ts';
import type { Call } from './route.ts';

/** Fits the longest provider request: a text of 1,600 characters and the carrier's data about it. */
const bodyBytes = 64 * 1024;

/** Verifies a provider's request and passes it to its domain. Resolves with false when it was refused. */
export async function serveWebhook(
  webhook: Webhook,
  { request, response, publicUrl, readBody }: Call,
): Promise<boolean> {
  const form = new URLSearchParams((await readBody(bodyBytes)).toString());
  const signature = request.headers['x-twilio-signature'];
  const url = publicUrl + (request.url ?? '');
  const isSigned = typeof signature === 'string' && webhook.isSigned({ url, form, signature });
  if (request.method !== 'POST' || !isSigned) {
    refuse(response, 403, 'FORBIDDEN', 'Not authorized');
    return false;
  }
  const answer = await webhook.handle({ query: new URL(url).searchParams, form });
  response.writeHead(200, { 'content-type': 'text/xml', 'cache-control': 'no-store' });
  response.end(answer);
  return true;
}
