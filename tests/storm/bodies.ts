import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { again, hostname, nextAddress, outcome, reach, tell, until } from './line.ts';

export const bodies = {
  /** Two thousand bodies, a byte a second. */
  slow: () => Promise.all(Array.from({ length: 2_000 }, slowBody)),
  /** Bodies of 8 MB, ten at a time, with and without saying so. */
  huge: () => again(10, () => hugeBody(outcome.opened % 2 === 0)),
};

async function post(headers: string): Promise<{ socket: Socket; answered: Promise<void> }> {
  const socket = await reach();
  outcome.opened++;
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\nx-forwarded-for: ${nextAddress()}\r\n${headers}\r\n\r\n`,
  );
  const answered = new Promise<void>((resolve) => {
    socket.once('data', (data) => {
      tell(String(data).slice(9, 12));
      socket.destroy();
    });
    socket.once('close', () => resolve());
  });
  return { socket, answered };
}

async function slowBody() {
  const { socket } = await post('content-length: 1000');
  while (Date.now() < until && !socket.destroyed) {
    socket.write(' ');
    await after(1_000);
  }
}

const part = Buffer.alloc(64 * 1024, 32);

async function hugeBody(saidSo: boolean) {
  const { socket, answered } = await post(
    saidSo ? `content-length: ${8 * 1024 * 1024}` : 'transfer-encoding: chunked',
  );
  for (let sent = 0; sent < 128 && !socket.destroyed; sent++) {
    const more = saidSo ? part : Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]);
    if (!socket.write(more)) await after(1);
  }
  await Promise.race([answered, after(5_000)]);
  socket.destroy();
}
