import type { ByteRange } from '#api/adapters/storage/port.ts';

/**
 * The range that a `Range` header requests: null for the whole file, 'none' for a range outside of it. A request for
 * several ranges gets the whole file, as the standard allows.
 */
export function askedRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (!match[1] && !match[2])) return null;
  const [from, to] = [match[1], match[2]].map((digits) => (digits ? Number(digits) : null));
  const first = from ?? Math.max(0, size - (to ?? 0));
  const last = from === null || from === undefined ? size - 1 : Math.min(to ?? size - 1, size - 1);
  if (first >= size || (from === null && to === 0)) return 'none';
  return last < first ? null : { first, last };
}
