import type { Readable } from 'node:stream';

/** The first and last byte, both included. */
export type ByteRange = { first: number; last: number };

/**
 * Stores files under our own keys: parts of letters, digits, dots, dashes and underscores, separated by slashes. Every
 * method refuses other keys.
 */
export interface StoragePort {
  /** Stores all of the content or nothing, replacing an older file. Returns its size. */
  put(key: string, content: Readable | Uint8Array): Promise<{ bytes: number }>;
  /** The size of a file; null when it doesn't exist. */
  size(key: string): Promise<number | null>;
  /** Opens a file, or a range within its size. Rejects when it doesn't exist. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Every stored key, in no order. */
  keys(): AsyncIterable<string>;
}

const wellFormed = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Throws unless the key is well-formed, so that no key can leave the storage folder. */
export function checkKey(key: string): string {
  if (key.length > 200 || !wellFormed.test(key)) throw new Error('Not a storage key');
  return key;
}
