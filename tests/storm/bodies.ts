import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { again, hostname, nextAddress, outcome, reach, tell, until } from './line.ts';

export const bodies = {
  /** Two thousand bodies at one byte per second. */
  slow: () => Promise.all(Array.from({ length: 2_000 }, slowBody)),
  /** Bodies of 8 MB, ten at a time, with and without a content-length. */
  huge: () => again(10, () => hugeBody(outcome.opened % 2 === 0)),
  /** A thousand from one address, each 500 KB without its last byte. */
  nearly: () => nearlyWhole(1_000, 1_000),
  /** Twelve hundred of the same, sixty from each address. */
  crowd: () => nearlyWhole(1_200, 60),
};

async function post(
  headers: string,
  address = nextAddress(),
): Promise<{ socket: Socket; answered: Promise<void> }> {
  const socket = await reach();
  outcome.opened++;
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\nx-forwarded-for: ${address}\r\n${headers}\r\n\r\n`,
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

const most = Buffer.alloc(500_000, 32);

/** Bodies that come fast and never end; they stay open until the time is over. */
async function nearlyWhole(count: number, toAnAddress: number) {
  for (let n = 0; n < count; n += toAnAddress) {
    const address = nextAddress();
    const { length } = most;
    const sending = Array.from({ length: toAnAddress }, () => post(`content-length: ${length + 1}`, address));
    for (const { socket } of await Promise.all(sending)) socket.write(most);
    // Sends from one address after the other.
    await after(100);
  }
  await after(Math.max(0, until - Date.now()));
}

const part = Buffer.alloc(64 * 1024, 32);

async function hugeBody(hasLength: boolean) {
  const { socket, answered } = await post(
    hasLength ? `content-length: ${8 * 1024 * 1024}` : 'transfer-encoding: chunked',
  );
  for (let sent = 0; sent < 128 && !socket.destroyed; sent++) {
    const more = hasLength ? part : Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]);
    if (!socket.write(more)) await after(1);
  }
  await Promise.race([answered, after(5_000)]);
  socket.destroy();
}
