import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { log } from '../log.ts';
import type { Drawn, Fault, Wanted } from './draw.ts';
import type { Assigned, Said } from './process.ts';

/** A picture could not be drawn anew, and why. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`The picture was not drawn: ${fault}`);
    this.fault = fault;
  }
}

/** As many pictures wait as may, or one of the same person's does. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy';
}

/** Each that waits is up to 25 MB of our memory. */
const mostWaiting = 8;
const deadlineMs = 20_000;
/** What the process has loaded is kept for so long. */
const idleMs = 30_000;
/** The data that the process may have, in KB: of these Node takes half by itself, of which it touches a tenth. */
const memoryKb = 1_200_000;

type Job = Assigned & { whose: string; resolve(drawn: Drawn): void; reject(error: unknown): void };
type Running = { child: ChildProcess; job: Job | null; timer?: NodeJS.Timeout };

/** Beside the built server; among the sources it is in the folder of the application. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../picture-process.ts' : './picture-process.js',
  import.meta.url,
);

const waiting: Job[] = [];
let running: Running | null = null;

/**
 * Draws a picture anew in a process of its own, whose memory is bounded, one picture at a time; of each person one may
 * wait. Rejects with `PictureRefused` and `PicturesBusy`.
 */
export async function redraw(
  content: Uint8Array,
  wanted: Exclude<Wanted, { shape: 'UPRIGHT' }>,
  whose: string,
): Promise<Buffer> {
  return (await drawApart(content, wanted, whose)).content;
}

/** What a photo looks like at its best: little is lost of it, and nothing that can be seen. */
const uprightQuality = 92;

/** The same picture in its own size as JPEG, upright and without what a camera wrote into it. Rejects as `redraw`. */
export function redrawUpright(content: Uint8Array, whose: string): Promise<Drawn> {
  return drawApart(content, { shape: 'UPRIGHT', quality: uprightQuality }, whose);
}

async function drawApart(content: Uint8Array, wanted: Wanted, whose: string): Promise<Drawn> {
  const theirs = waiting.some((job) => job.whose === whose);
  if (theirs || waiting.length >= mostWaiting) throw new PicturesBusy('A picture is being read');
  return new Promise((resolve, reject) => {
    waiting.push({ content, wanted, whose, resolve, reject });
    next();
  });
}

/** Whether a picture would be drawn at once. */
export function isIdle(): boolean {
  return !running?.job && waiting.length === 0;
}

function next() {
  if (running?.job) return;
  const job = waiting.shift();
  if (!job) return;
  running ??= start();
  const { child } = running;
  running.job = job;
  child.ref();
  child.channel?.ref();
  setTimer(running, deadlineMs, () => {
    log.warn({ ms: deadlineMs }, 'picture process ended at its deadline');
    child.kill('SIGKILL');
  });
  const { content, wanted } = job;
  child.send({ content, wanted } satisfies Assigned, (error) => error && child.kill('SIGKILL'));
}

/** Starts the process with nothing of our environment: it reads what strangers send, and needs no secret. */
function start(): Running {
  const limited = 'ulimit -d "$0" && exec "$@"';
  const own = ['--max-old-space-size=128', fileURLToPath(program)];
  const child = spawn('/bin/sh', ['-c', limited, String(memoryKb), process.execPath, ...own], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { VIPS_CONCURRENCY: '1', UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
  });
  const started: Running = { child, job: null };
  child.on('message', (said: Said) => {
    const { job } = started;
    started.job = null;
    child.unref();
    child.channel?.unref();
    setTimer(started, idleMs, () => child.kill());
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

function setTimer(of: Running, ms: number, run: () => void) {
  clearTimeout(of.timer);
  of.timer = setTimeout(run, ms);
}

/** The process ended, at its deadline, by its memory or idle: what it was at can't be read, what waits goes on. */
function leave(ended: Running) {
  clearTimeout(ended.timer);
  if (running === ended) running = null;
  ended.job?.reject(new PictureRefused('UNREADABLE'));
  ended.job = null;
  next();
}
