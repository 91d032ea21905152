import { setTimeout as sleep } from 'node:timers/promises';
import { bus } from './bus.ts';
import { tellFollowing } from './log-tail.ts';

/**
 * Calls `look` now and whenever `topic` is woken, until it answers false or `signal` aborts. Because a wake-up between
 * two processes can be lost, it is also called after `unwokenMs` without one.
 */
export async function atEachWake(
  topic: string,
  signal: AbortSignal,
  look: () => Promise<boolean>,
  unwokenMs = () => bus.unwokenMs(),
): Promise<void> {
  let woken = Promise.withResolvers<void>();
  bus.listen(topic, signal, () => woken.resolve());
  signal.addEventListener('abort', () => woken.resolve(), { once: true });
  tellFollowing(topic);
  while (!signal.aborted) {
    const next = woken;
    if (!(await look())) return;
    const late = new AbortController();
    const wait = sleep(unwokenMs(), undefined, { signal: late.signal }).catch(() => {});
    await Promise.race([next.promise, wait]);
    late.abort();
    woken = Promise.withResolvers<void>();
  }
}
