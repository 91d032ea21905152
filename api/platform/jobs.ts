import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { JobResult, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { openPool, pool, prepared, type Tx } from './database/database.ts';
import { listen } from './database/listen.ts';
import { outageIn } from './database/outage.ts';
import type { Wake } from './database/transaction.ts';
import { InvalidInput } from './errors.ts';
import { log } from './log.ts';
import { failureOf } from './observability/failure.ts';
import { type Cause, causeHere, watchRun } from './observability/job-runs.ts';
import { WorkerKilled } from './text-workers/pool.ts';

/** Durable work: a name, its input (ids), and its code. It must be safe to run twice. */
export type Job<I = unknown> = {
  name: string;
  input: z.ZodType<I>;
  /** The signal aborts at the timeout, and with a `Stopping` when the process ends. */
  run(input: I, signal: AbortSignal): Promise<void>;
  /** Number of retries, with growing pauses. */
  retries: number;
  /** Timeout of one run; after it, another may begin. */
  timeoutSeconds: number;
  /** Concurrency in one process. */
  atOnce: number;
  /** At most one job per subject runs at a time, and subjects take turns. */
  perSubject: boolean;
  /** Called in the transaction in which a dead letter is retried. */
  beforeRetry?(tx: Tx, wake: Wake, input: I): Promise<void>;
  /**
   * A cron schedule in five fields, UTC; its runs get `{}`. A run that was missed because no worker was up is made up
   * for later.
   */
  cron?: string;
};

export function job<I>(
  definition: Pick<Job<I>, 'name' | 'input' | 'run'> & Partial<Omit<Job<I>, 'name' | 'input' | 'run'>>,
): Job<I> {
  return { retries: 8, timeoutSeconds: 300, atOnce: 1, perSubject: false, ...definition };
}

/**
 * The queue of dead letters: all of their tries have failed, or their text has killed its workers. They wait until an
 * admin retries them. Scheduled jobs never get here: the next run does their work.
 */
export const deadLetters = 'dead-letters';
const deadLettersKeptSeconds = 365 * 24 * 3600;

/** After so long without a heartbeat, a worker counts as dead and its job is given to another. */
const heartbeatSeconds = 15;
/** How often the jobs of dead workers are looked for. */
const superviseSeconds = 10;

/** Connections of the queue itself, and the one that listens for new jobs. */
const connections = 4;
const listening = 1;
/** How often one statement asks in which queues a job is due: retries and delayed jobs are not announced. */
const lookEveryMs = 2_000;
/** How often each worker looks by itself, in case a wake was lost. */
const lookSeldomSeconds = 30;
/** How long the queue's statements wait for an unreachable database. */
const outageMs = 60_000;

/** Resolves when the queue is open. */
let opening: Promise<void> | null = null;
let boss: PgBoss | null = null;
let queuePool: pg.Pool | null = null;
let wakePool: pg.Pool | null = null;
/** The workers of this process by the name of their job. */
const working = new Map<string, string[]>();
let ending = false;
let stopping = new AbortController();

/** The process is ending: a job that is cut short has not failed. */
export class Stopping extends Error {
  override name = 'Stopping';
}

/**
 * Opens the queue, whose tables must exist; from then on jobs can be queued. With `work`, this process also maintains
 * the queue.
 */
export function openJobs(databaseUrl: string, jobs: readonly Job[], way: { work: boolean }): Promise<void> {
  ending = false;
  stopping = new AbortController();
  opening = open(databaseUrl, jobs, way);
  return opening;
}

async function open(databaseUrl: string, jobs: readonly Job[], { work }: { work: boolean }) {
  const { PgBoss } = await import('pg-boss');
  queuePool = openPool('jobs', databaseUrl, connections);
  const wakes = openPool('job wakes', databaseUrl, listening);
  wakePool = wakes;
  boss = new PgBoss({
    db: {
      executeSql: retryingExecutor(queuePool),
      listen: (channel, heard, reconnected) => listen(wakes, channel, heard, reconnected),
    },
    // A queued job starts as soon as its transaction is committed.
    useListenNotify: work,
    schema: 'jobs',
    // The role that owns the tables creates them; see prepareQueue.
    migrate: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: work,
    supervise: work,
  });
  // pg-boss retries by itself; a lost connection must not end the process.
  boss.on('error', (error) => log.warn({ error }, 'job queue'));
  await boss.start();
  await makeQueues(boss, jobs);
}

/** Runs the jobs of an open queue and registers their schedules. */
export async function workOnJobs(jobs: readonly Job[]) {
  if (!boss) throw new Error('The job queue is not open');
  await makeSchedules(boss, jobs);
  await Promise.all(jobs.map(startWorkers));
  void wakeWhereDue(stopping.signal);
}

/** Wakes the workers of each queue in which a job is due, until the queue is closed. */
async function wakeWhereDue(signal: AbortSignal) {
  while (!signal.aborted) {
    await sleep(lookEveryMs, undefined, { ref: false });
    const due = await queuesWithDueJobs().catch((error: unknown) => {
      log.debug({ error }, 'the queue could not be asked for due jobs');
      return [];
    });
    if (signal.aborted) return;
    for (const name of due) for (const worker of working.get(name) ?? []) boss?.notifyWorker(worker);
  }
}

/** One statement for all queues: the workers' own statements take locks and write, also when there is nothing to do. */
async function queuesWithDueJobs(): Promise<string[]> {
  const { rows } = await prepared.query<{ name: string }>({
    name: 'queues-with-due-jobs',
    text: `select name from unnest($1::text[]) name
      where exists (
        select from jobs.job due
        where due.name = name.name and due.state < 'active' and not due.blocked and due.start_after <= now()
      )`,
    values: [[...working.keys()]],
  });
  return rows.map(({ name }) => name);
}

/** Creates missing queues, and updates the options of queues from an earlier version. */
async function makeQueues(boss: PgBoss, jobs: readonly Job[]) {
  const standing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!standing.has(deadLetters)) {
    await boss.createQueue(deadLetters, { retentionSeconds: deadLettersKeptSeconds });
  }
  for (const { name, retries, timeoutSeconds, cron } of jobs) {
    const options = {
      ...(!cron && { deadLetter: deadLetters }),
      retryLimit: retries,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: timeoutSeconds,
      heartbeatSeconds,
      notify: true,
      deleteAfterSeconds: 7 * 24 * 3600,
    };
    const queue = standing.get(name);
    if (!queue) await boss.createQueue(name, options);
    else if (isOther(queue, options)) await boss.updateQueue(name, options);
  }
}

