import { pool } from '#api/platform/database/database.ts';
import { jobCounts } from '#api/platform/jobs.ts';
import { countSetAsideAnswers } from '../set-aside/service.ts';

export type DayCount = { day: string; count: number };

export type Desk = {
  liveConversations: number;
  conversationsToday: number;
  failedToday: number;
  waitingJobs: number;
  failedJobs: number;
  messagesPerDay: DayCount[];
};

/** The number of days in the desk's chart. */
const days = 14;

/** The desk's overview; `timeZone` defines where a day begins. */
export async function deskAt(timeZone: string): Promise<Desk> {
  const [counts, messagesPerDay, jobs, answers] = await Promise.all([
    conversationCounts(timeZone),
    countMessages(timeZone),
    jobCounts(),
    countSetAsideAnswers(),
  ]);
  return { ...counts, messagesPerDay, waitingJobs: jobs.waiting, failedJobs: jobs.failed + answers };
}

async function conversationCounts(timeZone: string) {
  const { rows } = await pool.query<Pick<Desk, 'liveConversations' | 'conversationsToday' | 'failedToday'>>({
    name: 'desk-conversations',
    text: `
      with today as (select date_trunc('day', now(), $1) as start)
      select
        (select count(*)::int from conversation where status in ('RINGING', 'IN_PROGRESS')) as "liveConversations",
        (select count(*)::int from conversation, today where started_at >= today.start) as "conversationsToday",
        (select count(*)::int from conversation, today
          where started_at >= today.start and (status = 'FAILED' or writing = 'WRITING_FAILED')) as "failedToday"`,
    values: [timeZone],
  });
  return rows[0] ?? { liveConversations: 0, conversationsToday: 0, failedToday: 0 };
}

async function countMessages(timeZone: string): Promise<DayCount[]> {
  const { rows } = await pool.query<DayCount>({
    name: 'desk-messages-per-day',
    text: `
      with day as (
        select generate_series(
          (now() at time zone $1)::date - ${days - 1}, (now() at time zone $1)::date, interval '1 day'
        ) as start
      )
      select to_char(day.start, 'YYYY-MM-DD') as day, (
        select count(*)::int from message
        where created_at >= day.start at time zone $1
          and created_at < (day.start + interval '1 day') at time zone $1
      ) as count
      from day order by day.start`,
    values: [timeZone],
  });
  return rows;
}
