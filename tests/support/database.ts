import { randomUUID } from 'node:crypto';
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
