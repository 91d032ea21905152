import { type ChildProcess, spawn } from 'node:child_process';
import pg from 'pg';
import { expect, inject } from 'vitest';

/** Runs one query over its own connection. */
export async function ask(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a process that migrates a database, as the leader of its own process group. */
export function migrating(url: string): ChildProcess {
  const work = `import { migrate } from '#api/platform/database/migrate.ts'; await migrate(${JSON.stringify(url)});`;
  return spawn(process.execPath, ['--input-type=module', '--eval', work], {
    stdio: 'ignore',
    detached: true,
  });
}

/** Expects all migrations to be applied, recorded once and complete. */
export async function expectWhole(url: string) {
  const { template } = inject('postgres');
  const whole = new URL(url);
  whole.pathname = `/${template}`;
  const noted = `select migration_name, finished_at is not null as finished from _prisma_migrations
    where rolled_back_at is null order by migration_name`;
  const tables = `select table_name, count(*)::int as columns from information_schema.columns
    where table_schema = 'public' group by 1 order by 1`;
  const indexes = `select indexrelid::regclass::text as index, indisvalid as valid from pg_index
    join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace order by 1`;
  for (const what of [noted, tables, indexes]) {
    expect(await ask(url, what)).toEqual(await ask(whole.href, what));
  }
}
