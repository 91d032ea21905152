import type { Take } from './take.ts';

/** The result of a subscription field: a source of events that is run once. */
export type Source<T> = AsyncIterable<T> & {
  /** Passes its events to `take`; resolves when it has ended or was stopped. */
  run: (take: Take<T>) => Promise<void>;
  /** Ends it and everything it opened, also while it waits. */
  stop: () => void;
};

/** A source whose events `open` delivers until its signal aborts. */
export function subscription<T>(open: (signal: AbortSignal, take: Take<T>) => Promise<void>): Source<T> {
  const over = new AbortController();
  const run = async (take: Take<T>) => {
    if (!over.signal.aborted) await open(over.signal, take);
  };
  return {
    run,
    stop: () => over.abort(),
    // GraphQL expects an async iterable, but iterating costs too much with many followers.
    [Symbol.asyncIterator]() {
      throw new TypeError('A source of events is run');
    },
  };
}

export function isSource(source: object): source is Source<unknown> {
  return 'run' in source && 'stop' in source;
}
