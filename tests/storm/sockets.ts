import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { again, hostname, nextAddress, outcome, reach, tell, until } from './line.ts';

export const sockets = {
  /** Ten thousand that have said hello and then nothing, 400 to an address. */
  idle: () => crowd(10_000, 400, (socket) => socket.write(frame(hello))),
  /** Three thousand that never say hello. */
  silent: () => crowd(3_000, 400, () => {}),
  /** Subscriptions as fast as they can be written, and again from elsewhere once one is thrown out. */
  flood: () => again(40, () => upgraded(nextAddress(), subscribeWithoutEnd)),
};

const hello = '{"type":"connection_init"}';

/** Opens sockets, hundreds at once, and keeps them until the time is over. */
async function crowd(count: number, toAnAddress: number, act: (socket: Socket) => unknown) {
  let address = nextAddress();
  for (let n = 0; n < count && Date.now() < until; n += 200) {
    if (n % toAnAddress === 0) address = nextAddress();
    await Promise.all(Array.from({ length: 200 }, () => upgraded(address, act)));
  }
  await after(Math.max(0, until - Date.now()));
}

/** Asks for a socket; what is done with it then. */
export async function upgraded(address: string, act: (socket: Socket) => unknown) {
  const socket = await reach();
  socket.write(
    [
      'GET /graphql HTTP/1.1',
      `host: ${hostname}`,
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol: graphql-transport-ws',
      `x-forwarded-for: ${address}`,
      '\r\n',
    ].join('\r\n'),
  );
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)));
    socket.once('close', () => resolve(''));
  });
  if (!answer.startsWith('HTTP/1.1 101')) {
    outcome.refused++;
    tell(answer.slice(9, 12) || 'cut');
    socket.destroy();
    return;
  }
  outcome.opened++;
  socket.on('data', (data) => {
    if (data[0] === 0x88) tell(String(data.readUInt16BE(2)));
  });
  await act(socket);
}

async function subscribeWithoutEnd(socket: Socket) {
  socket.write(frame(hello));
  await new Promise((resolve) => socket.once('data', resolve));
  const query = 'subscription { messageAdded { cursor } }';
  for (let n = 0; n < 1_000 && !socket.destroyed; n++) {
    const message = JSON.stringify({ id: `${n}`, type: 'subscribe', payload: { query } });
    if (!socket.write(frame(message))) await after(1);
  }
  if (!socket.destroyed) await once(socket, 'close');
}

/** The frame of a text, masked with nothing, as a client must mask. */
export function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]);
}
