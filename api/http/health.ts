import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pool } from '#api/platform/database/database.ts';
import { redis } from '#api/platform/redis.ts';

const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const patienceMs = 2_000;

export type Readiness = {
  database: 'up' | 'down';
  migrations: 'applied' | 'missing' | 'unknown';
  /** Where REDIS_URL is set. Without it a server goes on: it is ready all the same. */
  redis?: 'up' | 'away';
};

/** Asks the database itself, each time. */
export async function readiness(): Promise<Readiness> {
  const wanted = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  try {
    const applied = await Promise.race([
      appliedMigrations(),
      sleep(patienceMs, null, { ref: false }).then(() => Promise.reject(new Error('No answer'))),
    ]);
    const all = applied !== null && wanted.every(({ name }) => applied.has(name));
    return { database: 'up', migrations: all ? 'applied' : 'missing', ...redisNow() };
  } catch {
    return { database: 'down', migrations: 'unknown', ...redisNow() };
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
