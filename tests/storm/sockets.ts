import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import { again, hostname, nextAddress, outcome, reach, tell, until } from './line.ts';

export const sockets = {
  /** Ten thousand that send connection_init and then nothing, 400 per address. */
  idle: () => crowd(10_000, 400, (socket) => socket.write(frame(hello))),
  /** Three thousand that never send connection_init. */
  silent: () => crowd(3_000, 400, () => {}),
  /** Subscriptions as fast as they can be written, from a new address after each socket is closed. */
  flood: () => again(40, () => upgraded(nextAddress(), subscribeWithoutEnd)),
  /**
   * Frames of the largest accepted size and larger ones, five sockets at a time, from a new address after each socket
   * is closed.
   */
  frames: () => again(5, () => upgraded(nextAddress(), sendMuch)),
  /** Introspection queries without end, whose answers are never read. */
  unread: () => again(20, () => upgraded(nextAddress(), askAndNeverRead)),
};

const hello = '{"type":"connection_init"}';
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** Opens sockets, hundreds at once, and keeps them open until the time is over. */
async function crowd(count: number, toAnAddress: number, act: (socket: Socket) => unknown) {
  let address = nextAddress();
  for (let n = 0; n < count && Date.now() < until; n += 200) {
    if (n % toAnAddress === 0) address = nextAddress();
    await Promise.all(Array.from({ length: 200 }, () => upgraded(address, act)));
  }
  await after(Math.max(0, until - Date.now()));
}

/** Opens a WebSocket and runs `act` on it. */
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

const mostAtOnce = frame(JSON.stringify({ type: 'ping', payload: { filler: 'x'.repeat(1_000_000) } }));
const tooMuchAtOnce = frame('x'.repeat(8 * 1024 * 1024));

async function sendMuch(socket: Socket) {
  const large = outcome.opened % 2 ? mostAtOnce : tooMuchAtOnce;
  socket.write(frame(hello));
  while (!socket.destroyed && Date.now() < until) {
    if (socket.write(large)) continue;
    while (socket.writableNeedDrain && !socket.destroyed) await after(5);
  }
  socket.destroy();
}

async function askAndNeverRead(socket: Socket) {
  socket.write(frame(hello));
  await once(socket, 'data');
  socket.pause();
  const query = getIntrospectionQuery();
  for (let n = 0; n < 150; n++) {
    socket.write(frame(JSON.stringify({ id: `${n}`, type: 'subscribe', payload: { query } })));
  }
  // The pongs make the socket look alive, and writing reveals when it was closed.
  while (!socket.destroyed && Date.now() < until) {
    socket.write(pong);
    await after(200);
  }
  socket.destroy();
}

/** A text frame with the mask that a client must send, here all zeros. */
export function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(body.length < 126 ? 6 : body.length < 65_536 ? 8 : 14);
  head[0] = 0x81;
  head[1] = 0x80 | (head.length === 6 ? body.length : head.length === 8 ? 126 : 127);
  if (head.length === 8) head.writeUInt16BE(body.length, 2);
  if (head.length === 14) head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, body]);
}
