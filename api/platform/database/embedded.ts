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
  /** A server that was left running by an earlier, killed process was taken over. */
  adopted: boolean;
  stop: () => Promise<void>;
};

type Options = {
  throwaway?: boolean;
  meanwhile?: () => Promise<unknown>;
  pickPort?: () => Promise<number>;
};

/** A running server: our own child or an adopted one. */
type Server = {
  pid: number;
  port: number;
  /** Resolves with the reason when it has ended. */
  ended: Promise<string>;
};

/** How often an adopted server is checked; our own child reports its end. */
const lookEveryMs = 100;
/** How often a slow start is logged, such as recovery after a crash. */
const logEveryMs = 15_000;
/** A shutdown that takes longer is cut short; committed data is safe. */
const shutdownMs = 6_000;
/** Wait for the last output of the process after its exit. */
const lastOutputMs = 50;
/** Attempts to find a free port. */
const mostPorts = 5;
/** Pause between restart attempts, growing to the longest. */
const retryPauseMs = { shortest: 100, longest: 5_000 };

/**
 * Starts the PostgreSQL from npm on a free loopback port, with its cluster in `folder`. A server left running by a
 * killed process is adopted; leftovers of a killed server are cleared. A server that dies is restarted at the same
 * address until `stop`. `throwaway` trades durability for speed, for tests; `meanwhile` is called after the launch,
 * because the start takes some tenths of a second; `pickPort` is called again when a port was taken meanwhile.
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
    // With the default WAL level, a table lock counts as a write, and the event streams of every database here would
    // wait for it.
    ...(throwaway && { wal_level: 'minimal', max_wal_senders: '0' }),
  };
  const launch = async (port: number): Promise<Server> => {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', dir, '-p', String(port), ...options], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: environment,
      // Not reached by signals to our process group: it ends when we stop it.
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

/** A free port may be taken a moment later, so another one is tried. */
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

/** The address of the running server of a folder; null when there is none. This process doesn't keep it running. */
export async function findEmbeddedPostgres(folder: string): Promise<Pick<EmbeddedPostgres, 'url'> | null> {
  const dir = path.resolve(folder);
  const running = await runningServer(dir);
  return running && { url: urlOn(dir, running.port) };
}

function urlOn(dir: string, port: number): EmbeddedPostgres['url'] {
  const password = passwordOf(dir);
  return (database = 'evertold') => `postgresql://evertold:${password}@127.0.0.1:${port}/${database}`;
}

/** Restarts the server when it ends, until the returned function is called, which stops it in order. */
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
    for (let pause = retryPauseMs.shortest; !stopping; pause = Math.min(2 * pause, retryPauseMs.longest)) {
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

/** Ends the sessions and writes the data; a slow shutdown is cut short. */
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

/** Resolves with our server once it accepts connections; rejects when it ends before. */
async function ready(dir: string, port: number, child: ChildProcess): Promise<Server> {
  const { pid = 0, stderr } = child;
  let lastOutput = '';
  stderr?.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk).slice(-4_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', async (code, signal) => {
      await sleep(lastOutputMs);
      resolve(signal ?? reasonIn(lastOutput) ?? `exit code ${code}`);
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
    if (waited && waited % logEveryMs === 0) log.warn('the embedded database is still starting');
    await sleep(15);
  }
  // The child must not keep this process alive.
  child.unref();
  (stderr as unknown as { unref(): void }).unref();
  return { pid, port, ended };
}

/** The server's FATAL or PANIC message. Other lines may contain data. */
function reasonIn(words: string): string | null {
  const reason = words.match(/(?:FATAL|PANIC): {2}.+/g)?.at(-1);
  return reason ? plain(reason) : null;
}

function plain(reason: string): string {
  return reason.replace(/[^\w.:/()+ -]/g, '').slice(0, 160);
}

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
