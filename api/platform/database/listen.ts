import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The heartbeat interval of an idle connection, and the pause before a lost one is reopened. */
const heartbeatMs = 10_000;
const reconnectMs = 1_000;

/**
 * Listens to a channel on one connection of the pool. A lost connection is reopened, and `onReconnect` is called each
 * time listening begins: notifications in between are lost.
 */
export async function listen(
  pool: pg.Pool,
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
): Promise<{ close: () => Promise<void> }> {
  const closing = new AbortController();
  const { signal } = closing;

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    try {
      client.on('notification', ({ payload = '' }) => onNotification(payload));
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    onReconnect();
    return client;
  }

  async function stayConnected(first: pg.PoolClient) {
    await untilLost(first, signal);
    while (!signal.aborted) {
      await sleep(reconnectMs, null, { signal }).catch(() => {});
      const next = signal.aborted ? null : await connect().catch(() => null);
      if (next) await untilLost(next, signal);
    }
  }

  const staying = stayConnected(await connect());
  return {
    async close() {
      closing.abort();
      await staying;
    },
  };
}

async function untilLost(client: pg.PoolClient, signal: AbortSignal) {
  try {
    for (;;) {
      await sleep(heartbeatMs, null, { signal });
      await client.query('select 1');
    }
  } catch {
    client.release(true);
  }
}
