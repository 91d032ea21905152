import { pool, type Tx } from './database/database.ts';
import type { Wake } from './database/transaction.ts';
import { deadLetters, isAbout, type Job, type Page, readCursor, redrive, timeOfCursor } from './jobs.ts';

/** A dead letter: a job that is not retried automatically any more. */
export type SetAsideJob = {
  id: string;
  job: string;
  /** Ids, never personal data. */
  input: unknown;
  /** The error's name and code, without its message. */
  failure: string | null;
  tries: number;
  setAsideAt: Date;
  /** Its place in the list of what was set aside. */
  cursor: string;
};

const columns = `id::text, source_name as job, data as input, source_retry_count + 1 as tries,
  created_on as "setAsideAt", concat_ws(' ', source_output->>'name', source_output->>'code') as failure,
  ${setAsideCursor('created_on')} as cursor`;

/** The cursor in SQL of what was set aside at this time, with the row's id. */
export function setAsideCursor(time: string): string {
  return `concat_ws(' ', '0', ${timeOfCursor(time)}, id)`;
}

/** The latest dead letters; with `about`, only jobs whose input or subject is one of these ids. */
export async function setAsideJobs(
  { most, after }: Page,
  about: readonly string[] | null = null,
): Promise<SetAsideJob[]> {
  const from = after == null ? null : readCursor(after);
  const { rows } = await pool.query<SetAsideJob>(
    `select ${columns} from jobs.job where name = $1 and state < 'active' and ${isAbout('$3')}
        and ($4::timestamptz is null or (created_on, id::text) < ($4, $5))
      order by created_on desc, id::text desc limit $2`,
    [deadLetters, most, about, from?.time, from?.id],
  );
  return rows;
}

/** A failed run of a schedule, which the next run makes up for. */
export type FailedRun = {
  id: string;
  job: string;
  /** The error's name and code, without its message. */
  failure: string | null;
  tries: number;
  failedAt: Date;
  /** Its place in the list of failed runs. */
  cursor: string;
};

/** The failed runs of schedules, the latest first. */
export async function failedRuns({ most, after }: Page): Promise<FailedRun[]> {
  const from = after == null ? null : readCursor(after);
  const failedOn = 'coalesce(completed_on, created_on)';
  const { rows } = await pool.query<FailedRun>(
    `select id::text, name as job, retry_count + 1 as tries, ${failedOn} as "failedAt",
        concat_ws(' ', output->>'name', output->>'code') as failure, ${setAsideCursor(failedOn)} as cursor
      from jobs.job
      where state = 'failed' and dead_letter is null and name <> $1 and name not like '\\_\\_%'
        and ($3::timestamptz is null or (${failedOn}, id::text) < ($3, $4))
      order by ${failedOn} desc, id::text desc limit $2`,
    [deadLetters, most, from?.time, from?.id],
  );
  return rows;
}

/** Whether a job with this input was set aside. */
export async function isSetAside<I extends object>(tx: Tx, { name }: Job<I>, input: I): Promise<boolean> {
  const [found] = await tx.$queryRaw<unknown[]>`
    select from jobs.job where name = ${deadLetters} and source_name = ${name} and data @> ${input}::jsonb limit 1`;
  return found !== undefined;
}

/** Retries a dead letter, in a transaction; null when it doesn't exist. */
export async function retryJob(
  tx: Tx,
  wake: Wake,
  id: string,
  jobs: readonly Job[],
): Promise<SetAsideJob | null> {
  const [found] = await tx.$queryRawUnsafe<SetAsideJob[]>(
    `select ${columns} from jobs.job where name = $1 and state < 'active' and id::text = $2 for update`,
    deadLetters,
    id,
  );
  const job = jobs.find(({ name }) => name === found?.job);
  if (!found || !job || !(await redrive(tx, id))) return null;
  await job.beforeRetry?.(tx, wake, job.input.parse(found.input));
  return found;
}
