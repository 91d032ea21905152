import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { turnLock } from '#api/conversations/engine/turn-lock.ts';
import { server } from './server.ts';
import { patienceMs } from './several.ts';

/** Locks a subject's row, as a mutation does, so that mutations queue up behind it in order. */
export const holdingSubject = (subjectId: string) =>
  holding('select from subject where id = $1 for no key update', subjectId);

/** Locks a phone, as whatever begins on it does. */
export const holdingPhone = (phone: string) =>
  holding('select pg_advisory_xact_lock(hashtextextended($1, 0))', `phone:${phone}`);

/** Locks the turns of a conversation, as storing words does. */
export const holdingTurn = (conversationId: string) => holding(`select ${turnLock}`, conversationId);

/** `queue` starts a change and resolves once it waits; `letGo` releases the lock, after which they run one by one. */
async function holding(lock: string, of: string) {
  const holder = new pg.Client({ connectionString: server().adminUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query(lock, [of]);
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
