import { createHmac } from 'node:crypto';
import { beforeAll } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { isSigned } from '#api/adapters/sms/signature.ts';
import { carrierAccount } from './carrier.ts';
import { server } from './server.ts';

let texts = 0;

/** The fields of a text as the carrier hands it on. */
export function aText(from: string, body: string, more: Record<string, string> = {}) {
  return {
    MessageSid: `SM${String(++texts).padStart(32, '0')}`,
    AccountSid: carrierAccount.accountSid,
    From: from,
    To: carrierAccount.phoneNumber,
    Body: body,
    NumMedia: '0',
    ...more,
  };
}

/** The signature by the carrier's own recipe. */
export function signatureOf(url: string, fields: Record<string, string>, token = carrierAccount.authToken) {
  const names = Object.keys(fields).sort();
  const signed = url + names.map((name) => name + fields[name]).join('');
  return createHmac('sha1', token).update(signed).digest('base64');
}

/** Hands a text on as the carrier does, and gives the status. */
export async function hookWith(
  fields: Record<string, string>,
  signature?: string,
  more: Record<string, string> = {},
): Promise<number> {
  const { url, config } = server();
  const path = '/hooks/twilio/sms';
  const signed = signature ?? signatureOf(config.publicUrl + path, fields);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...more, ...(signed && { 'x-twilio-signature': signed }) },
    body: new URLSearchParams(fields),
  });
  return response.status;
}

/** Somebody writes a text to our number. */
export function textFromPhone(from: string, body: string): Promise<number> {
  return hookWith(aText(from, body));
}

/** The outbox keeps what goes out; what comes in is believed when the carrier signed it. After `useServer`. */
export function useCarriersSignature() {
  beforeAll(() => {
    const isCarriers = (request: Parameters<typeof isSigned>[0]) =>
      isSigned(request, carrierAccount.authToken);
    openPorts({ ...ports, sms: { ...ports.sms, isCarriers } });
  });
}
