import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { fromApart } from '#api/platform/apart.ts';
import { log } from '#api/platform/log.ts';
import { OperatorError } from '#api/platform/observability/failure.ts';
import { root } from '#api/platform/root.ts';
import { ourTurn, watched } from './migration-locks.ts';
import { outageIn } from './outage.ts';

/** Connection timeout. */
const connectMs = 5_000;
/** The database's code for a deadlock. */
const deadlock = '40P01';
/** Prisma's code for a migration that was started and not finished. */
const unfinishedByAnother = 'P3009';
/** Shorter waits are not logged. */
const logAfterMs = 1_000;

/** The database's error code in Prisma's output; see schema-engine.mjs. */
const ourCode = /Database error code: (\w{5})/;

const folder = fileURLToPath(root);

/** Creates the database if it is missing, and applies the missing migrations. */
export async function migrate(
  url: string,
  { tries = 10, pauseMs = 3_000, signal }: { tries?: number; pauseMs?: number; signal?: AbortSignal } = {},
) {
  await createDatabase(url);
  if (await connected(url, isUpToDate)) return;
  for (let left = tries - 1; ; left--) {
    await takeBackInterrupted(url, signal);
    const [failure, held] = await connected(url, (client) => watched(client, deploy(url)));
    // Prisma reports success even when its engine was killed or lost the database, so check again.
    if (!failure && (await connected(url, isUpToDate))) return;
    const { prisma, migration, code } = failure ?? { prisma: 'Prisma ended before its time' };
    const why = [prisma, migration, code].filter(Boolean).join(' ') || 'Prisma could not be run';
    // A process that starts together with others may find a migration that one of them left interrupted.
    const again =
      !failure ||
      // An error without a code is no migration's fault, for example a cut connection.
      (!prisma && !code) ||
      isOfTheMoment(code) ||
      (prisma === unfinishedByAnother && (await takeBackInterrupted(url, signal)));
    if (!again) throw new OperatorError(`The database was not migrated: ${why}`);
    if (left === 0) {
      const waited = held
        ? `it waited ${tries} times for ${held.table}, held by ${held.holder}. Start again once that has ended`
        : `it was tried ${tries} times. Start again`;
      throw new OperatorError(`The database was not migrated: ${why}: ${waited}`);
    }
    log.warn(
      { migration, ...held, left },
      held
        ? 'a migration gave way to who holds its table, and is tried again'
        : 'a migration did not come to its end, and is tried again',
    );
    await sleep(pauseMs, undefined, { signal });
  }
}

type Failure = { prisma?: string | undefined; migration?: string | undefined; code?: string | undefined };

/** The reason why Prisma did not apply the migrations; null when it reports success. */
async function deploy(url: string): Promise<Failure | null> {
  const prisma = fromApart.resolve('prisma/build/index.js');
  const env = { ...process.env, DATABASE_URL: url, DATABASE_ADMIN_URL: url, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  return await promisify(execFile)(process.execPath, [prisma, 'migrate', 'deploy'], {
    cwd: folder,
    env,
  }).then(
    () => null,
    ({ stderr = '' }: { stderr?: string }) => ({
      // The rest of the output may quote a row.
      prisma: /\bP\d{4}\b/.exec(stderr)?.[0],
      migration: /\b\d{14}_\w+/.exec(stderr)?.[0],
      code: ourCode.exec(stderr)?.[1],
    }),
  );
}

/** Creates the database named in the address if it doesn't exist. */
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
      // Another process created it at the same moment.
      if (!['42P04', '23505'].includes(codeOf(error))) throw error;
    });
  });
}

/** Runs the work on a connection of its own. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  // A lost connection makes its running query fail.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the error says that the database doesn't exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === '3D000';
}

/** Whether a migration was rolled back for a temporary reason, such as a deadlock or a cut connection. */
function isOfTheMoment(code?: string | null): boolean {
  return code === deadlock || outageIn({ code }) !== null;
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

/**
 * Marks interrupted migrations as rolled back, so that they are applied again: one that was killed or that failed for a
 * temporary reason has changed nothing, because it is recorded as finished in the same transaction. An index that is
 * built concurrently, without a transaction, is dropped first, because it may be incomplete. Any other failed migration
 * needs a person and stops the start. Returns whether all unfinished migrations could be taken back.
 */
async function takeBackInterrupted(url: string, signal?: AbortSignal): Promise<boolean> {
  return await connected(url, async (client) => {
    await ourTurn(client, signal);
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('_prisma_migrations') is not null as there`,
    );
    if (!rows[0]?.there) return true;
    const { rows: unfinished } = await client.query<{
      id: string;
      name: string;
      killed: boolean;
      code?: string;
    }>(
      `select id, migration_name as name, logs is null as killed, substring(logs from $1) as code
        from _prisma_migrations where finished_at is null and rolled_back_at is null`,
      [ourCode.source],
    );
    let all = true;
    for (const { id, name, killed, code } of unfinished) {
      const index = indexOf(name);
      if (!index && !killed && !isOfTheMoment(code)) {
        all = false;
        continue;
      }
      log.warn({ migration: name }, 'a migration was interrupted, and is applied again');
      if (index) await dropIndex(url, client, index, signal);
      await client.query('update _prisma_migrations set rolled_back_at = now() where id = $1', [id]);
    }
    return all;
  });
}

/** Drops an index concurrently, which waits for every older transaction, unless the signal aborts. */
async function dropIndex(url: string, client: pg.Client, index: string, signal?: AbortSignal) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  signal?.throwIfAborted();
  // The database would continue the statement and keep its locks, so it is cancelled first.
  const stop = () =>
    void connected(url, (other) => other.query('select pg_cancel_backend($1)', [rows[0]?.pid]))
      .catch(() => {})
      .then(() => client.end());
  signal?.addEventListener('abort', stop);
  const slow = setTimeout(
    () => log.warn({ index }, 'what is left of an index is dropped once every older transaction has ended'),
    logAfterMs,
  );
  try {
    await client.query(`drop index concurrently if exists ${client.escapeIdentifier(index)}`);
  } finally {
    clearTimeout(slow);
    signal?.removeEventListener('abort', stop);
    signal?.throwIfAborted();
  }
}

/** The index that a migration builds concurrently; null for other migrations. */
function indexOf(migration: string): string | null {
  const file = path.join(folder, 'prisma/migrations', migration, 'migration.sql');
  if (!existsSync(file)) return null;
  return indexBuiltBy(readFileSync(file, 'utf8'));
}

export function indexBuiltBy(sql: string): string | null {
  return /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)/im.exec(sql)?.[1] ?? null;
}

/** Whether every migration is applied. This check saves the second that Prisma's command takes. */
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
      // The migrations table doesn't exist yet.
      if (codeOf(error) !== '42P01') throw error;
      return new Set<string>();
    });
  return wanted.every((name) => applied.has(name));
}
