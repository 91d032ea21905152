import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { JobResult, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { openPool, pool, type Tx } from './database/database.ts';
import { listen } from './database/listen.ts';
import { outageIn } from './database/outage.ts';
import type { Wake } from './database/transaction.ts';
import { log } from './log.ts';
import { failureOf } from './observability/failure.ts';
import { type Cause, causeHere, watchRun } from './observability/job-runs.ts';
import { WorkerKilled } from './text-workers/pool.ts';

/** Work that survives a crash: a name, what it needs to know (ids), and how it is done. Safe to run twice. */
export type Job<I = unknown> = {
  name: string;
  input: z.ZodType<I>;
  /** The signal aborts when the time is over, and with a `Stopping` when the process ends. */
  run(input: I, signal: AbortSignal): Promise<void>;
  /** Times it is tried again, with growing pauses. */
  retries: number;
  /** How long one run may take before another may begin. */
  timeoutSeconds: number;
  /** How many of them one process does at a time. */
  atOnce: number;
  /** Of each subject one is done at a time, and one of every subject before another of the same. */
  perSubject: boolean;
  /** Notes that one that was set aside is to be tried again, in the transaction in which it is. */
  beforeRetry?(tx: Tx, wake: Wake, input: I): Promise<void>;
  /** A schedule in cron's five fields, UTC; its runs get `{}`, and come late where nobody worked at the minute. */
  cron?: string;
};

export function job<I>(
  definition: Pick<Job<I>, 'name' | 'input' | 'run'> & Partial<Omit<Job<I>, 'name' | 'input' | 'run'>>,
): Job<I> {
  return { retries: 8, timeoutSeconds: 300, atOnce: 1, perSubject: false, ...definition };
}

/**
 * The queue of the jobs that are set aside: all of their tries have failed, or their text has ended its workers. Nobody
 * does them until an admin has them tried again. What comes by a schedule is not among them: the next run does its work.
 */
export const deadLetters = 'dead-letters';
const deadLettersKeptSeconds = 365 * 24 * 3600;

/** A worker that shows no sign of life for so long is dead, and its job is another's. */
const heartbeatSeconds = 15;
/** How often somebody looks for such jobs. */
const superviseSeconds = 10;

/** What the queue itself needs, beside what is done in its jobs, and the one by which it hears of new jobs. */
const connections = 4;
const listening = 1;
/** How often a worker looks for jobs: for those that are tried again, and those of which it didn't hear. */
const lookEverySeconds = 2;
/** How long its statements wait for a database that is away. */
const outageMs = 60_000;

/** The queue, from when it begins to open. */
let opening: Promise<void> | null = null;
let boss: PgBoss | null = null;
let queuePool: pg.Pool | null = null;
let wakePool: pg.Pool | null = null;
const working = new Set<string>();
let ending = false;
let stopping = new AbortController();

/** The process ends: a job that it cuts short has not failed. */
export class Stopping extends Error {
  override name = 'Stopping';
}

/**
 * Opens the queue, whose tables are prepared: from then on the jobs can be queued. One that is to `work` keeps it in
 * order, too.
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
      executeSql: patiently(queuePool),
      listen: (channel, heard, reconnected) => listen(wakes, channel, heard, reconnected),
    },
    // A job that is queued is begun as soon as it is committed.
    useListenNotify: work,
    schema: 'jobs',
    // Its tables are made by whoever owns them; see prepareQueue.
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

/** Does the jobs of an open queue, and keeps their schedules. */
export async function workOnJobs(jobs: readonly Job[]) {
  if (!boss) throw new Error('The job queue is not open');
  await makeSchedules(boss, jobs);
  await Promise.all(jobs.map(workOn));
}

/** Makes the queues that are not there, and gives those that an earlier version made the options of this one. */
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

/** What came due while nobody worked is done by the next who does, once: each run does all that there is to do. */
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
 * The queue's own statements wait for a database that is away: what became of a job is noted down when it is back,
 * and nobody complains meanwhile.
 */
function patiently(queue: pg.Pool) {
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

async function workOn(job: Job) {
  working.add(job.name);
  await Promise.all(Array.from({ length: job.atOnce }, () => workOneByOne(job)));
}

async function workOneByOne({ name, input, run, cron, perSubject }: Job) {
  let worker: string | undefined;
  const options = {
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: lookEverySeconds,
    batchSize: 1,
    perJobResults: true,
    ...(perSubject && { groupConcurrency: 1 }),
  } as const;
  worker = await boss?.work(name, options, async ([taken]): Promise<JobResult[]> => {
    if (!taken) return [];
    // The pause is for an empty queue: pg-boss's own bursts need batches of more than one.
    if (worker) boss?.notifyWorker(worker);
    const { cause } = (taken.data ?? {}) as { cause?: Cause };
    const { id } = taken;
    try {
      await watchRun({ job: name, jobId: id, cause }, async () =>
        run(input.parse(cron ? {} : taken.data), AbortSignal.any([taken.signal, stopping.signal])),
      );
      return [{ id, status: 'completed' }];
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      // What an error says may quote somebody: it isn't kept.
      const output = failureOf(error);
      return [{ id, status: error instanceof WorkerKilled ? 'deadletter' : 'failed', output }];
    }
  });
}

/**
 * Queues a job in the transaction of what caused it: it is done if, and only if, that is committed. Of those that wait
 * for the same work the one with the higher priority comes first, then the older one; where they are a subject's, the
 * more of its own are ahead of one, the lower is its priority.
 */
export async function enqueue<I extends object>(
  tx: Tx,
  { name }: Job<I>,
  input: I,
  { priority = 0, subjectId }: { priority?: number; subjectId?: string } = {},
) {
  if (!boss) throw new Error('The job queue is not open');
  const { fromPrisma } = await import('pg-boss');
  const cause = causeHere();
  const ahead = subjectId ? await waitingOf(tx, name, subjectId) : 0;
  // Beside the input, of which a job reads only what it knows.
  await boss.send(name, cause ? { ...input, cause } : input, {
    db: fromPrisma(tx),
    priority: priority - ahead,
    ...(subjectId && { group: { id: subjectId } }),
  });
}

async function waitingOf(tx: Tx, name: string, subjectId: string): Promise<number> {
  const [found] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from jobs.job where name = ${name} and group_id = ${subjectId} and state < 'active'`;
  return found?.count ?? 0;
}

/** Puts a job that was set aside back into its queue, in a transaction. False when it is not there any more. */
export async function redrive(tx: Tx, id: string): Promise<boolean> {
  if (!boss) throw new Error('The job queue is not open');
  const { fromPrisma } = await import('pg-boss');
  return (await boss.redrive(deadLetters, { ids: [id], db: fromPrisma(tx) })) > 0;
}

/** What the queue still has of these jobs: their inputs that wait, also for another try, are at work, or are set aside. */
export async function queued(jobs: readonly Pick<Job, 'name'>[]): Promise<unknown[]> {
  const { rows } = await pool.query<{ data: unknown }>(
    `select data from jobs.job where coalesce(source_name, name) = any($1) and state in ('created', 'retry', 'active')`,
    [jobs.map(({ name }) => name)],
  );
  return rows.map(({ data }) => data);
}

/** Counts of what waits, and of what was given up: set aside, or missed until the next run of a schedule. */
export async function jobCounts(): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    `select count(*) filter (where name <> $1 and state in ('created', 'retry', 'active'))::int as waiting,
            count(*) filter (where name = $1 or state = 'failed' and dead_letter is null)::int as failed
     from jobs.job where name not like '\\_\\_%'`,
    [deadLetters],
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}

/** Takes no more jobs, and resolves when those that run have ended. */
export async function letWorkEnd() {
  ending = true;
  await Promise.all([...working].map((name) => boss?.offWork(name, { wait: true })));
}

/** Closes the queue. A job that still runs is stopped, and waits for whoever takes it next. */
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
