import { pool } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { beginsToday } from '#api/platform/domain-values/time-zone.ts';
import type { Measure } from '#api/platform/observability/metrics.ts';
import { textingHours } from './hours.ts';

/** Who sends has a notice in hand for less at a time; one that is taken for longer waits for its reader's day. */
const longestInHandMs = 60_000;

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
  help: 'For how long the oldest letter or text could have left the house, and has not',
  labels: [],
  async read() {
    const now = clock.now();
    const { rows } = await pool.query<{ zone: string | null; since: Date }>(
      `select time_zone as zone, min(created_at) as since from notice
       where status = 'WAITING' and (time_zone is null or claimed_until is null or claimed_until <= $1)
       group by 1`,
      [new Date(now.getTime() + longestInHandMs)],
    );
    // What goes by day alone has waited since the morning at most.
    const ages = rows.map(({ zone, since }) => {
      const dawns = (zone?.split(' ') ?? []).map((each) => beginsToday(textingHours, each, now).getTime());
      return now.getTime() - Math.max(since.getTime(), ...dawns);
    });
    return [{ labels: {}, value: Math.max(0, ...ages) / 1000 }];
  },
};
