import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Webhook } from '#api/platform/webhook.ts';
import { readBody } from './body.ts';
import type { BodyMemoryBudget } from './body-memory-budget.ts';
import { refuse } from './headers.ts';
import type { Trace } from './request.ts';

/** Fits the longest provider request: a text of 1,600 characters and the carrier's data about it. */
const bodyBytes = 64 * 1024;

/** Verifies a provider's request and passes it to its domain. Resolves with false when it was refused. */
export async function serveWebhook(
  webhook: Webhook,
  request: IncomingMessage,
  response: ServerResponse,
  { publicUrl, ...reading }: { publicUrl: string; bodies: BodyMemoryBudget; trace: Trace },
): Promise<boolean> {
  const form = new URLSearchParams((await readBody(response, { limit: bodyBytes, ...reading })).toString());
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
