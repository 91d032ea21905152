/** A live query that nobody looks at goes on for this long … */
export const idleForMs = 300_000;
/** … unless so many others were left after it. */
export const mostIdle = 250;

export interface IdleQueries<Kept> {
  /** Nobody looks at it any more. It is stopped later, unless it is taken back. */
  leave(key: string, kept: Kept): void;
  /** Somebody looks at it again. */
  take(key: string): Kept | undefined;
  /** Stops all of them. */
  clear(): void;
  readonly size: number;
}

/** Keeps live queries for a while after the last look; when there are too many, the one left longest ago goes. */
export function idleQueries<Kept>(
  stop: (kept: Kept) => void,
  { forMs = idleForMs, most = mostIdle } = {},
): IdleQueries<Kept> {
  const idle = new Map<string, { kept: Kept; timer: ReturnType<typeof setTimeout> }>();

  function take(key: string): Kept | undefined {
    const found = idle.get(key);
    if (!found) return undefined;
    clearTimeout(found.timer);
    idle.delete(key);
    return found.kept;
  }
  function end(key: string): void {
    const kept = take(key);
    if (kept !== undefined) stop(kept);
  }

  return {
    take,
    leave(key, kept) {
      end(key);
      idle.set(key, { kept, timer: setTimeout(() => end(key), forMs) });
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
