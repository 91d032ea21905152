import { Worker } from 'node:worker_threads';
import { log } from '../log.ts';
import type { Assigned, Said, TextTask } from './task.ts';
import { TurnQueue } from './turn-queue.ts';

export type RunOptions = {
  /** The subject of the text: waiting subjects take turns. */
  subjectId: string;
  /** Time limit from the start of the task; then the worker is ended. */
  deadlineMs: number;
  signal?: AbortSignal;
  /** No user waits for it: it runs after urgent tasks and never takes the last worker. */
  background?: boolean;
};

/** The text killed its worker: by the deadline or the memory limit. */
export class WorkerKilled extends Error {
  override name = 'WorkerKilled';
}

/** Text up to this length is processed in the main thread, in 10 to 20 milliseconds. */
export const shortText = 400;

const mostWorkers = 2;
/** A worker may also end for another reason than its text; text that ends two workers is given up. */
const tries = 2;
const memoryMb = 256;
const startMs = 30_000;
/** An idle worker ends after so long. */
const idleMs = 600_000;

type Assignment = Assigned & RunOptions & { resolve(output: unknown): void; reject(error: unknown): void };

type TextWorker = {
  thread: Worker;
  state: 'STARTING' | 'IDLE' | 'WORKING';
  assignment: Assignment | null;
  timer?: NodeJS.Timeout;
};

/** The program lies beside the built server, or in the application folder among the sources. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../text-worker.ts' : './text-worker.js',
  import.meta.url,
);

const workers = new Set<TextWorker>();
const urgent = new TurnQueue<Assignment>();
const background = new TurnQueue<Assignment>();

/** Runs a task: short text in this thread, longer text in a worker. */
export async function runTextTask<I, O>(
  task: TextTask<I, O>,
  input: I,
  { characters, ...options }: RunOptions & { characters: number },
): Promise<Awaited<O>> {
  return characters <= shortText ? await task.run(input) : runInWorker(task, input, options);
}

/**
 * Runs a task in a worker, so that this thread stays responsive. Rejects with `WorkerKilled` when the task has ended
 * two workers, or, for an urgent task, at its first deadline.
 */
export async function runInWorker<I, O>(
  task: TextTask<I, O>,
  input: I,
  options: RunOptions,
): Promise<Awaited<O>> {
  for (let tried = 1; ; tried++) {
    try {
      return (await assign({ task: task.name, input, ...options })) as Awaited<O>;
    } catch (error) {
      const isLast = tried === tries || (error instanceof WorkerLate && !options.background);
      if (!(error instanceof WorkerKilled) || isLast) throw error;
    }
  }
}

class WorkerLate extends WorkerKilled {}

async function assign(assigned: Assigned & RunOptions): Promise<unknown> {
  const { signal, subjectId } = assigned;
  signal?.throwIfAborted();
  const answer = Promise.withResolvers<unknown>();
  const assignment: Assignment = { ...assigned, ...answer };
  const queue = assigned.background ? background : urgent;
  const abandon = () => {
    answer.reject(signal?.reason);
    if (queue.remove(subjectId, assignment)) return;
    for (const worker of workers) if (worker.assignment === assignment) end(worker);
  };
  signal?.addEventListener('abort', abandon, { once: true });
  queue.add(subjectId, assignment);
  distribute();
  try {
    return await answer.promise;
  } finally {
    signal?.removeEventListener('abort', abandon);
  }
}

/** Assigns waiting tasks to idle workers, and starts a worker when the limit allows. */
function distribute() {
  const all = [...workers];
  const inBackground = all.filter(({ assignment }) => assignment?.background).length;
  const mayTakeMore = inBackground < mostWorkers - 1;
  const waiting = urgent.size + (mayTakeMore ? Math.min(1, background.size) : 0);
  if (!waiting) return;
  const idle = all.find(({ state }) => state === 'IDLE');
  if (!idle) {
    const starting = all.filter(({ state }) => state === 'STARTING').length;
    if (workers.size < mostWorkers && starting < waiting) start();
    return;
  }
  const next = urgent.take() ?? background.take();
  if (next) begin(idle, next);
  distribute();
}

function begin(worker: TextWorker, assignment: Assignment) {
  const { task, input, deadlineMs } = assignment;
  worker.state = 'WORKING';
  worker.assignment = assignment;
  // A worker keeps the process alive only while it works.
  worker.thread.ref();
  setTimer(worker, deadlineMs, () => {
    log.warn({ task, ms: deadlineMs }, 'text worker ended at its deadline');
    assignment.reject(new WorkerLate(`${task} took longer than ${deadlineMs} ms`));
    end(worker);
  });
  worker.thread.postMessage({ task, input } satisfies Assigned);
}

function start() {
  const thread = new Worker(program, {
    name: 'text',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const worker: TextWorker = { thread, state: 'STARTING', assignment: null };
  workers.add(worker);
  setTimer(worker, startMs, () => end(worker));
  thread.on('message', (said: Said) => {
    const { assignment } = worker;
    worker.state = 'IDLE';
    worker.assignment = null;
    thread.unref();
    setTimer(worker, idleMs, () => end(worker));
    worker.timer?.unref();
    if ('output' in said) assignment?.resolve(said.output);
    else if ('error' in said) assignment?.reject(said.error);
    distribute();
  });
  thread.on('error', (error: Error) => log.error({ error, task: worker.assignment?.task }, 'text worker'));
  thread.on('exit', () => leave(worker));
}

function setTimer(worker: TextWorker, ms: number, run: () => void) {
  clearTimeout(worker.timer);
  worker.timer = setTimeout(run, ms);
}

/** Ends a worker at once; the next one starts if it is needed. */
function end(worker: TextWorker) {
  leave(worker);
  void worker.thread.terminate();
}

function leave(worker: TextWorker) {
  clearTimeout(worker.timer);
  if (!workers.delete(worker)) return;
  // A task must not wait forever for a worker that can't start.
  const ended = worker.state === 'STARTING' ? (urgent.take() ?? background.take()) : worker.assignment;
  ended?.reject(new WorkerKilled(`A worker ended before it had done ${ended.task}`));
  worker.assignment = null;
  distribute();
}
