import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { server } from './server.ts';
import { patienceMs } from './several.ts';

/**
 * Holds a subject's row, as a change of it does, so that changes queue up behind it in the order in which they came:
 * `queue` begins one and resolves once it waits; `letGo` lets all of them go on, one after the other.
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
      // In an object of its own: a promise would be waited for.
      return { answer };
    },
    letGo: () => holder.query('commit'),
  };
}
