import type { Take } from './take.ts';

/** A queue of items for one reader, delivered in order and without delay. */
export type SubscriberQueue<T> = {
  put: (item: T) => void;
  /** Delivers the queued and all later items; resolves when the queue ends, rejects when it or the reader fails. */
  open: (take: Take<T>) => Promise<void>;
  /** Ends the queue and drops undelivered items. */
  end: (error?: Error) => void;
};

/** Limit of unread items; a slower reader is cut off. */
const mostUnread = 10_000;

export function subscriberQueue<T>(): SubscriberQueue<T> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  ended.catch(() => {});
  let unread: T[] = [];
  let taker: Take<T> | null = null;
  let taking = false;
  let over = false;

  function end(error?: Error) {
    if (over) return;
    over = true;
    unread = [];
    if (error) reject(error);
    else resolve();
  }

  /** Delivers an item; true when the reader is done with it, else delivery continues later by itself. */
  function handOn(item: T): boolean {
    try {
      const going = taker?.(item);
      if (!going) return true;
      taking = true;
      going.then(goOn, end);
    } catch (error) {
      end(error as Error);
    }
    return false;
  }

  function goOn() {
    taking = false;
    for (const [at, item] of unread.entries()) {
      if (over) return;
      if (handOn(item)) continue;
      unread = unread.slice(at + 1);
      return;
    }
    unread = [];
  }

  return {
    put(item) {
      if (over) return;
      if (taker && !taking) {
        handOn(item);
        return;
      }
      if (unread.length >= mostUnread) return end(new Error('The reader of a stream is too slow'));
      unread.push(item);
    },
    open(take) {
      taker = take;
      goOn();
      return ended;
    },
    end,
  };
}
