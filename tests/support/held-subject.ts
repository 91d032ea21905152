import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { server } from './server.ts';
import { patienceMs } from './several.ts';

/**
 * Locks a subject's row, as a mutation does, so that mutations queue up behind it in order. `queue` starts one and
 * resolves once it waits; `letGo` releases the lock, after which they run one by one.
 */
export async function holdingSubject(subjectId: string) {
  const holder = new pg.Client({ connectionString: server().adminUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('select from subject where id = $1 for no key update', [subjectId]);
  let waiting = 0;
  return {
    async queue<T>(change: () => Promise<T>): Promise<{ answer: Promise<T> }> {
      const answer = change();
      answer.catch(() => {});
      waiting += 1;
      const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await holder.query(sql)).rowCount === waiting, patienceMs);
      // Wrapped in an object, because an async function would await a bare promise.
      return { answer };
    },
    letGo: () => holder.query('commit'),
  };
}
