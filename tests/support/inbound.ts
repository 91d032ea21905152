import { createHmac } from 'node:crypto';
import { beforeAll } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { isSigned } from '#api/adapters/sms/signature.ts';
import { server } from './server.ts';
import { carrierAccount } from './twilio/account.ts';

let texts = 0;

/** The fields of an incoming text, as the carrier sends them. */
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

/** The signature according to the carrier's documentation. */
export function signatureOf(url: string, fields: Record<string, string>, token = carrierAccount.authToken) {
  const names = Object.keys(fields).sort();
  const signed = url + names.map((name) => name + fields[name]).join('');
  return createHmac('sha1', token).update(signed).digest('base64');
}

/** Sends an incoming text as the carrier does, and returns the HTTP status. */
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

/** Simulates a text from a phone to our number. */
export function textFromPhone(from: string, body: string): Promise<number> {
  return hookWith(aText(from, body));
}

/**
 * Makes the server accept incoming texts signed by the carrier, while outgoing ones go to the outbox. Call after
 * `useServer`.
 */
export function useCarriersSignature() {
  beforeAll(() => {
    const isCarriers = (request: Parameters<typeof isSigned>[0]) =>
      isSigned(request, carrierAccount.authToken);
    openPorts({ ...ports, sms: { ...ports.sms, isCarriers } });
  });
}
