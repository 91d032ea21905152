import type { Take } from './take.ts';

/** Passes events to `take` until `signal` aborts. */
export type Open<T> = (signal: AbortSignal, take: Take<T>) => Promise<void>;

/** The result of a subscription field: a source of events that is run once. */
export type Source<T> = AsyncIterable<T> & {
  /** Passes its events to `take`; resolves when it has ended or was stopped. */
  run: (take: Take<T>) => Promise<void>;
  /** Ends it and everything it opened, also while it waits. */
  stop: () => void;
};

/** A source of the events that `begin` opens when it is run. */
export function subscription<T>(begin: () => Open<T> | Promise<Open<T>>): Source<T> {
  const over = new AbortController();
  const run = async (take: Take<T>) => {
    if (over.signal.aborted) return;
    const open = await begin();
    await open(over.signal, take);
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
