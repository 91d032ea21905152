import { expect, test } from 'vitest';
import { memoryOfLargeExport } from '#tests/support/large-export.ts';
import { aFamily, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

test('An export of 10,000 messages and 2 GB of media takes little memory', { timeout: 600_000 }, async () => {
  const family = await aFamily({ consents: ['SHARING'] });
  expect(await memoryOfLargeExport(family, 69)).toBeLessThan(250 * 1024 * 1024);
});
