import { setTimeout as sleep } from 'node:timers/promises';
import { pool } from '#api/platform/database/database.ts';
import { bus } from './bus.ts';

/**
 * Where a row stands in the order of commit. Serial numbers are given out before the commit, so a reader
 * who remembers only the highest would skip one that commits late; with the transaction's id before it, and
 * rows of running transactions left for later, none is skipped and none read twice.
 */
export type Place = { xid: string; position: string };

/** What stands after a place. `unsettled`: there is more, but behind a transaction that still runs. */
export type Page<T> = { items: { place: Place; item: T }[]; full: boolean; unsettled: boolean };

export const pageSize = 200;

/** How soon to look again for a row that is committed but not yet settled. */
const settlingMs = 25;

/** A page from rows read with `settled`, which says whether every older transaction has ended. */
export function settledPage<R extends { xid: string; position: string; settled: boolean }, T>(
  rows: R[],
  item: (row: R) => T,
): Page<T> {
  const settled = rows.filter((row) => row.settled);
  return {
    items: settled.map((row) => ({ place: { xid: row.xid, position: row.position }, item: item(row) })),
    full: settled.length === pageSize,
    unsettled: settled.length < rows.length,
  };
}

/** The place after everything that is settled now. */
export async function placeNow(): Promise<Place> {
  const { rows } = await pool.query<{ xmin: string }>({
    name: 'place-now',
    text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
  });
  return { xid: rows[0]?.xmin ?? '0', position: '-1' };
}

/**
 * Everything after `after` (null: from now on), then everything that follows, each once and in order, until
 * `signal` aborts. `read` gives the rows after a place; a wake on `topic` makes it look again.
 */
export async function* follow<T>(
  topic: string,
  read: (place: Place) => Promise<Page<T>>,
  after: Place | null,
  signal: AbortSignal,
): AsyncGenerator<{ place: Place; item: T }> {
  // Listening begins before the first read, so that nothing falls between the two.
  const wakes = wakesOf(topic, signal);
  let place = after ?? (await placeNow());
  while (!signal.aborted) {
    const seen = wakes.count();
    const page = await read(place);
    for (const entry of page.items) {
      place = entry.place;
      yield entry;
      if (signal.aborted) return;
    }
    if (page.full) continue;
    await wakes.beyond(seen, page.unsettled ? settlingMs : null);
  }
}

function wakesOf(topic: string, signal: AbortSignal) {
  let count = 0;
  let notify = () => {};
  const wake = () => {
    count++;
    notify();
  };
  signal.addEventListener('abort', wake, { once: true });
  void (async () => {
    for await (const _wake of bus.listen(topic, signal)) wake();
  })();
  return {
    count: () => count,
    /** Resolves at the first wake after the `seen`-th, or when `orAfterMs` have passed. */
    async beyond(seen: number, orAfterMs: number | null) {
      if (count > seen) return;
      const next = new Promise<void>((resolve) => {
        notify = resolve;
      });
      await (orAfterMs === null ? next : Promise.race([next, sleep(orAfterMs)]));
    },
  };
}
