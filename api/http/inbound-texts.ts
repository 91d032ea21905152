import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SmsPort } from '#api/adapters/sms/port.ts';
import { hearText } from '#api/consent/inbound.ts';
import { phoneNumber } from '#api/platform/values/phone.ts';
import type { Bodies } from './bodies.ts';
import { readBody } from './body.ts';
import { refuse } from './headers.ts';
import type { Trace } from './request.ts';

/** What this part takes at most: a text of 1,600 characters, and what the carrier says of it. */
const bodyBytes = 64 * 1024;

/**
 * Takes a text that the carrier hands on. Whatever is not signed by it is refused and changes nothing; our answers go
 * by the outbox, so that none is lost. False when it was refused.
 */
export async function serveInboundText(
  request: IncomingMessage,
  response: ServerResponse,
  { publicUrl, sms, ...reading }: { publicUrl: string; sms: SmsPort; bodies: Bodies; trace: Trace },
): Promise<boolean> {
  const form = new URLSearchParams((await readBody(response, { limit: bodyBytes, ...reading })).toString());
  const signature = request.headers['x-twilio-signature'];
  const url = publicUrl + (request.url ?? '');
  const signed = typeof signature === 'string' && sms.isCarriers({ url, form, signature });
  if (request.method !== 'POST' || !signed) {
    refuse(response, 403, 'FORBIDDEN', 'Not authorized');
    return false;
  }
  const phone = phoneNumber().safeParse(form.get('From') ?? '');
  const providerId = form.get('MessageSid');
  // Short numbers and names write too: nobody's phone, and nobody to answer.
  if (phone.success && providerId) {
    await hearText({ providerId: providerId.slice(0, 200), phone: phone.data, text: form.get('Body') ?? '' });
  }
  response.writeHead(200, { 'content-type': 'text/xml', 'cache-control': 'no-store' });
  response.end('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
  return true;
}
