import { fromPrisma, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { pool, type Tx } from './database/database.ts';
import { log } from './log.ts';
import { metrics } from './watching/metrics.ts';
import { scope, within } from './watching/scope.ts';

/** Work that survives a crash: a name, what it needs to know (ids), and how it is done. Safe to run twice. */
export type Job<I = unknown> = {
  name: string;
  input: z.ZodType<I>;
  run(input: I, signal: AbortSignal): Promise<void>;
  /** Times it is tried again, with growing pauses. */
  retries: number;
  /** How long one run may take before another may begin. */
  timeoutSeconds: number;
  /** A schedule in cron's five fields, UTC; its runs get `{}`. */
  cron?: string;
};

export function job<I>(
  definition: Pick<Job<I>, 'name' | 'input' | 'run'> &
    Partial<Pick<Job<I>, 'retries' | 'timeoutSeconds' | 'cron'>>,
): Job<I> {
  return { retries: 8, timeoutSeconds: 300, ...definition };
}

let boss: PgBoss | null = null;

/** Opens the queue and knows the jobs; with `work` it also does them. */
export async function openJobs(databaseUrl: string, jobs: readonly Job[], { work }: { work: boolean }) {
  boss = new PgBoss({ connectionString: databaseUrl, max: 4, schema: 'jobs' });
  // pg-boss retries by itself; a lost connection must not end the process.
  boss.on('error', (error) => log.warn({ error }, 'job queue'));
  await boss.start();
  for (const { name, retries, timeoutSeconds, cron } of jobs) {
    await boss.createQueue(name, {
      retryLimit: retries,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: timeoutSeconds,
      deleteAfterSeconds: 7 * 24 * 3600,
    });
    if (cron && work) await boss.schedule(name, cron);
  }
  if (work) for (const each of jobs) await workOn(each);
}

async function workOn({ name, input, run, cron }: Job) {
  let worker: string | undefined;
  worker = await boss?.work(name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async ([taken]) => {
    if (!taken) return;
    // The pause is for an empty queue: pg-boss's own bursts need batches of more than one.
    if (worker) boss?.notifyWorker(worker);
    const { cause } = (taken.data ?? {}) as { cause?: { requestId?: string } };
    await within({ about: { requestId: cause?.requestId ?? null, job: name, jobId: taken.id } }, async () => {
      const started = performance.now();
      const ended = (outcome: 'done' | 'failed') => {
        const ms = performance.now() - started;
        metrics.jobRuns.observe({ job: name, outcome }, ms / 1000);
        return Math.round(ms);
      };
      try {
        await run(input.parse(cron ? {} : taken.data), taken.signal);
        log.debug({ ms: ended('done') }, 'job done');
      } catch (error) {
        log.warn({ ms: ended('failed'), error }, 'job failed');
        throw error;
      }
    });
  });
}

/**
 * Queues a job in the transaction of what caused it: it is done if, and only if, that is committed. The
 * same `key` waits in the queue once.
 */
export async function enqueue<I extends object>(tx: Tx, { name }: Job<I>, input: I, key?: string) {
  if (!boss) throw new Error('The job queue is not open');
  const requestId = scope()?.about.requestId;
  // Beside the input, of which a job reads only what it knows.
  await boss.send(
    name,
    { ...input, ...(requestId && { cause: { requestId } }) },
    {
      ...(key && { singletonKey: key }),
      db: fromPrisma(tx),
    },
  );
}

/** Counts of what waits and what was given up. */
export async function jobCounts(): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    `select count(*) filter (where state in ('created', 'retry', 'active'))::int as waiting,
            count(*) filter (where state = 'failed')::int as failed
     from jobs.job where name not like '\\_\\_%'`,
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}

/** Lets running jobs end (30 seconds at most), then closes the queue. */
export async function closeJobs() {
  await boss?.stop({ graceful: true, timeout: 30_000 });
  boss = null;
}
