import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { settings } from '#api/platform/settings.ts';

/**
 * Encrypts a text with a key of which the caller sends one half and the server has the other, so that neither the
 * database nor the server alone can decrypt it.
 */
export function seal(text: string, callers: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(callers), nonce);
  const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), closed]));
}

/** Decrypts a text with the caller's same input; throws for any other. */
export function unseal(sealed: Uint8Array, callers: string): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(callers), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function keyFrom(callers: string): Buffer {
  return Buffer.from(hkdfSync('sha256', settings().authSecret, callers, 'evertold idempotent answer', 32));
}
