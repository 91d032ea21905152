import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '#api/platform/log.ts';
import { outageIn } from './outage.ts';

/** How long to wait for a database that starts or recovers. */
const patienceMs = 60_000;
const lookEveryMs = 500;

/**
 * Runs the work once the database answers; rejects when it stays away, on any other error, and when the signal aborts.
 */
export async function onceThere<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let isLogged = false;
  for (const deadline = Date.now() + patienceMs; ; await sleep(lookEveryMs, undefined, { signal })) {
    try {
      return await work();
    } catch (error) {
      if (!outageIn(error) || Date.now() > deadline) throw error;
      if (!isLogged) log.warn({ error }, 'the database is not there yet, and is waited for');
      isLogged = true;
    }
  }
}
