/** A live query without watchers is kept for this long. */
export const idleForMs = 300_000;
/** At most this many idle queries are kept. */
export const mostIdle = 250;

export interface IdleQueries<Query> {
  /** The last watcher has left. The query is stopped later, unless it is taken back. */
  leave(key: string, query: Query): void;
  /** Takes an idle query back for a new watcher. */
  take(key: string): Query | undefined;
  /** Stops all of them. */
  clear(): void;
  readonly size: number;
}

/** Keeps live queries for a while after the last watcher has left; above the limit, the oldest is stopped. */
export function idleQueries<Query>(
  stop: (query: Query) => void,
  { forMs = idleForMs, most = mostIdle } = {},
): IdleQueries<Query> {
  const idle = new Map<string, { query: Query; timer: ReturnType<typeof setTimeout> }>();

  function take(key: string): Query | undefined {
    const found = idle.get(key);
    if (!found) return undefined;
    clearTimeout(found.timer);
    idle.delete(key);
    return found.query;
  }
  function end(key: string): void {
    const query = take(key);
    if (query !== undefined) stop(query);
  }

  return {
    take,
    leave(key, query) {
      end(key);
      idle.set(key, { query, timer: setTimeout(() => end(key), forMs) });
      for (const oldest of idle.keys()) {
        if (idle.size <= most) break;
        end(oldest);
      }
    },
    clear() {
      for (const key of [...idle.keys()]) end(key);
    },
    get size() {
      return idle.size;
    },
  };
}
