import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#api/platform/observability/failure.ts';

/** The lock file of a running server. `memory` is the shared memory segment of its processes. */
type Lock = { pid: number; port: number; memory: string; ready: boolean };

/** How long to wait for a server that is starting, stopping or recovering. */
const settlingMs = 60_000;
/** A killed server's child processes end by themselves when they notice; after this time they are killed. */
const orphansMs = 500;
/** After this time, the new server itself reports processes that are left. */
const patienceMs = 20_000;

/**
 * The running server of this folder once it is ready; null when there is none. Rejects when it doesn't become ready.
 */
export async function runningServer(dir: string): Promise<Lock | null> {
  for (const deadline = Date.now() + settlingMs; Date.now() < deadline; await sleep(50)) {
    const lock = readLock(dir);
    if (!lock || !isServerOf(dir, lock.pid)) return null;
    if (lock.ready && (await answers(lock.port))) return lock;
  }
  throw new OperatorError('Another database server works on the same folder, and does not answer');
}

/** The lock file in a folder, whether or not its server still runs. */
export function readLock(dir: string): Lock | null {
  try {
    const lines = readFileSync(lockFile(dir), 'utf8').split('\n');
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      memory: lines[6]?.trim().split(/\s+/)[1] ?? '',
      ready: lines[7]?.trim() === 'ready',
    };
  } catch {
    return null;
  }
}

/**
 * Prepares a folder for a new server after the last one was killed. No old process may write beside the new one:
 * remaining ones are waited for, then killed.
 */
export async function clearAfterKill(dir: string): Promise<void> {
  const lock = readLock(dir);
  const since = Date.now();
  for (; Date.now() < since + patienceMs; await sleep(20)) {
    const left = processesIn(dir);
    if (!left.length && !isShared(lock?.memory)) break;
    if (Date.now() > since + orphansMs) for (const pid of left) tryKill(pid, 'SIGKILL');
  }
  // PostgreSQL ignores a dead pid in the lock file, but mistakes another program that reuses the pid for its own.
  if (lock && isAlive(lock.pid)) rmSync(lockFile(dir), { force: true });
}

/** False when the pid is gone, a zombie, or reused by another program (detected on Linux only). */
export function isServerOf(dir: string, pid: number): boolean {
  return process.platform === 'linux' ? worksIn(realpathSync(dir), pid, true) : isAlive(pid);
}

/** Sends a signal; false when the process is gone. */
export function tryKill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** The remaining processes of a killed server; unknown on systems other than Linux. */
function processesIn(dir: string): number[] {
  if (process.platform !== 'linux') return [];
  const place = realpathSync(dir);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(place, pid, false));
}

/**
 * Whether a running PostgreSQL process has this working folder, as all of a server's processes do; `ifUnknown` is the
 * answer when the folder can't be read.
 */
function worksIn(place: string, pid: number, ifUnknown: boolean): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (!stat.includes('(postgres)') || /\) [ZX] /.test(stat)) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === place;
  } catch (error) {
    return ifUnknown && (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

/** Whether any process still holds this segment of shared memory (known on Linux only). */
function isShared(segment: string | undefined): boolean {
  if (!segment || process.platform !== 'linux') return false;
  try {
    const lines = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n');
    const fields = lines.map((line) => line.trim().split(/\s+/)).find(([, id]) => id === segment);
    return Number(fields?.[6] ?? 0) > 0;
  } catch {
    return false;
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

const lockFile = (dir: string) => path.join(dir, 'postmaster.pid');

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
