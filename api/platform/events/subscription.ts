/**
 * What a subscription field returns: a source that ends, with everything it opened, the moment its client goes,
 * also while it waits.
 */
export function subscription<T>(open: (signal: AbortSignal) => AsyncGenerator<T>): AsyncIterableIterator<T> {
  const over = new AbortController();
  const source = open(over.signal);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => source.next(),
    async return() {
      over.abort();
      await source.return(undefined);
      return { done: true, value: undefined };
    },
    async throw(error) {
      over.abort();
      return source.throw(error);
    },
  };
}
