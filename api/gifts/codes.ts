import { createHash } from 'node:crypto';
import { secretBytesOf } from '#api/platform/domain-values/one-time-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** Digits and letters that are hard to confuse on a printed card: Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 16;

/**
 * The code of a gift: 80 bits derived from its id and the server's secret, as XXXX-XXXX-XXXX-XXXX. It is computed for
 * every letter and card; only a hash is stored.
 */
export function codeOf(giftId: string): string {
  const bytes = secretBytesOf('gift', giftId);
  const code = Array.from(bytes.subarray(0, letters), (byte) => alphabet[byte % alphabet.length]).join('');
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** The hash by which a gift is found; the code may be typed with or without hyphens and in any case. */
export function hashOfCode(typed: string): string {
  const code = typed
    .slice(0, 200)
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(`gift:${code}`).digest('hex');
}

/** The address to open a gift. */
export function giftUrl(code: string): string {
  return `${publicUrl()}/gift/${code}/`;
}
