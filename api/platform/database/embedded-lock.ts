import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#api/platform/observability/failure.ts';

/** What a server notes down in its data folder while it runs. `memory`: the segment that all its processes share. */
type Lock = { pid: number; port: number; memory: string; ready: boolean };

/** A server that is being started, stopped or recovered is waited for this long. */
const settlingMs = 60_000;
/** What a killed server left behind ends by itself as soon as it sees that; after this time it is ended. */
const orphansMs = 500;
/** Whoever is still there by then is the new server's to complain of. */
const patienceMs = 20_000;

/** The server that works on this folder, once it is ready; null when none does. Rejects when it never gets so far. */
export async function runningServer(dir: string): Promise<Lock | null> {
  for (const deadline = Date.now() + settlingMs; Date.now() < deadline; await sleep(50)) {
    const lock = readLock(dir);
    if (!lock || !isServerOf(dir, lock.pid)) return null;
    if (lock.ready && (await answers(lock.port))) return lock;
  }
  throw new OperatorError('Another database server works on the same folder, and does not answer');
}

/** The note of a server in its folder, whether or not that one is still alive. */
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
 * Makes a folder ready for a new server after the last one was killed. Nobody may write to it beside the new one:
 * what is left of the old one is waited for, and ended if need be.
 */
export async function clearAfterKill(dir: string): Promise<void> {
  const lock = readLock(dir);
  const since = Date.now();
  for (; Date.now() < since + patienceMs; await sleep(20)) {
    const left = processesIn(dir);
    if (!left.length && !isShared(lock?.memory)) break;
    if (Date.now() > since + orphansMs) for (const pid of left) tryKill(pid, 'SIGKILL');
  }
  // PostgreSQL sees for itself that nobody has the number; but it takes another program that has it by now for its own.
  if (lock && isAlive(lock.pid)) rmSync(lockFile(dir), { force: true });
}

/** False when the pid is gone, a zombie, or by now another program's (known on Linux only). */
export function isServerOf(dir: string, pid: number): boolean {
  return process.platform === 'linux' ? worksIn(realpathSync(dir), pid, true) : isAlive(pid);
}

/** Sends a signal; false when nobody is there to get it. */
export function tryKill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** The processes of a killed server that have not ended yet; on systems other than Linux nobody can tell. */
function processesIn(dir: string): number[] {
  if (process.platform !== 'linux') return [];
  const place = realpathSync(dir);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(place, pid, false));
}

/** Whether a living server's process works in this folder, as all of them do; `unsaid` when it may not be looked up. */
function worksIn(place: string, pid: number, unsaid: boolean): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (!stat.includes('(postgres)') || /\) [ZX] /.test(stat)) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === place;
  } catch (error) {
    return unsaid && (error as NodeJS.ErrnoException).code === 'EACCES';
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
