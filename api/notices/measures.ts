import { pool } from '#api/platform/database/database.ts';
import type { Measure } from '#api/platform/watching/metrics.ts';

/** What is still to leave the house, and what was given up and not yet erased. */
export const noticeStates: Measure = {
  name: 'notices',
  help: 'Letters and texts that wait, or could not be sent',
  labels: ['state'],
  async read() {
    const { rows } = await pool.query<{ waiting: number; failed: number }>(`
      select count(*) filter (where status = 'WAITING')::int as waiting,
        count(*) filter (where status = 'FAILED')::int as failed
      from notice where status in ('WAITING', 'FAILED')`);
    return Object.entries(rows[0] ?? {}).map(([state, value]) => ({ labels: { state }, value }));
  },
};

export const oldestNotice: Measure = {
  name: 'notices_oldest_waiting_seconds',
  help: 'The age of the oldest letter or text that has not left the house',
  labels: [],
  async read() {
    const { rows } = await pool.query<{ value: number }>(`
      select coalesce(extract(epoch from now() - min(created_at)), 0)::float as value
      from notice where status = 'WAITING'`);
    return rows.map(({ value }) => ({ labels: {}, value }));
  },
};
