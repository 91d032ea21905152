import { startApplication } from './application.ts';
import { type Config, ConfigError, deleteBetterAuthVariables, readConfig } from './config.ts';
import { othersAreHere } from './platform/database/database.ts';
import { outageIn } from './platform/database/outage.ts';
import { mayChangeLedgers } from './platform/database/roles.ts';
import { log, openLog } from './platform/log.ts';
import { failureOf, OperatorError } from './platform/observability/failure.ts';
import { keepQuiet } from './platform/observability/quiet.ts';
import { loadRequests } from './server.ts';

try {
  process.loadEnvFile();
} catch {
  // The .env file is optional.
}
deleteBetterAuthVariables(process.env);

await main();

async function main() {
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
    await seedDemo(application.config).catch(async (error: Error) => {
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

/** Loads the modules of a start and exits: the build uses it to fill the engine's compile cache. */
async function load() {
  await Promise.all([loadRequests(), import('pg-boss')]);
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
