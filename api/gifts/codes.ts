import { createHash } from 'node:crypto';
import { secretBytesOf } from '#api/platform/domain-values/one-time-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** Digits and letters that nobody takes for one another when they read them from a card: Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 16;

/**
 * The code of a gift: 80 bits that go with its id and the server's secret, as XXXX-XXXX-XXXX-XXXX. It is made anew for
 * every letter and card; what is kept is a hash.
 */
export function codeOf(giftId: string): string {
  const bytes = secretBytesOf('gift', giftId);
  const code = Array.from(bytes.subarray(0, letters), (byte) => alphabet[byte % alphabet.length]).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** By what a gift is found: its code as somebody types it, with or without hyphens, in any case. */
export function hashOfCode(typed: string): string {
  const code = typed
    .slice(0, 200)
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(`gift:${code}`).digest('hex');
}

/** Where a gift is opened. */
export function giftUrl(code: string): string {
  return `${publicUrl()}/gift/${code}/`;
}
