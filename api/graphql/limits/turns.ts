/** Waiting callers by network; the first network has the next turn. */
const waiting = new Map<string, (() => void)[]>();

/** After a turn that took longer, the queue pauses equally long: half of the time is left for signed-in callers. */
const shortMs = 2;

/** The queue limit of one network: its callers are served within seconds, and their data is held until then. */
export const mostWaiting = 200;

/** Whether the queue of this network is full. */
export function isCrowded(network: string): boolean {
  return (waiting.get(network)?.length ?? 0) >= mostWaiting;
}

/**
 * Resolves in a turn of the event loop of its own; networks take turns round robin. Callers who are not signed in wait
 * here before their document is parsed: however many come at once, the work of signed-in callers runs in between.
 */
export function turnOf(network: string): Promise<void> {
  return new Promise((resolve) => {
    const line = waiting.get(network);
    if (line) return void line.push(resolve);
    waiting.set(network, [resolve]);
    if (waiting.size === 1) setImmediate(runNextTurn);
  });
}

function runNextTurn() {
  const [first] = waiting;
  if (!first) return;
  const [network, line] = first;
  const began = performance.now();
  setImmediate(() => {
    // Removed only now, so that a caller who comes meanwhile queues behind.
    line.shift();
    waiting.delete(network);
    if (line.length) waiting.set(network, line);
    const took = performance.now() - began;
    if (!waiting.size) return;
    if (took > shortMs) setTimeout(() => setImmediate(runNextTurn), took);
    else runNextTurn();
  });
  line[0]?.();
}
