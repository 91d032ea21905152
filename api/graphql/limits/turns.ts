/** Who waits for a turn, by the network they are from; the one whose turn is next first. */
const waiting = new Map<string, (() => void)[]>();

/** A turn that took longer is followed by as long a pause: half of the time is for whoever is signed in. */
const shortMs = 2;

/** So many of one network wait at most: they are heard within seconds, and what they sent is held until then. */
export const mostWaiting = 200;

/** Whether as many of this network wait as may. */
export function isCrowded(network: string): boolean {
  return (waiting.get(network)?.length ?? 0) >= mostWaiting;
}

/**
 * Resolves in a turn of the event loop that nobody else who waits here is given; networks take turns in turn. Whoever is
 * not signed in waits here before a document of theirs is read: however many come at once, and however long each takes
 * to refuse, the steps of those who are signed in lie between them.
 */
export function turnOf(network: string): Promise<void> {
  return new Promise((resolve) => {
    const line = waiting.get(network);
    if (line) return void line.push(resolve);
    waiting.set(network, [resolve]);
    if (waiting.size === 1) setImmediate(giveTurn);
  });
}

function giveTurn() {
  const [first] = waiting;
  if (!first) return;
  const [network, line] = first;
  const began = performance.now();
  setImmediate(() => {
    // Only now, as whoever comes meanwhile has somebody before them.
    line.shift();
    waiting.delete(network);
    if (line.length) waiting.set(network, line);
    const took = performance.now() - began;
    if (!waiting.size) return;
    if (took > shortMs) setTimeout(() => setImmediate(giveTurn), took);
    else giveTurn();
  });
  line[0]?.();
}
