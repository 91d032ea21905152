import path from 'node:path';
import type { DemoCarrier } from '../prisma/demo/phones/carrier.ts';
import { closeAdapters, openAdapters } from './adapters/index.ts';
import { type Config, ConfigError, deleteBetterAuthVariables, readConfig } from './config.ts';
import { syncWordings } from './consent/wordings.ts';
import { answersSettled } from './conversations/engine/answering.ts';
import { takeUpAnswers } from './conversations/jobs.ts';
import { jobs } from './jobs.ts';
import { measures } from './measures.ts';
import { deliveriesSettled } from './partners/webhooks/deliver.ts';
import { watchWebhooks } from './partners/webhooks/jobs.ts';
import { closeBudgets } from './platform/budgets.ts';
import { type Closing, closeInTime } from './platform/closing.ts';
import { closeDatabase, openDatabase, othersAreHere, warmDatabase } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { outageIn } from './platform/database/outage.ts';
import { prepareDatabase, prepareEmbedded } from './platform/database/prepare.ts';
import { mayChangeLedgers } from './platform/database/roles.ts';
import { onceThere } from './platform/database/waiting.ts';
import { openRedisBus } from './platform/events/redis-bus.ts';
import { closeJobs, letWorkEnd, openJobs, workOnJobs } from './platform/jobs.ts';
import { log, openLog } from './platform/log.ts';
import { storeModelUse } from './platform/model-use.ts';
import { makeFirstModel } from './platform/models.ts';
import { failureOf, OperatorError } from './platform/observability/failure.ts';
import { openMetrics } from './platform/observability/metrics.ts';
import { keepQuiet } from './platform/observability/quiet.ts';
import { closeTracing, openTracing } from './platform/observability/tracing.ts';
import { closeRedis, openRedis } from './platform/redis.ts';
import { openSettings } from './platform/settings.ts';
import { type HttpServer, listen, loadRest, loadRoutes } from './server.ts';

export type Application = {
  /** The configuration with all open values filled in, such as a free port. */
  config: Config;
  /** The phone service that the demo plays, if it does. */
  carrier: DemoCarrier | null;
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
    const placed = withPort(given, http);
    await openTracing(placed);
    opened.push(closeTracing);
    const url = await openData(placed, opened, signal);
    signal?.throwIfAborted();
    const { config, carrier } = await withDemoPhones(placed);
    if (config.redisUrl) {
      await openRedis(config.redisUrl);
      opened.push(closeRedis, await openRedisBus(config.redisUrl));
    }
    opened.push(closeBudgets);
    openSettings(config);
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
    return { config, carrier, stop };
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
    void loadRoutes().catch(() => {}); // awaited when requests are served
    await onceThere(() => prepareDatabase(database, { signal }), signal);
    return open(database.url);
  }
  const postgres = await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'), {
    meanwhile: loadRoutes,
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

/**
 * Runs Evertold in this process until a signal stops it. Says on the standard output where it is, and on the standard
 * error why it could not start.
 */
export async function runApplication() {
  try {
    process.loadEnvFile();
  } catch {
    // The .env file is optional.
  }
  deleteBetterAuthVariables(process.env);
  if (process.argv.includes('--load')) return load();
  const config = configOrExit();
  openLog(config.logLevel);
  keepQuiet();
  const stopped = new AbortController();
  const starting = startApplication(config, stopped.signal);
  stopOnSignal(async () => {
    stopped.abort();
    const started = await starting.catch(() => null);
    await started?.stop();
  });
  const application = await starting.catch((error: Error & { code?: string }) => {
    if (stopped.signal.aborted) process.exit(0);
    fail(reasonFor(error, config));
  });
  reportEmbedded(application.config);
  await reportMissingRedis(application.config).catch(skipOnOutage);
  await reportTableOwner(application.config).catch(skipOnOutage);
  if (config.demo) {
    const { seedDemo } = await import('../prisma/demo.ts');
    await seedDemo(application.config, application.carrier).catch(async (error: Error) => {
      await application.stop();
      fail(`The demo could not be made: ${reasonOf(error)}`);
    });
  }
  const { role, publicUrl, host, port } = application.config;
  printLine(
    role === 'worker'
      ? `Evertold works through its jobs; http://${host}:${port}/readyz tells how it is`
      : `Evertold is at ${publicUrl}`,
  );
}

