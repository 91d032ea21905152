import { log } from '#api/platform/log.ts';
import { bus } from './bus.ts';
import { type CommitPosition, isKnown, positionAfter } from './commit-position.ts';

export type Entry<T> = {
  place: CommitPosition;
  item: T;
  /** When its row was created. */
  at: Date;
};

/** The rows after a position. `unsettled`: there are more behind a transaction that still runs. */
export type Page<T> = { entries: Entry<T>[]; full: boolean; unsettled: boolean };

/** Reads the rows after a position in commit order, as far as no older transaction still runs. */
export type Read<T> = (place: Pick<CommitPosition, 'xid' | 'position'>) => Promise<Page<T>>;

export const pageSize = 200;

/** How soon to read again for a row that is committed but not yet settled. */
const settlingMs = 20;
/** How soon to retry after the database did not answer. */
const retryMs = 1_000;

/** A page from rows read with `settled`, which says whether every older transaction has ended. */
export function settledPage<
  R extends { xid: string; position: string; settled: boolean; createdAt: Date },
  T,
>(rows: R[], item: (row: R) => T): Page<T> {
  const settled = rows.filter((row) => row.settled);
  return {
    entries: settled.map((row) => {
      const { xid, position, createdAt: at } = row;
      return { place: { xid, position }, item: item(row), at };
    }),
    full: settled.length === pageSize,
    unsettled: settled.length < rows.length,
  };
}

/** Yields the rows that are settled after a position now, then ends. */
export async function* catchUp<T>(read: Read<T>, after: CommitPosition): AsyncGenerator<Entry<T>> {
  let place = after;
  for (;;) {
    const page = await read(place);
    for (const entry of page.entries) {
      const known = isKnown(place, entry.place);
      place = positionAfter(place, entry.place);
      if (!known) yield { ...entry, place };
    }
    if (!page.full) return;
  }
}

/**
 * Yields everything after `after`, then every new row, once each and in commit order, until `signal` aborts. A wake-up
 * on `topic` triggers a read; an unreachable database is retried.
 */
export async function* follow<T>(
  topic: string,
  read: Read<T>,
  after: CommitPosition,
  signal: AbortSignal,
): AsyncGenerator<Entry<T>> {
  // Listening begins before the first read, so that no row is missed in between.
  const wakes = wakesOf(topic, signal);
  let place = after;
  while (!signal.aborted) {
    const seen = wakes.count();
    let page: Page<T>;
    try {
      page = await read(place);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ error }, 'stream');
      await wakes.beyond(Number.POSITIVE_INFINITY, retryMs);
      continue;
    }
    for (const entry of page.entries) {
      if (signal.aborted) return;
      const known = isKnown(place, entry.place);
      place = positionAfter(place, entry.place);
      if (!known) yield { ...entry, place };
    }
    if (!page.full) await wakes.beyond(seen, page.unsettled ? settlingMs : bus.unwokenMs());
  }
}

/** Counts the wake-ups of a topic from now until `signal` aborts. */
export function wakesOf(topic: string, signal: AbortSignal) {
  let count = 0;
  let notify = () => {};
  const wake = () => {
    count++;
    notify();
  };
  signal.addEventListener('abort', wake, { once: true });
  bus.listen(topic, signal, wake);
  return {
    count: () => count,
    /** Resolves at the first wake-up after the `seen`-th, after `orAfterMs`, or at the abort. */
    async beyond(seen: number, orAfterMs: number) {
      if (count > seen || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const time = setTimeout(resolve, orAfterMs);
        notify = () => {
          if (count <= seen && !signal.aborted) return;
          clearTimeout(time);
          resolve();
        };
      });
    },
  };
}
