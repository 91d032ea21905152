import path from 'node:path';
import { backgroundSettled } from './accounts/background.ts';
import { closeAdapters, openAdapters } from './adapters/index.ts';
import type { Config } from './config.ts';
import { syncWordings } from './consent/wordings.ts';
import { answersSettled } from './conversations/engine/answering.ts';
import { takeUpAnswers } from './conversations/jobs.ts';
import { jobs } from './jobs.ts';
import { measures } from './measures.ts';
import { closeBudgets } from './platform/budgets.ts';
import { closeDatabase, openDatabase } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { migrate } from './platform/database/migrate.ts';
import { closeJobs, openJobs } from './platform/jobs.ts';
import { log } from './platform/log.ts';
import { makeFirstModel, openModels } from './platform/models.ts';
import { openPublicUrl } from './platform/public-url.ts';
import { closeRedis, openRedis } from './platform/redis.ts';
import { openMetrics } from './platform/watching/metrics.ts';
import { closeTracing, openTracing } from './platform/watching/tracing.ts';
import { type HttpServer, listen } from './server.ts';

export type Application = {
  /** The configuration with everything settled that was left open, such as a free port. */
  config: Config;
  /** Ends everything in the reverse order of its opening; nothing that was begun is lost. */
  stop: () => Promise<void>;
};

/** Opens what the configuration says: the port, the database, the adapters, the jobs, the doors. */
export async function startApplication(given: Config): Promise<Application> {
  const opened: (() => Promise<void>)[] = [];
  openMetrics(given, measures);
  const http = given.role === 'worker' ? null : await listen(given);
  const stop = async () => {
    await http?.close();
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const config = http ? withPort(given, http) : given;
    await openTracing(config);
    opened.push(closeTracing);
    const url = await openData(config, opened);
    if (config.redisUrl) {
      await openRedis(config.redisUrl);
      opened.push(closeRedis);
    }
    opened.push(closeBudgets);
    openPublicUrl(config.publicUrl);
    openModels(config);
    openAdapters(config);
    opened.push(closeAdapters);
    await syncWordings();
    await makeFirstModel(config.firstModel);
    await openJobs(url, jobs, { work: config.role !== 'web' });
    opened.push(closeJobs, backgroundSettled, answersSettled);
    takeUpAnswers();
    await http?.serve(config);
    return { config, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openData(config: Config, opened: (() => Promise<void>)[]): Promise<string> {
  const { database } = config;
  if (database.kind === 'url') {
    await migrate(database.adminUrl);
    openDatabase(database.url);
    opened.push(closeDatabase);
    return database.url;
  }
  const postgres = await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'));
  opened.push(postgres.stop);
  if (postgres.adopted) log.warn('The embedded database was still running, and is used on');
  await migrate(postgres.url());
  openDatabase(postgres.url());
  opened.push(closeDatabase);
  return postgres.url();
}

/** With port 0 the server's own address is known once it listens. */
function withPort(config: Config, { port }: HttpServer): Config {
  const url = new URL(config.publicUrl);
  if (config.port !== 0 || url.port !== '0') return config;
  url.port = String(port);
  return Object.freeze({ ...config, port, publicUrl: url.origin });
}
