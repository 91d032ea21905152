import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const askAgainMs = 100;

/** The table a migration waits for, and the holder of its lock. */
export type HeldLock = { table: string; holder: string };

/**
 * Advisory locks: one held by a working process as long as it lives, one by the session of a migration; see
 * schema-engine.mjs.
 */
const workLock = 'evertold: migrations';
const migrationLock = 'evertold: a migration';

/**
 * Resolves once nothing else migrates, not even a session of a killed process. It polls, because a waiting statement
 * would block a concurrent index build forever.
 */
export async function ourTurn(client: pg.Client, signal?: AbortSignal) {
  const ask = `select pg_try_advisory_lock(hashtext($1)) and pg_try_advisory_lock(hashtext($2)) as ours`;
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>(ask, [workLock, migrationLock]);
    if (rows[0]?.ours) return;
    await sleep(askAgainMs, undefined, { signal });
  }
}

/** Watches, while the work runs, which lock the running migration waits for; returns the last one seen, or null. */
export async function watched<T>(client: pg.Client, work: Promise<T>): Promise<[T, HeldLock | null]> {
  let held: HeldLock | null = null;
  const over = new AbortController();
  const watching = (async () => {
    for (;;) {
      const { rows } = await client.query<HeldLock>(whatIsWaitedFor, [migrationLock]);
      held = rows[0] ?? held;
      await sleep(askAgainMs, undefined, { signal: over.signal });
    }
  })().catch(() => {});
  try {
    return [await work, held];
  } finally {
    over.abort();
    await watching;
  }
}

/** Shows only the holder's application name, because its statement may contain personal data. */
const whatIsWaitedFor = `
  select coalesce(waiting.relation::regclass::text, 'a row') as "table",
    coalesce(
      (select left(string_agg(regexp_replace(application_name, '[^\\w.:-]+', ' ', 'g') || ' (' || pid || ')', ' '), 150)
        from pg_stat_activity where pid = any(pg_blocking_pids(waiting.pid))),
      '?') as holder
  from pg_locks migrating
  join pg_locks waiting on waiting.pid = migrating.pid and not waiting.granted
  where migrating.locktype = 'advisory' and migrating.granted
    and migrating.database = (select oid from pg_database where datname = current_database())
    and (migrating.classid::bigint << 32 | migrating.objid::bigint) = hashtext($1)`;
