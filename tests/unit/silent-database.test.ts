import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import { expect, test } from 'vitest';
import { PrismaClient } from '#api/generated/prisma/client.ts';
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

test('A connection that is reset amid a statement is an outage, and no fault of the statement', async () => {
  const resetting = createServer((socket) => {
    socket.on('error', () => {});
    // The client may go on, and is ready for a statement; then nothing works any more.
    socket.once('data', () => {
      socket.write(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1'));
      socket.once('data', () => socket.resetAndDestroy());
    });
  });
  resetting.listen(0, '127.0.0.1');
  await once(resetting, 'listening');
  const { port } = resetting.address() as AddressInfo;
  const connectionString = `postgres://nobody@127.0.0.1:${port}/x?sslmode=disable`;
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });

  const failed = await client.$queryRaw`select 1`.catch((error) => error);

  await client.$disconnect();
  resetting.close();
  expect(failed).toMatchObject({ code: 'P2010' });
  expect(outageIn(failed)).toBe('AWAY');
});
