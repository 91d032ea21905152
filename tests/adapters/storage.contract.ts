import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { StoragePort } from '#api/adapters/storage/port.ts';

/** What every storage keeps to, whatever it keeps its files in. */
export function storageContract(name: string, storage: () => StoragePort) {
  describe(`A storage (${name})`, () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, n) => n % 251);
    const read = async (...args: Parameters<StoragePort['open']>) => buffer(await storage().open(...args));

    test('gives back what it was given, whole or a range of it', async () => {
      expect(await storage().put('media/2026/one.bin', bytes)).toEqual({ bytes: 1000 });

      expect(await storage().size('media/2026/one.bin')).toBe(1000);
      expect(await read('media/2026/one.bin')).toEqual(Buffer.from(bytes));
      expect(await read('media/2026/one.bin', { first: 10, last: 19 })).toEqual(
        Buffer.from(bytes.slice(10, 20)),
      );
      expect(await read('media/2026/one.bin', { first: 999, last: 999 })).toEqual(
        Buffer.from(bytes.slice(999)),
      );
    });

    test('takes a stream as well, and replaces what was under the key', async () => {
      await storage().put('replaced', bytes);
      await storage().put('replaced', Readable.from([Buffer.from('new '), Buffer.from('words')]));

      expect((await read('replaced')).toString()).toBe('new words');
    });

    test('keeps nothing of what breaks off, and what was there before', async () => {
      async function* breaking() {
        yield Buffer.from('half');
        throw new Error('broken off');
      }
      await storage().put('kept', bytes);
      await expect(storage().put('kept', Readable.from(breaking()))).rejects.toThrow('broken off');
      await expect(storage().put('never', Readable.from(breaking()))).rejects.toThrow('broken off');

      expect(await storage().size('kept')).toBe(1000);
      expect(await storage().size('never')).toBeNull();
    });

    test('forgets, also what it never had', async () => {
      await storage().put('gone', bytes);
      await storage().remove('gone');
      await storage().remove('gone');

      expect(await storage().size('gone')).toBeNull();
      await expect(storage().open('gone')).rejects.toThrow();
    });

    test('tells what it keeps', async () => {
      await storage().put('told/one', bytes);
      await storage().put('told/two/three', bytes);
      await storage().put('told/gone', bytes);
      await storage().remove('told/gone');

      const keys: string[] = [];
      for await (const key of storage().keys()) keys.push(key);
      expect(keys.filter((key) => key.startsWith('told/')).sort()).toEqual(['told/one', 'told/two/three']);
    });

    test.each([
      '',
      '/',
      '/etc/passwd',
      '../outside',
      'a/../../outside',
      'a//b',
      './a',
      '..',
      'a/..',
      'a\\b',
      'a\0b',
      'ä',
    ])('refuses a key that is none of ours: %j', async (key) => {
      await expect(storage().put(key, bytes)).rejects.toThrow('Not a storage key');
      await expect(storage().size(key)).rejects.toThrow('Not a storage key');
      await expect(storage().open(key)).rejects.toThrow('Not a storage key');
      await expect(storage().remove(key)).rejects.toThrow('Not a storage key');
    });
  });
}
