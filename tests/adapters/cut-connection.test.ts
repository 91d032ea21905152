import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openPool } from '#api/platform/database/database.ts';

/** A message of the database's protocol: its letter, its length, and what it carries. */
function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const welcome = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const shuttingDown = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

test('A database that says goodbye in the same breath as hello fails whoever asks, and not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([welcome, ready, shuttingDown])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pool = openPool('cut', `postgresql://anybody@127.0.0.1:${port}/any`, 1);

  // An error that nobody listens to is uncaught, which fails the run.
  const client = await pool.connect();
  await expect(client.query('select 1')).rejects.toThrow();

  client.release(true);
  await pool.end();
  await new Promise((resolve) => server.close(resolve));
});