function isOther<O extends object>(queue: Partial<O>, options: O): boolean {
  return (Object.keys(options) as (keyof O)[]).some((key) => queue[key] !== options[key]);
}

/** A run that was missed while no worker was up is made up for once, because each run does all the work there is. */
const missed = 'once';

async function makeSchedules(boss: PgBoss, jobs: readonly Job[]) {
  const standing = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const { name, cron } of jobs) {
    const { cron: kept, options } = standing.get(name) ?? {};
    if (!cron || (kept === cron && options?.missed === missed)) continue;
    await boss.schedule(name, cron, null, { missed });
  }
}

/**
 * Retries the queue's own statements during a database outage, so that the result of a job is recorded when the
 * database is back.
 */
function retryingExecutor(queue: pg.Pool) {
  return async (text: string, values?: unknown[]) => {
    const deadline = Date.now() + outageMs;
    for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
      try {
        return await queue.query(text, values);
      } catch (error) {
        if (!outageIn(error) || ending || Date.now() > deadline) throw error;
        await sleep(pause);
      }
    }
  };
}

/** All workers look when a job is queued or due; each that finds one has itself and the next one look again. */
async function startWorkers(job: Job) {
  const workers: string[] = [];
  working.set(job.name, workers);
  const wakeFrom = (position: number) => {
    for (const worker of workers.slice(position, position + 2)) boss?.notifyWorker(worker);
  };
  for (let position = 0; position < job.atOnce; position++) {
    const worker = await startWorker(job, () => wakeFrom(position));
    if (worker) workers.push(worker);
  }
}

