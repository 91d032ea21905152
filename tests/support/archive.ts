import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openAdapters } from '#api/adapters/index.ts';
import { backUp } from '#api/archive/backup.ts';
import type { Contents } from '#api/archive/file.ts';
import { makeSchema, readSteps } from '#api/archive/load.ts';
import { restore } from '#api/archive/restore.ts';
import { type Config, readConfig } from '#api/config.ts';
import { connected } from '#api/platform/database/migrate.ts';
import { startProcess } from './process.ts';

/** An empty folder that a database can use. */
export function aFolder(): string {
  const folder = mkdtempSync(path.join(inject('scratch'), 'kept-'));
  // When run as root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  mkdirSync(path.join(folder, 'data'), { mode: 0o711 });
  return folder;
}

/** An empty database. */
export async function anEmptyDatabase(): Promise<string> {
  const url = new URL(inject('postgres').url);
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await connected(url.href, (admin) => admin.query(`create database ${name}`));
  url.pathname = `/${name}`;
  return url.href;
}

/** The environment of a server with an embedded database: its folder holds the database and the secret. */
export const embedded = (folder: string) => ({
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: '',
  DATABASE_ADMIN_URL: '',
  AUTH_SECRET: '',
});

/** The environment of a server with an external database, which keeps its files in a folder. */
export const external = (folder: string, DATABASE_URL: string) => ({
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL,
});

/** Restores an archive into the database and folder that an environment names. */
export function restoring(from: string, env: NodeJS.ProcessEnv): Promise<Contents> {
  return restore(opened(env), from);
}

/** Backs up the database and folder that an environment names. */
export function backingUp(to: string, env: NodeJS.ProcessEnv): Promise<Contents> {
  return backUp(opened(env), to);
}

function opened(env: NodeJS.ProcessEnv): Config {
  const config = readConfig({ ...env, AUTH_SECRET: 'x'.repeat(32) });
  openAdapters(config);
  return config;
}

/** Runs `npm run backup` or `npm run restore` and returns the exit code and output. */
export async function archive(
  act: 'backup' | 'restore',
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string }> {
  const running = startProcess(env, [act, file], 'api/archive/main.ts');
  const code = await running.ended;
  return { code, said: running.lines.join('\n') };
}

/** The row count and a checksum of every table, so that two databases can be compared. */
export async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1",
    );
    const tables: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: sums } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
          from ${name} t`,
      );
      tables[name] = sums[0]?.sum ?? '';
    }
    return tables;
  } finally {
    await client.end();
  }
}

/** The names of all migrations. */
export function migrationNames(): string[] {
  return readdirSync('prisma/migrations').filter((name) => /^\d/.test(name));
}

/** Brings an empty database to the state of the first version, with one row and without a job queue. */
export async function anEarlierDatabase(client: pg.Client, ...more: string[]) {
  const migrations = migrationNames()
    .sort()
    .slice(0, 2)
    .map((name) => ({
      name,
      checksum: createHash('sha256')
        .update(readFileSync(`prisma/migrations/${name}/migration.sql`))
        .digest('hex'),
    }));
  await makeSchema(client, await readSteps(migrations));
  for (const { name, checksum } of [...migrations, ...more.map((name) => ({ name, checksum: '-' }))]) {
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
        values (gen_random_uuid(), $1, $2, now(), 1)`,
      [checksum, name],
    );
  }
  await client.query("insert into event (topic, kind) values ('old', 'kept')");
}
