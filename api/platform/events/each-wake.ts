import { bus } from './bus.ts';
import { wakesOf } from './follow.ts';
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
  const wakes = wakesOf(topic, signal);
  tellFollowing(topic);
  while (!signal.aborted) {
    const seen = wakes.count();
    if (!(await look())) return;
    await wakes.beyond(seen, unwokenMs());
  }
}