function startWorker({ name, input, run, cron, perSubject }: Job, found: () => void) {
  const options = {
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: lookSeldomSeconds,
    batchSize: 1,
    perJobResults: true,
    ...(perSubject && { groupConcurrency: 1 }),
  } as const;
  return boss?.work(name, options, async ([taken]): Promise<JobResult[]> => {
    if (!taken) return [];
    // Only an empty queue should be polled with a pause: pg-boss's own bursts need batches of more than one.
    found();
    const { cause } = (taken.data ?? {}) as { cause?: Cause };
    const { id } = taken;
    try {
      await watchRun({ job: name, jobId: id, cause }, async () =>
        run(input.parse(cron ? {} : taken.data), AbortSignal.any([taken.signal, stopping.signal])),
      );
      return [{ id, status: 'completed' }];
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      // An error message may quote a person, so it isn't stored.
      const output = failureOf(error);
      return [{ id, status: error instanceof WorkerKilled ? 'deadletter' : 'failed', output }];
    }
  });
}

/**
 * Queues a job in the transaction of its cause: it runs only if that is committed. `subjectId`: whose job it is, by which
 * the desk lists it. Jobs with a higher priority run first, then older ones; each waiting job of the same subject lowers
 * the priority by one, unless `takesTurns` is false.
 */
export async function enqueue<I extends object>(
  tx: Tx,
  { name }: Job<I>,
  input: I,
  {
    priority = 0,
    subjectId = null,
    takesTurns = true,
  }: { priority?: number; subjectId?: string | null; takesTurns?: boolean } = {},
) {
  if (!boss) throw new Error('The job queue is not open');
  const { fromPrisma } = await import('pg-boss');
  const cause = causeHere();
  const groupId = takesTurns ? subjectId : null;
  const ahead = groupId ? await waitingOf(tx, { name }, groupId) : 0;
  // The subject and the cause are stored beside the input; a job reads only its own fields.
  await boss.send(
    name,
    { ...input, ...(subjectId && { subjectId }), ...(cause && { cause }) },
    { db: fromPrisma(tx), priority: priority - ahead, ...(groupId && { group: { id: groupId } }) },
  );
}

