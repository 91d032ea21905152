/** Takes what comes, one after the other. A promise says that it isn't done with it yet: the next one waits. */
export type Take<T> = (item: T) => void | Promise<void>;

/** Goes on at once with what is at hand, else when it is there: a turn of the loop for each of many costs more. */
export function soon<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
