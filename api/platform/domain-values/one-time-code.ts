import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { settings } from '../settings.ts';

/** The six digits of an id. They can't be computed without the secret, even with full access to the database. */
export function digitsOf(id: string): string {
  const hash = createHmac('sha256', settings().authSecret).update(`one-time-code:${id}`).digest();
  // Taken from 48 bits, so that no code is noticeably likelier than another.
  return String(hash.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * Secret bytes of an id and a purpose. They can't be computed without the secret, even with full access to the
 * database.
 */
export function secretBytesOf(purpose: string, id: string): Buffer {
  return createHmac('sha256', settings().authSecret).update(`${purpose}:${id}`).digest();
}

/** Whether these are the digits of an id, compared in constant time. */
export function areDigitsOf(id: string, given: string): boolean {
  const expected = Buffer.from(digitsOf(id));
  const entered = Buffer.from(given);
  return entered.length === expected.length && timingSafeEqual(entered, expected);
}

/** Digits as a person enters them: spaces and hyphens are ignored. */
export function sixDigits() {
  return z
    .string()
    .max(40, 'must be at most 40 characters')
    .transform((code) => code.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits'));
}
