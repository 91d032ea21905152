import type { ByteRange } from '#api/adapters/storage/port.ts';

/**
 * The one range that a `Range` header asks for. Null: the whole. 'none': nothing of it exists. Several ranges
 * at once are answered with the whole, as the standard allows.
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
