import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A WebSocket that only reports received texts and uses little CPU time. */
export type RawSocket = { send: (text: string) => void; close: () => void };

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Opens a WebSocket and reports its texts. */
export async function openSocket(
  url: URL,
  { protocol, cookie, hear }: { protocol?: string; cookie?: string; hear: (text: Buffer) => void },
): Promise<RawSocket> {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  socket.write(
    [
      `GET ${url.pathname} HTTP/1.1`,
      `Host: ${url.host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
      ...(cookie ? [`Cookie: ${cookie}`] : []),
      '\r\n',
    ].join('\r\n'),
  );
  let rest = await upgraded(socket);
  const take = (chunk: Buffer) => {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    for (let frame = frameOf(rest); frame; frame = frameOf(rest)) {
      rest = rest.subarray(frame.end);
      if (frame.opcode === opcodes.text) hear(frame.payload);
      if (frame.opcode === opcodes.ping) socket.write(masked(opcodes.pong, frame.payload));
    }
  };
  socket.on('data', take);
  take(Buffer.alloc(0));
  return {
    send: (text) => void socket.write(masked(opcodes.text, Buffer.from(text))),
    close: () => socket.destroy(),
  };
}

/** Waits for the response to the upgrade; resolves to the bytes that followed it. */
function upgraded(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let came = Buffer.alloc(0);
    const fail = () => reject(new Error(`No WebSocket: ${came.toString()}`));
    socket.once('error', fail);
    socket.once('close', fail);
    const look = (chunk: Buffer) => {
      came = Buffer.concat([came, chunk]);
      const end = came.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!came.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) return fail();
      socket.off('data', look);
      resolve(came.subarray(end + 4));
    };
    socket.on('data', look);
  });
}

/** The first frame in the bytes, or null until it has arrived completely. Servers send unmasked frames. */
function frameOf(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 127;
  const head = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < head) return null;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = head + length;
  if (bytes.length < end) return null;
  return { opcode: (bytes[0] ?? 0) & 15, payload: bytes.subarray(head, end), end };
}

/** A frame as a client sends it, masked with zeros, which leave the payload unchanged. */
function masked(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([128 | opcode, 128 | length])
      : Buffer.from([128 | opcode, 254, length >> 8, length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}
