import { expect, test } from 'vitest';
import { turnOf } from '#api/graphql/limits/turns.ts';
import { type BareSocket, openSocket } from '#tests/support/socket.ts';
import { useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

test('Sockets of one network with too many waiting messages are closed with 1013, and processed messages free the memory', async () => {
  const network = '198.51.100.1';
  const ping = { type: 'ping', payload: { filler: 'x'.repeat(20_000) } };
  const some = 60;
  const talking = async () => {
    const opened = await openSocket({ 'x-forwarded-for': network });
    opened.send({ type: 'connection_init' });
    await opened.next('connection_ack');
    for (let n = 0; n < some; n++) opened.send(ping);
    return opened;
  };
  const heard = ({ all }: BareSocket) => all().filter(({ type }) => type === 'pong').length;
  const talkAndLeave = async () => {
    const opened = await Promise.all([talking(), talking(), talking()]);
    await expect.poll(() => opened.map(heard), { timeout: 20_000 }).toEqual([some, some, some]);
    for (const { socket } of opened) socket.close();
  };
  for (let time = 0; time < 2; time++) await talkAndLeave();

  // The turns before theirs take their time.
  let hurry = false;
  const before = Array.from({ length: 150 }, async () => {
    await turnOf(network);
    for (const until = performance.now() + 25; !hurry && performance.now() < until; );
  });
  const opened = await Promise.all(Array.from({ length: 5 }, talking));
  const { code } = await Promise.race(opened.map(({ closed }) => closed));
  hurry = true;
  await Promise.all(before);

  expect(code).toBe(1013);
  for (const { socket } of opened) socket.close();
  await Promise.all(opened.map(({ closed }) => closed));
  await talkAndLeave();
});
