import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { log } from '#api/platform/log.ts';
import type { MadeFile, MakingAnswer, MakingTask } from './task.ts';

/** The file could not be made: it took too much memory or time, or the typesetter refused it. */
export class NotMade extends Error {
  override name = 'NotMade';
}

/** A book of 480 pages with 78 photos takes 21 seconds and 1.3 GB on two busy cores. */
const deadlineMs = 5 * 60_000;
const memoryKb = 3_000_000;

/** The program lies beside the built server, or in the application folder among the sources. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../making-process.ts' : './making-process.js',
  import.meta.url,
);

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a file in a separate process, one at a time. Rejects with `NotMade`, or with the signal's reason when that
 * aborts.
 */
export function makeFile(task: MakingTask, signal: AbortSignal): Promise<MadeFile> {
  const making = last.then(() => {
    signal.throwIfAborted();
    return makeInProcess(task, signal);
  });
  last = making.catch(() => {});
  return making;
}

function makeInProcess(task: MakingTask, signal: AbortSignal): Promise<MadeFile> {
  return new Promise((resolve, reject) => {
    const child = startProcess();
    const timer = setTimeout(() => {
      log.warn({ ms: deadlineMs }, 'making process ended at its deadline');
      child.kill('SIGKILL');
    }, deadlineMs);
    const stop = () => child.kill('SIGKILL');
    signal.addEventListener('abort', stop, { once: true });
    let answer: MakingAnswer | null = null;
    child.on('message', (said: MakingAnswer) => {
      answer = said;
      child.kill('SIGKILL');
    });
    child.on('error', (error) => log.error({ error }, 'making process'));
    child.on('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason as Error);
      else if (answer && 'made' in answer) resolve(answer.made);
      else reject(new NotMade(answer ? answer.failed : 'The process ended'));
    });
    child.send(task, (error) => error && child.kill('SIGKILL'));
  });
}

/** Starts the process without our environment: it reads user content and needs no secret. */
function startProcess(): ChildProcess {
  const limited = 'ulimit -d "$0" && exec "$@"';
  const own = ['--max-old-space-size=512', fileURLToPath(program)];
  return spawn('/bin/sh', ['-c', limited, String(memoryKb), process.execPath, ...own], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' },
  });
}
