import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { connected } from '#api/platform/database/migrate.ts';
import { outageIn } from '#api/platform/database/outage.ts';

test('A database that accepts a connection but does not answer is waited for', async () => {
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;

  const refused = await connected(`postgres://nobody@127.0.0.1:${port}/x`, async () => null).catch(
    (error) => error,
  );

  silent.close();
  expect(outageIn(refused)).toBe('SLOW');
});
