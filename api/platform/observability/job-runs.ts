import { log } from '#api/platform/log.ts';
import { metrics } from './metrics.ts';
import { scope, within } from './scope.ts';
import { beginSpan, inSpan } from './tracing.ts';

/** The ids of the request that queued a job, to continue its logs and traces. */
export type Cause = { requestId?: string; traceparent?: string };

/** The current request as the cause of a job; undefined without one. */
export function causeHere(): Cause | undefined {
  const { about, span } = scope() ?? {};
  if (!about?.requestId && !span) return undefined;
  return {
    ...(about?.requestId && { requestId: about.requestId }),
    ...(span && { traceparent: span.traceparent }),
  };
}

/** Runs a job in its own scope, with logs, metrics and a trace; rethrows its error. */
export function watchRun(
  { job, jobId, cause = {} }: { job: string; jobId: string; cause?: Cause | undefined },
  run: () => Promise<void>,
): Promise<void> {
  const about = { requestId: cause.requestId ?? null, job, jobId };
  const span = beginSpan(`job ${job}`, 'consumer', { 'evertold.job_id': jobId }, cause.traceparent ?? null);
  return within({ about, span }, async () => {
    const started = performance.now();
    const ended = (outcome: 'done' | 'failed') => {
      const ms = performance.now() - started;
      metrics.jobRuns.observe({ job, outcome }, ms / 1000);
      return Math.round(ms);
    };
    try {
      await inSpan(span, run);
      log.debug({ ms: ended('done') }, 'job done');
    } catch (error) {
      log.warn({ ms: ended('failed'), error }, 'job failed');
      throw error;
    }
  });
}
