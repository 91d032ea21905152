import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedRequest } from '#api/platform/webhook.ts';

/**
 * Verifies Twilio's signature of a form: over the address and the sorted fields, with the account's token. The official
 * package would add an HTTP client and the whole API for these few lines.
 */
export function isSigned({ url, form, signature }: SignedRequest, authToken: string): boolean {
  const fields = [...new Set([...form].map(([name, value]) => `${name}\0${value}`))].sort();
  const signed = url + fields.map((field) => field.replace('\0', '')).join('');
  const expected = createHmac('sha1', authToken).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
