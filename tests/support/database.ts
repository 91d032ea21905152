import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  /** The URL for the role that a server uses. */
  url: string;
  /** The URL for the role that owns everything. */
  adminUrl: string;
  drop: () => Promise<void>;
};

/**
 * A condition on `pg_locks`: someone waits in this database. Databases made from the same template share table oids, so
 * the database must be checked too.
 */
export const waitsHere =
  'not granted and database = (select oid from pg_database where datname = current_database())';

/** The same URL for the role that a server uses. */
export function asServer(url: string): string {
  const own = new URL(url);
  own.username = 'evertold_server';
  own.password = 'known-to-the-tests';
  return own.href;
}

/** A new, migrated and empty database. */
export async function aDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: asServer(own.href),
    adminUrl: own.href,
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** How long the jobs of a test file may go on after it, in ms. */
const longestJobMs = 30_000;

/**
 * Remembers the rows of a database. Returns a function that deletes the waiting jobs, and restores the rows when the
 * running ones have ended; false, and nothing is restored, when one goes on for too long.
 */
export async function restorer(adminUrl: string): Promise<() => Promise<boolean>> {
  const admin = new pg.Client({ connectionString: adminUrl });
  // The database is dropped together with its server.
  admin.on('error', () => {});
  await admin.connect();
  // No triggers: they keep the ledgers from being changed, and rows from being deleted before what refers to them.
  await admin.query('set session_replication_role = replica');
  const { rows } = await admin.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'`,
  );
  const restoring = ['delete from jobs.job'];
  await admin.query('create schema first');
  for (const { name } of rows) {
    restoring.push(`delete from ${name}`);
    const { rowCount } = await admin.query(`select from ${name} limit 1`);
    if (!rowCount) continue;
    await admin.query(`create table first.${name} as table ${name}`);
    restoring.push(`insert into ${name} overriding system value select * from first.${name}`);
  }
  return async () => {
    await admin.query(`delete from jobs.job where state < 'active'`);
    const deadline = Date.now() + longestJobMs;
    for (;;) {
      // Encoding may take long, and stores nothing for messages that are gone.
      const { rows } = await admin.query(
        `select name from jobs.job where state = 'active' and name <> 'biography.encode'`,
      );
      if (!rows.length) break;
      if (Date.now() > deadline) {
        console.warn(`Still running: ${rows.map(({ name }) => name).join(', ')}`);
        return false;
      }
      await sleep(20);
    }
    await admin.query(restoring.join('; '));
    return true;
  };
}
