import { setTimeout as sleep } from 'node:timers/promises';
import { log } from './log.ts';

/** Ends something in order. */
export type Closing = () => Promise<void>;

/** Something that goes on, and how long it may: what is cut short then is durable, and taken up by the next to start. */
export type GoingOn = { end: Closing; withinMs: number };

/** For the end of each part, and for all of them together. */
const partMs = 8_000;
const partsMs = 10_000;

/**
 * Lets what goes on end, all at the same time, then closes the parts one after the other. Resolves ten seconds
 * after the longest of their times at the latest; what hangs or fails is only told.
 */
export async function closeInTime(goingOn: GoingOn[], parts: Closing[]): Promise<void> {
  await Promise.all(goingOn.map(({ end, withinMs }) => inTime(end, withinMs)));
  const deadline = performance.now() + partsMs;
  for (const part of parts) await inTime(part, Math.min(partMs, deadline - performance.now()));
}

async function inTime(close: Closing, ms: number) {
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
