import type { Writable } from 'node:stream';
import type pg from 'pg';

/** A statement that is prepared on each connection at its first use, and known there by its name. */
export type Statement = { name: string; text: string; values?: unknown[] };

/** Connections on which a statement goes out without waiting for the answers of those before it. */
export type Pipelined = {
  query: <Row>(statement: Statement) => Promise<{ rows: Row[] }>;
  /** Lets running statements end, then closes every connection. */
  end: () => Promise<void>;
};

/** One connection, as long as it lasts, and how many answers it owes. */
type Lane = { client: Promise<pg.PoolClient> | null; owed: number };

/**
 * Many statements at once over the few connections of a pool of clients with `pipeline`, each on the one that owes the
 * fewest answers. What is asked in one turn of the event loop leaves in one piece, and answers come back together: of
 * a short read's cost the way there and back is the greater part. The database answers a connection's statements one
 * after the other, so none of them may wait for somebody's lock, or for long.
 */
export function pipelined(pool: pg.Pool): Pipelined {
  const lanes = Array.from({ length: pool.options.max }, (): Lane => ({ client: null, owed: 0 }));

  return {
    async query<Row>(statement: Statement) {
      const lane = lanes.reduce((least, each) => (each.owed < least.owed ? each : least));
      lane.owed++;
      try {
        lane.client ??= opened(lane, pool);
        const client = await lane.client;
        holdForThisTurn(client.connection.stream);
        return await client.query<Row & pg.QueryResultRow>(statement);
      } finally {
        lane.owed--;
      }
    },
    async end() {
      const given = lanes.map(async (lane) => {
        const client = await lane.client;
        if (client) letGo(lane, client);
      });
      await Promise.allSettled(given);
      await pool.end();
    },
  };
}

/** A connection for the lane, which takes another at its next statement once this one is lost, or can't be had. */
async function opened(lane: Lane, pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    const client = await pool.connect();
    client.once('error', (error) => letGo(lane, client, error));
    return client;
  } catch (error) {
    lane.client = null;
    throw error;
  }
}

/** Gives the lane's connection back to the pool, once: an error makes it useless. */
function letGo(lane: Lane, client: pg.PoolClient, error?: Error) {
  if (!lane.client) return;
  lane.client = null;
  client.release(error);
}

function holdForThisTurn(stream: Writable) {
  if (stream.writableCorked) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
