import type { Worker } from 'node:worker_threads';

/** The workers that this process has started; test files in one process use them one after another. */
const started = new Set<Worker>();

process.on('worker', (worker) => {
  started.add(worker);
  worker.once('exit', () => started.delete(worker));
});

/**
 * Terminates all workers, and each new one, as a text that no worker can process would. Returns a function that stops
 * it.
 */
export async function endWorkers(): Promise<() => void> {
  const end = (worker: Worker) => void worker.terminate();
  process.on('worker', end);
  await Promise.all([...started].map((worker) => worker.terminate()));
  return () => void process.off('worker', end);
}
