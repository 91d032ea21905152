import { setTimeout as sleep } from 'node:timers/promises';
import { outageIn } from './outage.ts';

/**
 * Repeats a step while the database is unavailable, for at most `withinMs`. The step must be safe to run twice: it may
 * have been committed although its answer was lost.
 */
export async function retryOutage<T>(withinMs: number, step: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
    try {
      return await step();
    } catch (error) {
      if (!outageIn(error) || Date.now() > deadline) throw error;
      await sleep(pause);
    }
  }
}
