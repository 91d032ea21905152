import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#api/config.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { createDatabase } from '#api/platform/database/migrate.ts';
import { markUnfinished, refuseUnfinished } from '#api/platform/database/unfinished.ts';
import { emptyAgain, proveEmpty } from './empty.ts';

export type OwnedDatabase = {
  /** The address with the role that owns everything. */
  url: string;
  client: pg.Client;
  close: () => Promise<void>;
};

/**
 * A database that is marked as unfinished, so that nothing else uses it. `undo`, after closing it, empties it again or
 * removes it with its folder.
 */
export type MadeDatabase = OwnedDatabase & { undo: () => Promise<void> };

/** Opens the configured database, which must exist and be complete, whether or not its server runs. */
export async function openOwnedDatabase({ database, dataDir }: Config): Promise<OwnedDatabase> {
  if (database.kind === 'url') {
    return checked(await connected(database.adminUrl, async () => {}), refuseUnfinished);
  }
  const folder = path.join(dataDir, 'postgres');
  if (!existsSync(path.join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${dataDir}`);
  return checked(await startedDatabase(folder), refuseUnfinished);
}

/** Opens the database, creating it if missing; rejects unless it is empty and no other restore uses it. */
export async function makeOwnedDatabase({ database, dataDir }: Config): Promise<MadeDatabase> {
  if (database.kind === 'url') {
    await createDatabase(database.adminUrl);
    const opened = await checked(await connected(database.adminUrl, async () => {}), takeInHand);
    return {
      ...opened,
      async undo() {
        const { client, close } = await connected(database.adminUrl, async () => {});
        await emptyAgain(client).finally(close);
      },
    };
  }
  const folder = path.join(dataDir, 'postgres');
  const opened = await checked(await startedDatabase(folder), takeInHand);
  return {
    ...opened,
    async undo() {
      for (const made of [folder, `${folder}.password`]) await rm(made, { recursive: true, force: true });
    },
  };
}

/** Claims the database for this restore; a second restore is refused and changes nothing. */
async function takeInHand(client: pg.Client) {
  await proveEmpty(client).catch(async (error) => {
    // The existing data may belong to another restore, which is reported as such.
    await refuseUnfinished(client);
    throw error;
  });
  await markUnfinished(client);
}

async function checked(
  opened: OwnedDatabase,
  check: (client: pg.Client) => Promise<void>,
): Promise<OwnedDatabase> {
  try {
    await check(opened.client);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function startedDatabase(folder: string): Promise<OwnedDatabase> {
  const running = await findEmbeddedPostgres(folder);
  if (running) return connected(running.url(), async () => {});
  const postgres = await startEmbeddedPostgres(folder);
  try {
    await createDatabase(postgres.url());
    return await connected(postgres.url(), async (client) => {
      // A process that connected meanwhile, such as a server that was just started, uses it and stops it.
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      );
      if (rows.length) return;
      await client.end();
      await postgres.stop();
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function connected(url: string, before: (client: pg.Client) => Promise<void>): Promise<OwnedDatabase> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c datestyle=ISO' });
  // The running statement reports a lost server; without one, it must not end the process.
  client.on('error', () => {});
  await client.connect();
  return {
    url,
    client,
    async close() {
      await before(client).catch(() => {});
      await client.end().catch(() => {});
    },
  };
}
