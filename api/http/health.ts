import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pool } from '#api/platform/database/database.ts';
import { redis } from '#api/platform/redis.ts';
import { root } from '#api/platform/root.ts';

const folder = fileURLToPath(new URL('prisma/migrations', root));
const databaseTimeoutMs = 2_000;

export type Readiness = {
  database: 'up' | 'down';
  migrations: 'applied' | 'missing' | 'unknown';
  /** Only when REDIS_URL is set. The server stays ready without Redis. */
  redis?: 'up' | 'away';
};

let asking: Promise<Readiness> | null = null;

/** Queries the database on each call; concurrent calls share one query. */
export function readiness(): Promise<Readiness> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Readiness> {
  const over = new AbortController();
  const late = sleep(databaseTimeoutMs, null, { ref: false, signal: over.signal });
  try {
    const wanted = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const noAnswer = late.then(() => Promise.reject(new Error('No answer')));
    const applied = await Promise.race([appliedMigrations(), noAnswer]);
    const all = applied !== null && wanted.every(({ name }) => applied.has(name));
    return { database: 'up', migrations: all ? 'applied' : 'missing', ...redisNow() };
  } catch {
    return { database: 'down', migrations: 'unknown', ...redisNow() };
  } finally {
    over.abort();
  }
}

function redisNow(): Pick<Readiness, 'redis'> {
  return redis ? { redis: redis.isReady ? 'up' : 'away' } : {};
}

/** Null when the database answers but has no migrations table. */
async function appliedMigrations(): Promise<ReadonlySet<string> | null> {
  const { rows } = await pool.query<{ ready: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as ready`,
  );
  if (!rows[0]?.ready) return null;
  const applied = await pool.query<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  return new Set(applied.rows.map((row) => row.migration_name));
}
