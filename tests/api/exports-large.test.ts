import { expect, test } from 'vitest';
import { importsMake } from '#api/imports/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { aStoredImport, importsOf } from '#tests/support/imports.ts';
import { largeExport } from '#tests/support/large-export.ts';
import { mostMemoryOf } from '#tests/support/memory.ts';
import { aPerson } from '#tests/support/person.ts';
import { aFamily, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

test('An export of 10,000 messages and over 2 GB of media takes little memory, and so does bringing it elsewhere', {
  timeout: 900_000,
}, async () => {
  const family = await aFamily({ consents: ['SHARING'] });
  const { id, most } = await largeExport(family, 69);
  expect(most).toBeLessThan(250 * 1024 * 1024);

  const { storageKey, bytes } = await db.making.findUniqueOrThrow({ where: { id } });
  expect(Number(bytes)).toBeGreaterThan(2 ** 31);
  const other = await aPerson();
  const importId = await aStoredImport(other, { part: storageKey ?? '', bytes: Number(bytes) });
  const mostOfImport = await mostMemoryOf(() => importsMake.run({ importId }, new AbortController().signal));

  expect(await importsOf(other)).toMatchObject([{ status: 'DONE', problem: null }]);
  expect(mostOfImport).toBeLessThan(250 * 1024 * 1024);
  const brought = { subject: { is: { members: { some: { userId: other.id } } } } };
  expect(await db.media.count({ where: brought })).toBe(69);
  expect(await db.message.count({ where: brought })).toBeGreaterThan(10_000);
});