/** Opens the phone service that the demo plays, and lets calls and texts go to it, if the database is the demo's. */
async function withDemoPhones(config: Config): Promise<{ config: Config; carrier: DemoCarrier | null }> {
  if (!config.demoPhones) return { config, carrier: null };
  const { isForDemo, openDemoPhones } = await import('../prisma/demo.ts');
  return (await isForDemo()) ? openDemoPhones(config) : { config, carrier: null };
}

/** Loads the modules of a start and exits: the build uses it to fill the engine's compile cache. */
async function load() {
  await Promise.all([loadRoutes(), import('pg-boss')]);
  process.exit();
}

function configOrExit(): Config {
  try {
    return readConfig(process.env, { demo: process.argv.includes('--demo') });
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

/** The first signal stops the server in order; a second one exits at once. */
function stopOnSignal(stop: () => Promise<void>) {
  let stopping = false;
  const end = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info('stopping');
    await stop();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** In production, says which parts are embedded, for example that mail stays in a folder. */
function reportEmbedded({ production, database, mail, sms, telephony, storage, dataDir }: Config) {
  if (!production) return;
  if (database.kind === 'embedded') printLine(`Embedded: the database, in ${dataDir}/postgres`);
  if (mail.kind === 'outbox') printLine(`Embedded: mail is not sent, but kept in ${dataDir}/outbox`);
  if (sms.kind === 'outbox') printLine(`Embedded: texts are not sent, but kept in ${dataDir}/outbox`);
  if (telephony.kind === 'loopback')
    printLine('Embedded: calls are simulated, in the browser alone; no phone rings');
  if (storage.kind === 'disk') printLine(`Embedded: media are kept on disk, in ${dataDir}/media`);
}

/** With one database role for everything, only triggers protect the ledgers, and that role can drop them. */
async function reportTableOwner({ database }: Config) {
  if (database.kind === 'embedded' || !(await mayChangeLedgers())) return;
  printLine(
    'The role of DATABASE_URL owns its tables, and could change the ledgers: give it in DATABASE_ADMIN_URL, and one of its own to the server',
  );
}

/** Warns about separate processes without Redis, because they seem to work. */
async function reportMissingRedis({ role, redisUrl, publicUrl, port }: Config) {
  if (!redisUrl && (role !== 'all' || (await othersAreHere()))) {
    printLine('Several processes need REDIS_URL: without it, what happens at one is seen late at the others');
  }
  if (role === 'worker' && new URL(publicUrl).port === String(port)) {
    printLine(`The links in letters lead to ${publicUrl}: set PUBLIC_URL to where people come`);
  }
}

/** A slow or unreachable database only skips these checks; the server goes on. */
function skipOnOutage(error: unknown) {
  if (!outageIn(error)) throw error;
  log.warn({ error }, 'the database could not be asked how it is set up');
}

function reasonFor(error: Error & { code?: string }, { port, host }: Config): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is taken; set PORT to another`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user; set PORT to another`;
  return `Evertold could not start: ${reasonOf(error)}`;
}

/** The error's name, code and position without its message, which may quote a row. */
function reasonOf(error: Error): string {
  const { name, code, at = [] } = failureOf(error);
  const known = error instanceof OperatorError || /^(E[A-Z]+|28\w{3}|3D000)$/.test(code ?? '');
  return known ? error.message : [name, code, ...at].filter(Boolean).join('\n  ');
}

function printLine(line: string) {
  process.stdout.write(`${line}\n`);
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
