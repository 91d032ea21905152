import { pool, type Tx } from './database/database.ts';
import type { Wake } from './database/transaction.ts';
import { deadLetters, isAbout, type Job, redrive } from './jobs.ts';

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
};

const columns = `id::text, source_name as job, data as input, source_retry_count + 1 as tries,
  created_on as "setAsideAt", concat_ws(' ', source_output->>'name', source_output->>'code') as failure`;

/** The latest dead letters; with `about`, only jobs whose input or subject is one of these ids. */
export async function setAsideJobs(
  most: number,
  about: readonly string[] | null = null,
): Promise<SetAsideJob[]> {
  const { rows } = await pool.query<SetAsideJob>(
    `select ${columns} from jobs.job where name = $1 and state < 'active' and ${isAbout('$3')}
      order by created_on desc, id limit $2`,
    [deadLetters, most, about],
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
