import type { Take } from './take.ts';

/** What a subscription field returns: a source of events that is run once, by whoever answers them. */
export type Source<T> = AsyncIterable<T> & {
  /** Hands on its events; resolves when it has ended, by itself or because it was stopped. */
  run: (take: Take<T>) => Promise<void>;
  /** Ends it, with everything that it opened, also while it waits. */
  stop: () => void;
};

/** A source whose events `open` hands on until its signal aborts. */
export function subscription<T>(open: (signal: AbortSignal, take: Take<T>) => Promise<void>): Source<T> {
  const over = new AbortController();
  const run = async (take: Take<T>) => {
    if (!over.signal.aborted) await open(over.signal, take);
  };
  return {
    run,
    stop: () => over.abort(),
    // To GraphQL a source is something to iterate over; for many followers that costs too much.
    [Symbol.asyncIterator]() {
      throw new TypeError('A source of events is run');
    },
  };
}

export function isSource(source: object): source is Source<unknown> {
  return 'run' in source && 'stop' in source;
}
