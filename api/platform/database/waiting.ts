import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '#api/platform/log.ts';
import { outageIn } from './outage.ts';

/** A database that starts at the same time, or recovers from a crash, is there by then. */
const patienceMs = 60_000;
const lookEveryMs = 500;

/** Does what needs the database, once it is there; rejects when it stays away, for any other reason, and at the signal. */
export async function onceThere<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let told = false;
  for (const deadline = Date.now() + patienceMs; ; await sleep(lookEveryMs, undefined, { signal })) {
    try {
      return await work();
    } catch (error) {
      if (!outageIn(error) || Date.now() > deadline) throw error;
      if (!told) log.warn({ error }, 'the database is not there yet, and is waited for');
      told = true;
    }
  }
}
