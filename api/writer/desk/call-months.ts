import { ports } from '#api/adapters/ports.ts';
import { pool } from '#api/platform/database/database.ts';

export type CallMonth = {
  /** YYYY-MM. */
  month: string;
  calls: number;
  minutes: number;
  /** Null when the price of a minute is not known. */
  costUsd: number | null;
};

/** The number of months that the desk shows. */
const months = 12;

/**
 * The calls over the phone service by the month in which they began, newest first, without those that nobody
 * answered; with `subjectId`, those to one subject. The cost counts each begun minute of a call, as phone services do.
 */
export async function callMonths(timeZone: string, subjectId: string | null = null): Promise<CallMonth[]> {
  const { usdPerMinute } = ports.telephony;
  const { rows } = await pool.query<Omit<CallMonth, 'costUsd'> & { begunMinutes: number }>({
    name: 'desk-call-months',
    text: `
      select to_char(c.started_at at time zone $1, 'YYYY-MM') as month, count(*)::int as calls,
        sum(minutes)::float8 as minutes, sum(ceil(minutes))::float8 as "begunMinutes"
      from conversation c join call l on l.conversation_id = c.id
        cross join lateral (select extract(epoch from c.ended_at - c.started_at) / 60 as minutes) duration
      where c.channel = 'PHONE' and l.line = 'PROVIDER' and c.ended_at > c.started_at
        and c.started_at >= date_trunc('month', now(), $1) - interval '${months - 1} months'
        and ($2::uuid is null or c.subject_id = $2::uuid)
      group by 1 order by 1 desc`,
    values: [timeZone, subjectId],
  });
  return rows.map(({ begunMinutes, ...month }) => ({
    ...month,
    costUsd: usdPerMinute === null ? null : begunMinutes * usdPerMinute,
  }));
}