/** The number of a subject's jobs of one kind that have not begun. */
export async function waitingOf(tx: Tx, { name }: Pick<Job, 'name'>, subjectId: string): Promise<number> {
  const [found] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from jobs.job where name = ${name} and group_id = ${subjectId} and state < 'active'`;
  return found?.count ?? 0;
}

/** Puts a dead letter back into its queue, in a transaction. False when it no longer exists. */
export async function redrive(tx: Tx, id: string): Promise<boolean> {
  if (!boss) throw new Error('The job queue is not open');
  const { fromPrisma } = await import('pg-boss');
  return (await boss.redrive(deadLetters, { ids: [id], db: fromPrisma(tx) })) > 0;
}

/** The inputs of these jobs that are still in the queue: waiting, retrying, running or set aside. */
export async function queued(jobs: readonly Pick<Job, 'name'>[]): Promise<unknown[]> {
  const { rows } = await pool.query<{ data: unknown }>(
    `select data from jobs.job where coalesce(source_name, name) = any($1) and state in ('created', 'retry', 'active')`,
    [jobs.map(({ name }) => name)],
  );
  return rows.map(({ data }) => data);
}

/** The number of waiting jobs, and of those given up: dead letters, and failed runs of a schedule. */
export async function jobCounts(): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    `select count(*) filter (where name <> $1 and state in ('created', 'retry', 'active'))::int as waiting,
            count(*) filter (where name = $1 or state = 'failed' and dead_letter is null)::int as failed
     from jobs.job where name not like '\\_\\_%'`,
    [deadLetters],
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}

/** The waiting and running jobs of one kind. `dueSince`: when the oldest due job became due. */
export type QueuedWork = { work: string; waiting: number; running: number; dueSince: Date | null };

/**
 * The queued jobs by kind, the longest due first, without dead letters; with `about`, only jobs whose input or subject is
 * one of these ids.
 */
export async function queuedWork(about: readonly string[] | null = null): Promise<QueuedWork[]> {
  const { rows } = await pool.query<QueuedWork>(
    `select name as work, sum(waiting)::int as waiting, sum(running)::int as running, min(since) as "dueSince"
     from (
       select name, count(*) as waiting, 0 as running, min(start_after) filter (where start_after <= now()) as since
       from jobs.job where state < 'active' and ${isAbout('$2')} group by name
       union all
       select name, 0, count(*), null from jobs.job where state = 'active' and ${isAbout('$2')} group by name
     ) each
     where name <> $1 and name not like '\\_\\_%'
     group by name order by min(since) nulls last, name`,
    [deadLetters, about],
  );
  return rows;
}

/**
 * One job of the queue. `input`: ids, never personal data, and its subject's where that is known. `cursor`: its place
 * in the list.
 */
export type QueuedJob = {
  id: string;
  running: boolean;
  tries: number;
  dueAt: Date;
  input: unknown;
  cursor: string;
};

/** A list of at most `most` entries, after the entry with this cursor. */
export type Page = { most: number; after?: string | null };

/** A time in SQL as it is in the cursors of lists: with microseconds, in UTC. */
export function timeOfCursor(time: string): string {
  return `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const cursorParts = /^(0|1) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([\w-]{1,64})$/;

/** The parts of a cursor: a flag, a time and an id; throws `InvalidInput` when it is malformed. */
export function readCursor(after: string): { flag: string; time: string; id: string } {
  const [, flag = '', time = '', id = ''] = cursorParts.exec(after) ?? [];
  if (!id || Number.isNaN(Date.parse(time)))
    throw new InvalidInput([{ path: 'after', message: 'is not a cursor of this list' }]);
  return { flag, time, id };
}

/**
 * Jobs of one kind: the running ones, then those that are due first; with `about`, only jobs whose input or subject is one
 * of these ids.
 */
export async function queuedJobs(
  work: string,
  { most, after, about = null }: Page & { about?: readonly string[] | null },
): Promise<QueuedJob[]> {
  const from = after == null ? null : readCursor(after);
  const waits = `(state <> 'active')::int::text`;
  const { rows } = await pool.query<QueuedJob>(
    `select id::text, state = 'active' as running, retry_count as tries, start_after as "dueAt", data as input,
       concat_ws(' ', ${waits}, ${timeOfCursor('start_after')}, id) as cursor
     from jobs.job where name = $1 and state in ('created', 'retry', 'active')
       and ($3::text is null or (${waits}, start_after, id::text) > ($3, $4::timestamptz, $5)) and ${isAbout('$6')}
     order by ${waits}, start_after, id::text limit $2`,
    [work, most, from?.flag, from?.time, from?.id, about],
  );
  return rows;
}

/** The condition that a job's input or subject is one of the ids in this parameter, which is true for all jobs when it is null. */
export function isAbout(ids: `$${number}`): string {
  return `(${ids}::text[] is null or exists (select from jsonb_each_text(data) part where part.value = any(${ids}::text[])))`;
}

/** Whether the process takes no more jobs. */
export function isEnding(): boolean {
  return ending;
}

/** Stops taking jobs, and resolves when the running ones have ended. */
export async function letWorkEnd() {
  ending = true;
  await Promise.all([...working.keys()].map((name) => boss?.offWork(name, { wait: true })));
}

/** Closes the queue. A running job is stopped and goes to the next worker. */
export async function closeJobs() {
  ending = true;
  await opening?.catch(() => {});
  opening = null;
  stopping.abort(new Stopping());
  await boss?.stop({ graceful: false });
  boss = null;
  await Promise.all([queuePool?.end(), wakePool?.end()]);
  queuePool = null;
  wakePool = null;
  working.clear();
}
