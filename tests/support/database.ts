import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  /** As the role that a server works as. */
  url: string;
  /** As the role that owns everything. */
  adminUrl: string;
  drop: () => Promise<void>;
};

/** Of a row of `pg_locks`: somebody waits in this database. The tables of others, of one template, have the same numbers. */
export const waitsHere =
  'not granted and database = (select oid from pg_database where datname = current_database())';

/** The same address for the role that a server works as. */
export function asServer(url: string): string {
  const own = new URL(url);
  own.username = 'evertold_server';
  own.password = 'known-to-the-tests';
  return own.href;
}

/** A database of one's own, migrated and empty. */
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
