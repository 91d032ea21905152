import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pool } from '#api/platform/database/database.ts';
import { redis } from '#api/platform/redis.ts';
import { root } from '#api/platform/root.ts';

const folder = fileURLToPath(new URL('prisma/migrations', root));
const patienceMs = 2_000;

export type Readiness = {
  database: 'up' | 'down';
  migrations: 'applied' | 'missing' | 'unknown';
  /** Where REDIS_URL is set. Without it a server goes on: it is ready all the same. */
  redis?: 'up' | 'away';
};

let asking: Promise<Readiness> | null = null;

/** Asks the database itself, each time; of many who ask at the same moment one does. */
export function readiness(): Promise<Readiness> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Readiness> {
  const over = new AbortController();
  const late = sleep(patienceMs, null, { ref: false, signal: over.signal });
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

/** Null when the database answers but has no migrations at all. */
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
