/** Receives items one after the other. When it returns a promise, the next item waits for it. */
export type Take<T> = (item: T) => void | Promise<void>;

/**
 * Calls `next` at once with a value, or after a promise resolves: awaiting a plain value would cost a turn of the event
 * loop.
 */
export function soon<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
