import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '#api/platform/log.ts';
import { OperatorError } from '#api/platform/observability/failure.ts';
import {
  environment,
  findBinaries,
  initCluster,
  mustReach,
  passwordOf,
  unprivilegedAccount,
} from './embedded-cluster.ts';
import { clearAfterKill, isServerOf, readLock, runningServer, tryKill } from './embedded-lock.ts';

export type EmbeddedPostgres = {
  url: (database?: string) => string;
  /** A server that an earlier, killed process left running was taken over. */
  adopted: boolean;
  stop: () => Promise<void>;
};

type Options = {
  throwaway?: boolean;
  meanwhile?: () => Promise<unknown>;
  pickPort?: () => Promise<number>;
};

/** A server that runs: ours, or one that was taken over. */
type Server = {
  pid: number;
  port: number;
  /** Resolves when it has ended, with its last words if they say why. */
  ended: Promise<string>;
};

/** How soon a server that was taken over is seen to be gone; of our own we are told. */
const lookEveryMs = 100;
/** How often it is told that the start takes long, as recovery after a crash may. */
const tellEveryMs = 15_000;
/** An orderly end that takes longer is cut short; what was committed is safe. */
const shutdownMs = 6_000;
/** What it wrote before it ended is still on its way then. */
const lastWordsMs = 50;
/** Where a machine has no port left, another try finds none either. */
const mostPorts = 5;
/** Between the attempts to start it again, growing to the longest. */
const againMs = { shortest: 100, longest: 5_000 };

/**
 * Starts the PostgreSQL that npm installed, on a free loopback port, with its cluster in `folder`.
 * A server left running by a killed process is adopted; what a killed server left behind is cleared away.
 * One that dies is started again at the same address, for as long as it takes, until `stop`.
 * `throwaway` trades durability for speed, for tests; `meanwhile` is called once the server has been launched, which
 * takes some tenths of a second to start; `pickPort` is asked again where a port was taken by then.
 */
export async function startEmbeddedPostgres(
  folder: string,
  { throwaway = false, meanwhile, pickPort = freePort }: Options = {},
): Promise<EmbeddedPostgres> {
  const dir = path.resolve(folder);
  const binaries = await findBinaries();
  const account = unprivilegedAccount();
  mustReach(dir, account);
  if (!existsSync(path.join(dir, 'PG_VERSION'))) await initCluster(dir, binaries.initdb, account, throwaway);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(throwaway && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    // Else whoever only locks a table counts as one who writes, for whom the streams of every database here wait.
    ...(throwaway && { wal_level: 'minimal', max_wal_senders: '0' }),
  };
  const launch = async (port: number): Promise<Server> => {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', dir, '-p', String(port), ...options], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: environment,
      // Out of reach of a signal to our own group: it ends when we say so.
      detached: true,
    });
    void meanwhile?.().catch(() => {});
    return ready(dir, port, child);
  };

  const running = await runningServer(dir);
  if (!running) await clearAfterKill(dir);
  const first = running ? adopt(dir, running) : await launchSomewhere(launch, pickPort);
  const stop = keepRunning(dir, first, launch);
  return { url: urlOn(dir, first.port), adopted: !!running, stop };
}

/** What was free when it was picked may be somebody's a moment later. */
async function launchSomewhere(launch: (port: number) => Promise<Server>, pickPort: () => Promise<number>) {
  for (let left = mostPorts - 1; ; left--) {
    try {
      return await launch(await pickPort());
    } catch (error) {
      if (left === 0 || !(error as Error).message.includes('could not create any TCP/IP sockets'))
        throw error;
    }
  }
}

/** Where the server answers that works in a folder; null when none does. Whoever started it keeps it running. */
export async function findEmbeddedPostgres(folder: string): Promise<Pick<EmbeddedPostgres, 'url'> | null> {
  const dir = path.resolve(folder);
  const running = await runningServer(dir);
  return running && { url: urlOn(dir, running.port) };
}

function urlOn(dir: string, port: number): EmbeddedPostgres['url'] {
  const password = passwordOf(dir);
  return (database = 'evertold') => `postgresql://evertold:${password}@127.0.0.1:${port}/${database}`;
}

/** Sees to it that a server runs until the answer is called, which ends it in order. */
function keepRunning(dir: string, first: Server, launch: (port: number) => Promise<Server>) {
  const { port } = first;
  let server: Server | null = first;
  let stopping = false;
  const over = new AbortController();

  async function watch() {
    while (server) {
      const why = await server.ended;
      server = null;
      if (stopping) return;
      log.error(
        { error: new OperatorError(why) },
        'the embedded database has ended unasked, and is started again',
      );
      server = await again();
      if (server) log.warn('the embedded database is back');
    }
  }
  async function again(): Promise<Server | null> {
    for (let pause = againMs.shortest; !stopping; pause = Math.min(2 * pause, againMs.longest)) {
      try {
        const other = await runningServer(dir);
        if (!other) await clearAfterKill(dir);
        const started = other?.port === port ? adopt(dir, other) : await launch(port);
        if (!stopping) return started;
        await shutDown(started);
      } catch (error) {
        log.error({ error }, 'the embedded database could not be started again');
        await sleep(pause, undefined, { signal: over.signal, ref: false }).catch(() => {});
      }
    }
    return null;
  }
  const watching = watch();

  return async () => {
    stopping = true;
    over.abort();
    if (server) await shutDown(server);
    await watching;
  };
}

/** Sessions are ended, the data is written out; what takes too long is cut short. */
async function shutDown({ pid, ended }: Server) {
  tryKill(pid, 'SIGINT');
  const late = setTimeout(() => tryKill(pid, 'SIGQUIT'), shutdownMs);
  await ended;
  clearTimeout(late);
}

function adopt(dir: string, { pid, port }: { pid: number; port: number }): Server {
  const ended = new Promise<string>((resolve) => {
    const timer = setInterval(() => {
      if (isServerOf(dir, pid)) return;
      clearInterval(timer);
      resolve('it was killed');
    }, lookEveryMs);
    timer.unref();
  });
  return { pid, port, ended };
}

/** Our own server, once it takes connections; rejects when it ends before that. */
async function ready(dir: string, port: number, child: ChildProcess): Promise<Server> {
  const { pid = 0, stderr } = child;
  let lastWords = '';
  stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk).slice(-4_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', async (code, signal) => {
      await sleep(lastWordsMs);
      resolve(signal ?? reasonIn(lastWords) ?? `exit code ${code}`);
    });
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (let waited = 0; ; waited += 15) {
    const lock = readLock(dir);
    if (lock?.ready && lock.pid === pid) break;
    if (over) throw new OperatorError(`The embedded database did not start: ${await ended}`);
    if (waited && waited % tellEveryMs === 0) log.warn('the embedded database is still starting');
    await sleep(15);
  }
  // A process that has nothing else to do may end.
  child.unref();
  (stderr as unknown as { unref(): void }).unref();
  return { pid, port, ended };
}

/** Why a server gave up, in its own words. Any other line may hold data. */
function reasonIn(words: string): string | null {
  const reason = words.match(/(?:FATAL|PANIC): {2}.+/g)?.at(-1);
  return reason ? plain(reason) : null;
}

function plain(reason: string): string {
  return reason.replace(/[^\w.:/()+ -]/g, '').slice(0, 160);
}

/** A port of this machine that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
