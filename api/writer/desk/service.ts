import { db, pool } from '#api/platform/database/database.ts';
import { jobCounts, type QueuedWork, queuedWork } from '#api/platform/jobs.ts';
import { countSetAsideAnswers } from '../set-aside/service.ts';

export type DayCount = { day: string; count: number };

export type Desk = {
  timeZone: string;
  liveConversations: number;
  conversationsToday: number;
  failedToday: number;
  waitingJobs: number;
  failedJobs: number;
  messagesPerDay: DayCount[];
  callsPerDay: CallDay[];
  queue: QueuedWork[];
  unseenNotes: number;
  modelUse: ModelUseDay[];
};

export type CallDay = { day: string; calls: number; missed: number; failed: number };

/** Calls of one model for one task, added up. */
export type ModelTotals = {
  task: string;
  model: string;
  calls: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** The calls whose cost is known. */
  priced: number;
  costUsd: number;
};

export type ModelUseDay = ModelTotals & { day: string; meanLatencyMs: number };

/** The number of days in the desk's charts. */
const days = 14;
/** The maximum number of rows about model use: 14 days of a dozen models with three tasks. */
const mostUses = 500;

/** The desk's overview; `timeZone` defines where a day begins. */
export async function deskAt(timeZone: string): Promise<Desk> {
  const [counts, messagesPerDay, callsPerDay, jobs, answers, queue, unseenNotes, modelUse] =
    await Promise.all([
      conversationCounts(timeZone),
      countMessages(timeZone),
      countCalls(timeZone),
      jobCounts(),
      countSetAsideAnswers(),
      queuedWork(),
      db.wellbeingNote.count({ where: { seenAt: null } }),
      readModelUse(timeZone),
    ]);
  const failedJobs = jobs.failed + answers;
  return {
    ...{ ...counts, messagesPerDay, callsPerDay, queue, unseenNotes, modelUse },
    ...{ timeZone, waitingJobs: jobs.waiting, failedJobs },
  };
}

async function conversationCounts(timeZone: string) {
  const { rows } = await pool.query<Pick<Desk, 'liveConversations' | 'conversationsToday' | 'failedToday'>>({
    name: 'desk-conversations',
    text: `
      with today as (select date_trunc('day', now(), $1) as start)
      select
        (select count(*)::int from conversation where status in ('RINGING', 'IN_PROGRESS')) as "liveConversations",
        (select count(*)::int from conversation, today
          where created_at >= today.start and not brought) as "conversationsToday",
        (select count(*)::int from conversation, today
          where created_at >= today.start and not brought and (status = 'FAILED' or writing = 'WRITING_FAILED')) as "failedToday"`,
    values: [timeZone],
  });
  return rows[0] ?? { liveConversations: 0, conversationsToday: 0, failedToday: 0 };
}

/** The last days in the time zone `$1`, each with its `start`. */
const eachDay = `with day as (
  select generate_series(
    ((now() at time zone $1)::date - ${days - 1})::timestamp, (now() at time zone $1)::date::timestamp, interval '1 day'
  ) as start
)`;

/**
 * Messages by the day on which they were said, counted as the list of messages has them. That list is for all that is in
 * the books, so that messages of conversations that were held elsewhere are in both.
 */
async function countMessages(timeZone: string): Promise<DayCount[]> {
  const { rows } = await pool.query<DayCount>({
    name: 'desk-messages-per-day',
    text: `
      ${eachDay}
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

/** Phone calls by the day on which they began. */
async function countCalls(timeZone: string): Promise<CallDay[]> {
  const { rows } = await pool.query<CallDay>({
    name: 'desk-calls-per-day',
    text: `
      ${eachDay}
      select to_char(day.start, 'YYYY-MM-DD') as day, called.*
      from day cross join lateral (
        select count(*)::int as calls,
          count(*) filter (where status = 'MISSED')::int as missed,
          count(*) filter (where status = 'FAILED')::int as failed
        from conversation
        where channel = 'PHONE' and not brought and created_at >= day.start at time zone $1
          and created_at < (day.start + interval '1 day') at time zone $1
      ) called
      order by day.start`,
    values: [timeZone],
  });
  return rows;
}

async function readModelUse(timeZone: string): Promise<ModelUseDay[]> {
  const { rows } = await pool.query<ModelUseDay>({
    name: 'desk-model-use',
    text: `
      select to_char(quarter at time zone $1, 'YYYY-MM-DD') as day, task, model, sum(calls)::int as calls,
        sum(failed)::int as failed, sum(latency_ms)::float8 / sum(calls) as "meanLatencyMs",
        sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens",
        sum(priced)::int as priced, sum(cost_usd) as "costUsd"
      from model_use
      where quarter >= ((now() at time zone $1)::date - ${days - 1})::timestamp at time zone $1
      group by 1, 2, 3
      order by 1 desc, calls desc, 2, 3
      limit ${mostUses}`,
    values: [timeZone],
  });
  return rows;
}
