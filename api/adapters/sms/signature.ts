import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedRequest } from '#api/platform/webhook.ts';

/**
 * Whether a form was signed as Twilio signs: over the address and the fields by name, with the account's token. Of our
 * own, because the official package brings an HTTP client and the whole API for these few lines.
 */
export function isSigned({ url, form, signature }: SignedRequest, authToken: string): boolean {
  const fields = [...new Set([...form].map(([name, value]) => `${name}\0${value}`))].sort();
  const signed = url + fields.map((field) => field.replace('\0', '')).join('');
  const expected = createHmac('sha1', authToken).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
