import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import queue from 'pg-boss/package.json' with { type: 'json' };
import { log } from '#api/platform/log.ts';
import { connected } from './migrate.ts';

/** The schema version of this pg-boss. */
const tablesVersion: number = queue.pgboss.schema;

/**
 * Creates or upgrades the queue's tables, as the role that owns them. An upgrade builds its indexes one by one without
 * locks, and is waited for.
 */
export async function prepareQueue(adminUrl: string) {
  if (await connected(adminUrl, hasQueue)) return;
  const { PgBoss } = await import('pg-boss');
  const upgrade = new PgBoss({
    ...{ connectionString: adminUrl, schema: 'jobs', max: 2 },
    ...{ supervise: false, schedule: false, bamIntervalSeconds: 10 },
  });
  upgrade.on('error', (error) => log.warn({ error }, 'job queue'));
  try {
    await upgrade.start();
    const busy = async () =>
      (await upgrade.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress');
    while (await busy()) await sleep(500);
  } finally {
    await upgrade.stop();
  }
}

/** Whether the queue's tables exist in this version. */
export async function hasQueue(client: pg.Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ version: number }>('select version from jobs.version');
    return rows[0]?.version === tablesVersion;
  } catch (error) {
    // No such table, or no such schema.
    if (['42P01', '3F000'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
