import type { Readable } from 'node:stream';

/** From the first to the last byte, both included. */
export type ByteRange = { first: number; last: number };

/**
 * Keeps files under keys of our own making: parts of letters, digits, dots, dashes and underscores, parted by
 * slashes. Any other key is refused by every call.
 */
export interface StoragePort {
  /** Keeps the whole of it, or nothing. The same key again replaces what was there. Answers its size. */
  put(key: string, content: Readable | Uint8Array): Promise<{ bytes: number }>;
  /** How large it is; null when there is nothing. */
  size(key: string): Promise<number | null>;
  /** Its bytes, or those of a range within its size. Rejects when there is nothing. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Forgets it. Nothing happens when there is nothing. */
  remove(key: string): Promise<void>;
  /** Every key under which something is kept, in no order. */
  keys(): AsyncIterable<string>;
}

const wellFormed = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Throws unless the key is one of ours: none leaves the place where files are kept. */
export function checkKey(key: string): string {
  if (key.length > 200 || !wellFormed.test(key)) throw new Error('Not a storage key');
  return key;
}
