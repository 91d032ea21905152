import { pool } from '#api/platform/database/database.ts';
import { deadLetters } from '../jobs.ts';
import type { Measure } from './metrics.ts';

/**
 * The state of pg-boss's queue. Waiting jobs are counted now, by an index; active and failed ones come from pg-boss's
 * own counts, updated every minute.
 */
export const jobStates: Measure = {
  name: 'jobs',
  help: 'Jobs in the queue: waiting, to be tried again, for later, active, failed, set aside',
  labels: ['job', 'state'],
  async read() {
    const { rows } = await pool.query<{ job: string; state: string; value: number }>(`
      select coalesce(source_name, name) as job,
        case when name = '${deadLetters}' then 'set aside'
          when start_after > now() then case state when 'retry' then 'retry' else 'later' end else 'waiting' end as state,
        count(*)::int as value
      from jobs.job where state < 'active' and not blocked and name not like '\\_\\_%' group by 1, 2
      union all
      select q.name, s.state, s.value from jobs.queue q,
        lateral (values ('active', q.active_count), ('failed', q.failed_count)) as s(state, value)
      where q.name not like '\\_\\_%'`);
    return rows.map(({ job, state, value }) => ({ labels: { job, state }, value }));
  },
};

export const oldestJob: Measure = {
  name: 'jobs_oldest_waiting_seconds',
  help: 'For how long the oldest job has been due, and nobody took it',
  labels: ['job'],
  async read() {
    const { rows } = await pool.query<{ job: string; value: number }>(`
      select name as job, extract(epoch from now() - min(start_after))::float as value
      from jobs.job where state < 'active' and not blocked and start_after <= now()
        and name not like '\\_\\_%' and name <> '${deadLetters}' group by 1`);
    return rows.map(({ job, value }) => ({ labels: { job }, value }));
  },
};
