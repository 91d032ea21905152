import { createHash } from 'node:crypto';
import { secretBytesOf } from './one-time-code.ts';

/** Digits and letters that are hard to confuse on paper: Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 16;

/**
 * The printed code of an id: 80 bits derived from it, the purpose and the server's secret, as XXXX-XXXX-XXXX-XXXX. It is
 * computed whenever it is shown; only a hash is stored.
 */
export function printedCodeOf(purpose: string, id: string): string {
  const bytes = secretBytesOf(purpose, id);
  const code = Array.from(bytes.subarray(0, letters), (byte) => alphabet[byte % alphabet.length]).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** The hash by which a code is found; it may be typed with or without hyphens and in any case. */
export function hashOfPrintedCode(purpose: string, typed: string): string {
  const code = typed
    .slice(0, 200)
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(`${purpose}:${code}`).digest('hex');
}
