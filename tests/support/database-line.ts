import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type DatabaseLine = {
  /** The database's URL through this proxy. */
  url: string;
  /** Closes all connections and refuses new ones. */
  cut: () => Promise<void>;
  /** Accepts connections but forwards nothing, like a network that drops packets. */
  stall: () => void;
  /** Delays everything by this much, in both directions. */
  slow: (byMs: number) => void;
  /** Restores normal operation; held data is forwarded. */
  mend: () => Promise<void>;
  close: () => Promise<void>;
};

/** A proxy to a database that can be cut, stalled and slowed down. */
export async function aDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl);
  const ends = new Set<Socket>();
  let delayMs = 0;
  let stalled = Promise.withResolvers<void>();
  stalled.resolve();

  function pass(from: Socket, to: Socket) {
    let last = Promise.resolve();
    from.on('data', (chunk) => {
      const held = stalled.promise;
      const ready = new Promise((resolve) => setTimeout(resolve, delayMs));
      last = last.then(async () => {
        await held;
        await ready;
        if (!to.destroyed) to.write(chunk);
      });
    });
    from.on('error', () => {});
    from.once('close', () => {
      ends.delete(from);
      // The last data, for example the reason for a closed connection, is still forwarded.
      void last.then(() => to.destroySoon());
    });
    ends.add(from);
  }
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const end of [client, database]) end.setNoDelay(true);
    pass(client, database);
    pass(database, client);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;

  async function cut() {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const end of ends) end.destroy();
    await closed;
  }
  return {
    url: url.href,
    cut,
    stall() {
      stalled = Promise.withResolvers<void>();
    },
    slow(byMs) {
      delayMs = byMs;
    },
    async mend() {
      delayMs = 0;
      stalled.resolve();
      if (!server.listening) await listen(port);
    },
    async close() {
      stalled.resolve();
      await cut();
    },
  };
}
