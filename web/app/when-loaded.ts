const shortestWaitMs = 1000;
const longestWaitMs = 16_000;

/**
 * Loads a part of the web app that something goes on in, and begins it; without a network it is tried again in growing
 * steps. Calling the answer ends it, whether it has begun or not.
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
