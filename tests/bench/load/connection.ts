import { connect } from 'node:net';

export type Answered = { status: number; body: Buffer };

/** A keep-alive HTTP connection that sends one request at a time and uses little CPU time. */
export type Connection = {
  send: (request: Buffer) => Promise<Answered>;
  close: () => void;
};

export type Request = { body: object; headers?: Record<string, string> };

let numbers = 0;

/** A request as bytes. Each `{n}` in its body becomes a new number every time. */
export function requestTo(url: URL, { body, headers = {} }: Request): Buffer {
  const text = JSON.stringify(body).replaceAll('{n}', () => `${process.pid}-${++numbers}`);
  const lines = Object.entries({
    host: url.host,
    'content-type': 'application/json',
    accept: 'application/json',
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}

export async function openConnection({ hostname, port }: URL): Promise<Connection> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let came: Buffer = Buffer.alloc(0);
  let whole = 0;
  let waiting = Promise.withResolvers<Answered>();
  waiting.promise.catch(() => {});
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const fail = () => waiting.reject(new Error('The connection was closed'));
  socket.on('error', fail);
  socket.on('close', fail);
  socket.on('data', (chunk) => {
    came = came.length ? Buffer.concat([came, chunk]) : chunk;
    whole ||= lengthOf(came);
    if (!whole || came.length < whole) return;
    const status = Number(came.toString('latin1', 9, 12));
    const body = came.subarray(came.indexOf('\r\n\r\n') + 4, whole);
    came = came.subarray(whole);
    whole = 0;
    waiting.resolve({ status, body });
  });
  return {
    send(request) {
      waiting = Promise.withResolvers();
      if (socket.destroyed) fail();
      else socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

/**
 * The length of a response including its head; 0 until the head has arrived. All measured servers send Content-Length.
 */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end)) ?? [];
  if (length === undefined) throw new Error('A response has no Content-Length');
  return end + 4 + Number(length);
}
