import path from 'node:path';
import { openMailedTokens } from './accounts/library/mailed-token.ts';
import { closeAdapters, openAdapters } from './adapters/index.ts';
import type { Config } from './config.ts';
import { syncWordings } from './consent/wordings.ts';
import { answersSettled } from './conversations/engine/answering.ts';
import { takeUpAnswers } from './conversations/jobs.ts';
import { jobs } from './jobs.ts';
import { measures } from './measures.ts';
import { openSealing } from './partners/sealing.ts';
import { deliveriesSettled } from './partners/webhooks/deliver.ts';
import { watchWebhooks } from './partners/webhooks/jobs.ts';
import { closeBudgets } from './platform/budgets.ts';
import { type Closing, closeInTime } from './platform/closing.ts';
import { closeDatabase, openDatabase, warmDatabase } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { prepareDatabase, prepareEmbedded } from './platform/database/prepare.ts';
import { onceThere } from './platform/database/waiting.ts';
import { openCodes } from './platform/domain-values/one-time-code.ts';
import { openPublicUrl } from './platform/domain-values/public-url.ts';
import { openRedisBus } from './platform/events/redis-bus.ts';
import { closeJobs, letWorkEnd, openJobs, workOnJobs } from './platform/jobs.ts';
import { log } from './platform/log.ts';
import { storeModelUse } from './platform/model-use.ts';
import { makeFirstModel, openModels } from './platform/models.ts';
import { openMetrics } from './platform/observability/metrics.ts';
import { closeTracing, openTracing } from './platform/observability/tracing.ts';
import { closeRedis, openRedis } from './platform/redis.ts';
import { type HttpServer, listen, loadRequests, loadRest } from './server.ts';

export type Application = {
  /** The configuration with all open values filled in, such as a free port. */
  config: Config;
  /** Closes everything in the reverse order of opening; no running work is lost. */
  stop: () => Promise<void>;
};

/**
 * Opens what the configuration asks for: the port, the database, the adapters, the jobs and the HTTP routes. If the
 * signal aborts meanwhile, everything opened so far is closed and the promise rejects.
 */
export async function startApplication(given: Config, signal?: AbortSignal): Promise<Application> {
  const opened: Closing[] = [];
  openMetrics(given, measures);
  const http = await listen(given);
  const stop = async () => {
    const closings = opened.splice(0).reverse();
    const running = [
      { end: http.close, withinMs: 10_000 },
      { end: () => letWorkEnd().then(deliveriesSettled), withinMs: 30_000 },
      { end: answersSettled, withinMs: 10_000 },
    ];
    await closeInTime(running, closings);
  };
  try {
    const config = withPort(given, http);
    await openTracing(config);
    opened.push(closeTracing);
    const url = await openData(config, opened, signal);
    signal?.throwIfAborted();
    if (config.redisUrl) {
      await openRedis(config.redisUrl);
      opened.push(closeRedis, await openRedisBus(config.redisUrl));
    }
    opened.push(closeBudgets);
    openPublicUrl(config.publicUrl);
    openCodes(config.authSecret);
    openMailedTokens(config.authSecret);
    openSealing(config.authSecret);
    openModels(config);
    openAdapters(config);
    opened.push(storeModelUse, closeAdapters, closeJobs, answersSettled);
    const works = config.role !== 'web';
    const queue = openJobs(url, jobs, { work: works });
    queue.catch(() => {}); // awaited below
    await onceThere(syncWordings, signal);
    await onceThere(() => makeFirstModel(config.firstModel), signal);
    await unlessAborted(queue, signal);
    takeUpAnswers();
    await http.serve(config);
    if (works) {
      await unlessAborted(workOnJobs(jobs), signal);
      opened.push(watchWebhooks());
    }
    warmDatabase();
    void loadRest().catch(() => {}); // loaded again by the first request that needs it
    const { role, port } = config;
    log.info({ role, port }, 'listening');
    return { config, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openData(config: Config, opened: Closing[], signal?: AbortSignal): Promise<string> {
  const { database } = config;
  const open = (url: string) => {
    openDatabase(url);
    opened.push(closeDatabase);
    return url;
  };
  if (database.kind === 'url') {
    void loadRequests().catch(() => {}); // awaited when requests are served
    await onceThere(() => prepareDatabase(database, { signal }), signal);
    return open(database.url);
  }
  const postgres = await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'), {
    meanwhile: loadRequests,
  });
  opened.push(postgres.stop);
  if (postgres.adopted) log.warn('The embedded database was still running, and is used on');
  return open(await onceThere(() => prepareEmbedded(postgres, signal), signal));
}

/** Rejects when the start is aborted, because a slow database can hold up the work for minutes. */
async function unlessAborted(work: Promise<void>, signal?: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    // An abort event that fired before this line is not repeated.
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([work, aborted]);
}

/** With port 0, the server's address is known only once it listens. */
function withPort(config: Config, { port }: HttpServer): Config {
  const url = new URL(config.publicUrl);
  if (url.port === '0') url.port = String(port);
  return Object.freeze({ ...config, port, publicUrl: url.origin });
}
