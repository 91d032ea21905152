import { setTimeout as sleep } from 'node:timers/promises';
import { log } from './log.ts';

/** Closes a part of the application. */
export type Closing = () => Promise<void>;

/** Running work and its time limit; work that is cut short is durable and continues after the next start. */
export type GoingOn = { end: Closing; withinMs: number };

/** Time limits for closing each part and for all parts together. */
const partMs = 8_000;
const partsMs = 10_000;

/**
 * Waits for all running work in parallel, then closes the parts one after the other. Resolves at the latest ten seconds
 * after the longest time limit; a part that hangs or fails is only logged.
 */
export async function closeInTime(goingOn: GoingOn[], parts: Closing[]): Promise<void> {
  await Promise.all(goingOn.map(({ end, withinMs }) => closeWithin(end, withinMs)));
  const deadline = performance.now() + partsMs;
  for (const part of parts) await closeWithin(part, Math.min(partMs, deadline - performance.now()));
}

async function closeWithin(close: Closing, ms: number) {
  const ended = new AbortController();
  const late = sleep(Math.max(0, ms), 'late', { signal: ended.signal }).catch(() => {});
  try {
    if ((await Promise.race([close(), late])) === 'late')
      log.warn({ part: close.name }, 'a part did not end in time');
  } catch (error) {
    log.error({ part: close.name, error }, 'a part did not end well');
  }
  ended.abort();
}
