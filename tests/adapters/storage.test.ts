import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { diskStorage } from '#api/adapters/storage/disk.ts';
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
