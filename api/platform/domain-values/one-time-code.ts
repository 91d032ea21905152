import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

let secret = '';

/** Sets what one-time codes are made with: the same in every process. */
export function openCodes(chosen: string) {
  secret = chosen;
}

/** The six digits that go with an id. Without the secret nobody finds them, whatever they read of the database. */
export function digitsOf(id: string): string {
  const hash = createHmac('sha256', secret).update(`one-time-code:${id}`).digest();
  // Of 48 bits, so that no code is noticeably likelier than another.
  return String(hash.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** Bytes that go with an id and a purpose. Without the secret nobody finds them, whatever they read of the database. */
export function secretBytesOf(purpose: string, id: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}:${id}`).digest();
}

/** Whether these are the digits that go with an id; compared in a time that tells nothing. */
export function areDigitsOf(id: string, given: string): boolean {
  const expected = Buffer.from(digitsOf(id));
  const entered = Buffer.from(given);
  return entered.length === expected.length && timingSafeEqual(entered, expected);
}

/** Digits as somebody enters them: spaces and hyphens don't count. */
export function sixDigits() {
  return z
    .string()
    .max(40, 'must be at most 40 characters')
    .transform((code) => code.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits'));
}
