import type { Take } from './take.ts';

/** Keeps what comes, in order, for one reader, and hands it on without delay as soon as the reader takes it. */
export type SubscriberQueue<T> = {
  put: (item: T) => void;
  /** Hands on what came and what comes; resolves when it ends, rejects when it fails or the reader does. */
  open: (take: Take<T>) => Promise<void>;
  /** Nothing more comes; what was not taken yet is dropped. */
  end: (error?: Error) => void;
};

/** More than this many unread items and the reader is too slow to be waited for. */
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

  /** Whether it is done with: else it goes on with the rest by itself. */
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
