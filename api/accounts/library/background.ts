import { log } from '#api/platform/log.ts';

const running = new Set<Promise<unknown>>();

/**
 * Lets the answer go before the work is done: whether a letter was written must not be told by how long the
 * answer took.
 */
export function inBackground(work: Promise<unknown>) {
  const watched = work
    .catch((error: Error) => log.error({ error }, 'background work of the accounts failed'))
    .finally(() => running.delete(watched));
  running.add(watched);
}

/** Resolves once nothing of it runs any more. Called before the database closes. */
export async function backgroundSettled() {
  while (running.size) await Promise.all(running);
}
