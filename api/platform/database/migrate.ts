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

/** A database that does not even take the connection is away. */
const connectMs = 5_000;
/** The database's code for one of two who wait for each other. */
const deadlock = '40P01';
/** Prisma's code for a migration that another began and did not finish. */
const unfinishedByAnother = 'P3009';
/** Who waits for less needs no line in the log. */
const worthTellingMs = 1_000;

/** How the database's code stands in what Prisma says; see schema-engine.mjs. */
const ourCode = /Database error code: (\w{5})/;

const folder = fileURLToPath(root);

/** Makes the database if there is none, and applies the migrations that it lacks. */
export async function migrate(
  url: string,
  { tries = 10, pauseMs = 3_000, signal }: { tries?: number; pauseMs?: number; signal?: AbortSignal } = {},
) {
  await createDatabase(url);
  if (await connected(url, isUpToDate)) return;
  for (let left = tries - 1; ; left--) {
    await takeBackInterrupted(url, signal);
    const [failure, held] = await connected(url, (client) => watched(client, deploy(url)));
    // Prisma says that all is well, too, where its engine was killed or lost the database.
    if (!failure && (await connected(url, isUpToDate))) return;
    const { prisma, migration, code } = failure ?? { prisma: 'Prisma ended before its time' };
    const why = [prisma, migration, code].filter(Boolean).join(' ') || 'Prisma could not be run';
    // Who starts together with others may find what one of them left that gave way, or was killed.
    const again =
      !failure ||
      // What has no code is no fault of a migration: its connection was cut before it began, say.
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

/** Why Prisma did not apply the migrations that were lacking; null when it says that it did. */
async function deploy(url: string): Promise<Failure | null> {
  const prisma = fromApart.resolve('prisma/build/index.js');
  const env = { ...process.env, DATABASE_URL: url, DATABASE_ADMIN_URL: url, PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  return await promisify(execFile)(process.execPath, [prisma, 'migrate', 'deploy'], {
    cwd: folder,
    env,
  }).then(
    () => null,
    ({ stderr = '' }: { stderr?: string }) => ({
      // Nothing else of what is said: it may quote a row.
      prisma: /\bP\d{4}\b/.exec(stderr)?.[0],
      migration: /\b\d{14}_\w+/.exec(stderr)?.[0],
      code: ourCode.exec(stderr)?.[1],
    }),
  );
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

/**
 * Whether the database took a migration back for what has nothing to do with it: it gave way to who held its table, or
 * was ended by somebody, say.
 */
function isOfTheMoment(code?: string | null): boolean {
  return code === deadlock || outageIn({ code }) !== null;
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

/**
 * A migration that was killed in the middle, or that the database took back for a reason of the moment, has changed
 * nothing, and is applied again: it is noted as finished together with what it changes. What an index was that is built
 * concurrently, and so without a transaction, goes first: nobody knows whether it is whole. Any other that failed of
 * itself is for a person to look at, and stops the start. Answers whether all that was unfinished could be taken back.
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

/** Waits for every transaction that is older, however long that takes, unless the signal ends it. */
async function dropIndex(url: string, client: pg.Client, index: string, signal?: AbortSignal) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  signal?.throwIfAborted();
  // The database goes on with what nobody waits for any more, and would keep the locks: it is told first.
  const stop = () =>
    void connected(url, (other) => other.query('select pg_cancel_backend($1)', [rows[0]?.pid]))
      .catch(() => {})
      .then(() => client.end());
  signal?.addEventListener('abort', stop);
  const slow = setTimeout(
    () => log.warn({ index }, 'what is left of an index is dropped once every older transaction has ended'),
    worthTellingMs,
  );
  try {
    await client.query(`drop index concurrently if exists ${client.escapeIdentifier(index)}`);
  } finally {
    clearTimeout(slow);
    signal?.removeEventListener('abort', stop);
    signal?.throwIfAborted();
  }
}

/** The index that a migration builds without locking its table, which it then does alone. */
function indexOf(migration: string): string | null {
  const file = path.join(folder, 'prisma/migrations', migration, 'migration.sql');
  if (!existsSync(file)) return null;
  return indexBuiltBy(readFileSync(file, 'utf8'));
}

export function indexBuiltBy(sql: string): string | null {
  return /^create (?:unique )?index concurrently (?:if not exists )?"?(\w+)/im.exec(sql)?.[1] ?? null;
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
