import type { Worker } from 'node:worker_threads';

/** Workers that this process has started: files of tests that run in one process use them one after another. */
const started = new Set<Worker>();

process.on('worker', (worker) => {
  started.add(worker);
  worker.once('exit', () => started.delete(worker));
});

/**
 * Ends the workers there are, and each that is started from now on, as a text would that no worker can finish. Gives
 * what stops that.
 */
export async function endWorkers(): Promise<() => void> {
  const end = (worker: Worker) => void worker.terminate();
  process.on('worker', end);
  await Promise.all([...started].map((worker) => worker.terminate()));
  return () => void process.off('worker', end);
}
