import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const askAgainMs = 100;

/** What a migration waits for, and who has it. */
export type Held = { table: string; holder: string };

/** Held by a process at work for as long as it lives, and by the session in which a migration runs: see schema-engine.mjs. */
const workLock = 'evertold: migrations';
const migrationLock = 'evertold: a migration';

/**
 * Resolves once nobody else migrates: not even the database, for who was killed meanwhile. By asking again, as a
 * statement that waits would hold up an index that is built concurrently, for ever.
 */
export async function ourTurn(client: pg.Client, signal?: AbortSignal) {
  const ask = `select pg_try_advisory_lock(hashtext($1)) and pg_try_advisory_lock(hashtext($2)) as ours`;
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>(ask, [workLock, migrationLock]);
    if (rows[0]?.ours) return;
    await sleep(askAgainMs, undefined, { signal });
  }
}

/** Looks, while something is done, at what the migration waits for that runs then: the last that was seen, or null. */
export async function watched<T>(client: pg.Client, work: Promise<T>): Promise<[T, Held | null]> {
  let held: Held | null = null;
  const over = new AbortController();
  const watching = (async () => {
    for (;;) {
      const { rows } = await client.query<Held>(whatIsWaitedFor, [migrationLock]);
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

/** Of who holds it no more than the name that a program gives itself: what it does there may be about anybody. */
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
