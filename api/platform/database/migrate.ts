import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { fromApart } from '#api/platform/apart.ts';
import { log } from '#api/platform/log.ts';
import { root } from '#api/platform/root.ts';
import { OperatorError } from '#api/platform/watching/failure.ts';

/** A database that does not even take the connection is away. */
const connectMs = 5_000;
const askAgainMs = 100;

const folder = fileURLToPath(root);

/** Makes the database if there is none, and applies the migrations that it lacks. */
export async function migrate(url: string) {
  await createDatabase(url);
  if (await connected(url, isUpToDate)) return;
  await takeBackInterrupted(url);
  const prisma = fromApart.resolve('prisma/build/index.js');
  await promisify(execFile)(process.execPath, [prisma, 'migrate', 'deploy'], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: url, DATABASE_ADMIN_URL: url, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  }).catch((error: { stderr?: string }) => {
    throw new OperatorError(`The database was not migrated: ${whyNot(error.stderr ?? '')}`);
  });
}

/** Prisma's code, the migration and the database's code: what it says beside them may quote a row. */
function whyNot(said: string): string {
  const [code] = /\bP\d{4}\b/.exec(said) ?? [];
  const [migration] = /\b\d{14}_\w+/.exec(said) ?? [];
  const [, state] = /Database error code: (\w{5})/.exec(said) ?? [];
  return [code, migration, state].filter(Boolean).join(' ') || 'Prisma could not be run';
}

/** Makes the database that an address names, if its server has none of that name. */
export async function createDatabase(url: string) {
  try {
    return await connected(url, async () => {});
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  await connected(target.href, async (admin) => {
    await admin.query(`create database ${admin.escapeIdentifier(name)}`).catch((error) => {
      // Another process has made it at the same moment.
      if (!['42P04', '23505'].includes(codeOf(error))) throw error;
    });
  });
}

/** Does something over a connection of its own. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  // A connection that is lost fails what is asked of it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a server answered that it has no database of that name. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === '3D000';
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

/**
 * A migration that was killed in the middle has changed nothing, and is applied again; it is noted as finished together
 * with what it changes. One that failed of itself is for a person to look at, and stops the start.
 */
async function takeBackInterrupted(url: string) {
  await connected(url, async (client) => {
    // A migration at work, which may have outlived the process that began it, is waited for: by asking again, as a
    // statement that waits would hold up an index that is built concurrently, for ever.
    while (!(await isOurTurn(client))) await sleep(askAgainMs);
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('_prisma_migrations') is not null as there`,
    );
    if (!rows[0]?.there) return;
    const { rowCount } = await client.query(
      'update _prisma_migrations set rolled_back_at = now() where finished_at is null and rolled_back_at is null and logs is null',
    );
    if (rowCount) log.warn('a migration was interrupted, and is applied again');
  });
}

/** Of two locks the first is held by a process at work, the second by the session in which a migration runs. */
async function isOurTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>(
    `select pg_try_advisory_lock(hashtext('evertold: migrations'))
      and pg_try_advisory_lock(hashtext('evertold: a migration')) as ours`,
  );
  return rows[0]?.ours ?? false;
}

/** Whether every migration is applied. Spares the start a second of Prisma's command when there is nothing to do. */
export async function isUpToDate(client: pg.Client): Promise<boolean> {
  const wanted = readdirSync(path.join(folder, 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const applied = await client
    .query<{ migration_name: string }>(
      'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
    )
    .then(({ rows }) => new Set(rows.map((row) => row.migration_name)))
    .catch((error) => {
      // A database without any.
      if (codeOf(error) !== '42P01') throw error;
      return new Set<string>();
    });
  return wanted.every((name) => applied.has(name));
}
