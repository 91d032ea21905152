import { pool } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { beginsToday } from '#api/platform/domain-values/time-zone.ts';
import type { Measure } from '#api/platform/observability/metrics.ts';
import { usualHours } from './hours.ts';

/** A sender claims a notice for less than this; a longer claim means that it waits for daytime or for its hour. */
const longestInHandMs = 60_000;

/** Notices that are not sent yet, and failed ones that are not erased yet. */
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
  help: 'For how long the oldest letter or text could have left the house, and has not',
  labels: [],
  async read() {
    const now = clock.now();
    const { rows } = await pool.query<{ zone: string | null; opens: number | null; since: Date }>(
      `select n.time_zone as zone, s.hours_from as opens,
         min(case kind when 'remark' then (data->>'until')::timestamptz else n.created_at end) as since
       from notice n left join subject s on s.id = n.subject_id and s.phone = n.recipient
       where n.status = 'WAITING' and (claimed_until is null or claimed_until <= $1)
       group by 1, 2`,
      [new Date(now.getTime() + longestInHandMs)],
    );
    // A daytime text counts as waiting since this morning at most.
    const ages = rows.map(({ zone, opens, since }) => {
      const hours = { ...usualHours, from: opens ?? usualHours.from };
      const dawns = (zone?.split(' ') ?? []).map((each) => beginsToday(hours, each, now).getTime());
      return now.getTime() - Math.max(since.getTime(), ...dawns);
    });
    return [{ labels: {}, value: Math.max(0, ...ages) / 1000 }];
  },
};
