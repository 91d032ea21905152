import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { log } from '../log.ts';
import type { Drawn, Fault, PictureSize } from './draw.ts';
import { heifCodec } from './heif-codec.ts';
import type { Assigned, PictureAnswer } from './process.ts';

/** A picture could not be redrawn, with the reason. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`The picture was not drawn: ${fault}`);
    this.fault = fault;
  }
}

/** The queue is full, or a picture of the same person waits already. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy';
}

/** Each waiting picture takes up to 25 MB of memory. */
const mostWaiting = 8;
/** How long a picture may work on a core: one with 50 megapixels takes 4 to 5 seconds, a HEIC of that size 7. */
const mostCpuMs = 20_000;
const mostCpuMsOfHeic = 40_000;
/** How long it may take in all, on a server that has other work, which comes first. */
const deadlineMs = 300_000;
const lookMs = 1_000;
/** The idle process ends after so long. */
const idleMs = 30_000;
/** The memory limit of the process in KB; Node reserves half of it and touches a tenth of that. */
const memoryKb = 1_200_000;

type Job = Assigned & { whose: string; resolve(drawn: Drawn): void; reject(error: unknown): void };
/** The process; while it ends, no other one starts, so that only one has the memory. */
type Running = { child: ChildProcess; job: Job | null; isEnding: boolean; timer?: NodeJS.Timeout };

/** The program lies beside the built server, or in the application folder among the sources. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../picture-process.ts' : './picture-process.js',
  import.meta.url,
);

const waiting: Job[] = [];
let running: Running | null = null;

/**
 * Redraws a picture in a separate process with limited memory, one at a time; one picture per person may wait. Rejects
 * with `PictureRefused` or `PicturesBusy`.
 */
export async function redraw(
  content: Uint8Array,
  wanted: Exclude<PictureSize, { shape: 'UPRIGHT' }>,
  whose: string,
): Promise<Buffer> {
  return (await drawInProcess(content, wanted, whose)).content;
}

/** The JPEG quality without visible loss. */
const uprightQuality = 92;

/** Redraws a picture in its own size as an upright JPEG without the camera's metadata. Rejects as `redraw`. */
export function redrawUpright(content: Uint8Array, whose: string): Promise<Drawn> {
  return drawInProcess(content, { shape: 'UPRIGHT', quality: uprightQuality }, whose);
}

async function drawInProcess(content: Uint8Array, wanted: PictureSize, whose: string): Promise<Drawn> {
  const theirs = waiting.some((job) => job.whose === whose);
  if (theirs || waiting.length >= mostWaiting) throw new PicturesBusy('A picture is being read');
  return new Promise((resolve, reject) => {
    waiting.push({ content, wanted, whose, resolve, reject });
    next();
  });
}

/** Whether a picture would be redrawn at once. */
export function isIdle(): boolean {
  return !running?.job && waiting.length === 0;
}

function next() {
  if (running?.job || running?.isEnding) return;
  const job = waiting.shift();
  if (!job) return;
  running ??= start();
  const { child } = running;
  running.job = job;
  child.ref();
  child.channel?.ref();
  watchTime(running, heifCodec(job.content) === 'HEVC' ? mostCpuMsOfHeic : mostCpuMs);
  const { content, wanted } = job;
  child.send({ content, wanted } satisfies Assigned, (error) => error && child.kill('SIGKILL'));
}

/** Starts the process without our environment: it reads files from strangers and needs no secret. */
function start(): Running {
  const limited = 'ulimit -d "$0" && exec "$@"';
  const own = ['--max-old-space-size=128', '--expose-gc', fileURLToPath(program)];
  const child = spawn('/bin/sh', ['-c', limited, String(memoryKb), process.execPath, ...own], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
  });
  const started: Running = { child, job: null, isEnding: false };
  child.on('message', (said: PictureAnswer) => {
    const { job } = started;
    started.job = null;
    child.unref();
    child.channel?.unref();
    const stop = () => {
      started.isEnding = true;
      child.kill('SIGKILL');
    };
    if (said.isFull) stop();
    else setTimer(started, idleMs, stop);
    started.timer?.unref();
    if ('drawn' in said) job?.resolve({ ...said.drawn, content: Buffer.from(said.drawn.content) });
    else job?.reject(new PictureRefused(said.fault));
    next();
  });
  child.on('error', (error) => {
    log.error({ error }, 'picture process');
    leave(started);
  });
  child.on('exit', () => leave(started));
  return started;
}

/** Ends the process when its picture takes too long. Where its time on the core isn't known, all of its time counts. */
function watchTime(of: Running, mostMs: number) {
  const { child } = of;
  const [begun, cpuBefore] = [performance.now(), cpuMsOf(child)];
  function look() {
    const ms = performance.now() - begun;
    const cpuMs = cpuBefore === null ? ms : (cpuMsOf(child) ?? ms) - cpuBefore;
    if (cpuMs < mostMs && ms < deadlineMs) return setTimer(of, lookMs, look);
    log.warn({ ms }, 'picture process ended at its deadline');
    child.kill('SIGKILL');
  }
  setTimer(of, lookMs, look);
}

/** How long a process has worked on a core; Linux counts it in hundredths of a second. */
function cpuMsOf({ pid }: ChildProcess): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return null;
  }
}

function setTimer(of: Running, ms: number, run: () => void) {
  clearTimeout(of.timer);
  of.timer = setTimeout(run, ms);
}

/**
 * The process ended, by its deadline, its memory limit or idleness: its current picture is refused, and the queue
 * continues.
 */
function leave(ended: Running) {
  clearTimeout(ended.timer);
  if (running === ended) running = null;
  ended.job?.reject(new PictureRefused('UNREADABLE'));
  ended.job = null;
  next();
}
