import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A connection between a browser and the server that can be cut. */
export type Line = {
  /** The `proxy` option of a browser context. */
  proxy: { server: string };
  /** Breaks all connections and refuses new ones until `mend`. */
  cut: () => void;
  mend: () => Promise<void>;
  /** Lets the next matching request reach the server, and cuts the connection before its response. */
  cutAfter: (fits: (body: string) => boolean) => Promise<void>;
};

/** A forward proxy on this machine. Call `close` when done. */
export async function aLine(): Promise<Line & { close: () => void }> {
  const sockets = new Set<Socket>();
  let awaited: { fits: (body: string) => boolean; reached: () => void } | null = null;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };

  const server: Server = createServer(async (incoming, answer) => {
    const body = await bodyOf(incoming).catch(() => null);
    if (body === null) return;
    const outgoing = request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers });
    outgoing.on('error', () => answer.destroy());
    outgoing.on('response', (response) => {
      if (awaited?.fits(body.toString())) {
        awaited.reached();
        awaited = null;
        cut();
        return;
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.end(body);
  });
  server.on('connection', keep);
  // WebSockets of the page use a CONNECT tunnel.
  server.on('connect', (incoming, socket: Socket) => {
    const { hostname, port } = new URL(`http://${incoming.url}`);
    const far = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(socket).pipe(far);
    });
    keep(far);
    socket.on('close', () => far.destroy());
    far.on('close', () => socket.destroy());
  });

  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  function cut() {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
  return {
    proxy: { server: `http://127.0.0.1:${port}` },
    cut,
    mend: () => listen(server, port),
    cutAfter: (fits) => new Promise<void>((reached) => (awaited = { fits, reached })),
    close: cut,
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
