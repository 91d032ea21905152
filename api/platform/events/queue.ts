/** Hands on what is pushed, in order, to one reader; ends when it is told to. */
export type Queue<T> = AsyncIterable<T> & {
  push: (item: T) => void;
  /** Nothing more comes; what was pushed before is dropped. */
  end: (error?: Error) => void;
};

/** More than this many unread items and the reader is too slow to be waited for. */
const mostUnread = 10_000;

export function queue<T>(): Queue<T> {
  let unread: T[] = [];
  let over: { error?: Error } | null = null;
  let notify = () => {};

  function end(error?: Error) {
    over ??= error ? { error } : {};
    unread = [];
    notify();
  }

  return {
    push(item) {
      if (over) return;
      if (unread.length >= mostUnread) return end(new Error('The reader of a stream is too slow'));
      unread.push(item);
      notify();
    },
    end,
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const items = unread;
        unread = [];
        for (const item of items) {
          if (over) break;
          yield item;
        }
        if (over?.error) throw over.error;
        if (over) return;
        if (unread.length) continue;
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
  };
}
