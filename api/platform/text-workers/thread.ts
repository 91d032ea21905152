import { parentPort } from 'node:worker_threads';
import type { Assigned, Said, TextTask } from './task.ts';

/** Runs assigned tasks in this thread, one after another. */
export function serveTextTasks(tasks: readonly TextTask<never, unknown>[]) {
  const known = new Map(tasks.map((task) => [task.name, task]));
  const say = (said: Said) => parentPort?.postMessage(said);
  parentPort?.on('message', async ({ task, input }: Assigned) => {
    try {
      say({ output: await known.get(task)?.run(input as never) });
    } catch (error) {
      say({ error });
    }
  });
  say({ ready: true });
}
