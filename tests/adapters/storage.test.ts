import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { diskStorage } from '#api/adapters/storage/disk.ts';
import type { StoragePort } from '#api/adapters/storage/port.ts';
import { s3Storage } from '#api/adapters/storage/s3.ts';
import { type ObjectStorage, startObjectStorage } from '#tests/support/object-storage.ts';
import { storageContract } from './storage.contract.ts';

const folder = mkdtempSync(path.join(inject('scratch'), 'storage-'));

storageContract('disk', () => diskStorage(folder));

test('Files on disk are for the server’s user alone, and no half ones are left', async () => {
  await diskStorage(folder).put('private/letter', new Uint8Array([1, 2, 3]));

  expect(statSync(path.join(folder, 'private/letter')).mode & 0o077).toBe(0);
  expect(statSync(path.join(folder, 'private')).mode & 0o077).toBe(0);
  expect(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part')),
  ).toEqual([]);
});

describe('An object storage', () => {
  let server: ObjectStorage;
  let storage: StoragePort;
  beforeAll(async () => {
    server = await startObjectStorage(mkdtempSync(path.join(inject('scratch'), 'buckets-')));
    storage = s3Storage(server.bucket);
  });
  afterAll(() => server.stop());

  storageContract('S3', () => storage);

  test('takes a file larger than one part, as a stream, and gives any range of it', async () => {
    const content = Buffer.alloc(21_000_000, 'abcdefghijk');
    const pieces = Array.from({ length: 7 }, (_, at) =>
      content.subarray(at * 3_000_000, (at + 1) * 3_000_000),
    );

    expect(await storage.put('large', Readable.from(pieces))).toEqual({ bytes: 21_000_000 });

    expect(await storage.size('large')).toBe(21_000_000);
    const across = await buffer(await storage.open('large', { first: 8_388_600, last: 8_388_619 }));
    expect(across).toEqual(content.subarray(8_388_600, 8_388_620));
    expect((await buffer(await storage.open('large'))).equals(content)).toBe(true);
  });

  test('shows nothing of a large file that breaks off', async () => {
    async function* breaking() {
      yield Buffer.alloc(20_000_000);
      throw new Error('broken off');
    }
    await expect(storage.put('never-large', Readable.from(breaking()))).rejects.toThrow('broken off');

    expect(await storage.size('never-large')).toBeNull();
  });

  test('says so when it is given a wrong key, rather than that there is nothing', async () => {
    const wrong = s3Storage({ ...server.bucket, secretAccessKey: 'not the secret' });

    await expect(wrong.put('wrong', new Uint8Array([1]))).rejects.toThrow();
    await expect(wrong.size('wrong')).rejects.toThrow();
    await expect(wrong.open('wrong')).rejects.toThrow();
  });
});
