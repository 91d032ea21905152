const shortestWaitMs = 1000;
const longestWaitMs = 16_000;

/**
 * Loads a module and starts it with `begin`; a failed load is retried with growing delays. The returned function ends
 * it, whether or not it has started.
 */
export function whenLoaded<Part>(load: () => Promise<Part>, begin: (part: Part) => () => void): () => void {
  let ended = false;
  let end: (() => void) | undefined;
  const attempt = (waitMs: number) =>
    load().then(
      (part) => {
        if (!ended) end = begin(part);
      },
      () => {
        if (ended) return;
        const timer = setTimeout(() => void attempt(Math.min(waitMs * 2, longestWaitMs)), waitMs);
        end = () => clearTimeout(timer);
      },
    );
  void attempt(shortestWaitMs);
  return () => {
    ended = true;
    end?.();
  };
}
