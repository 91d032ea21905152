import { prepared } from '#api/platform/database/database.ts';

/**
 * Where a row stands in the order of commit. Serial numbers are given out before the commit, so a reader
 * who remembers only the highest would skip one that commits late; with the transaction's id before it, and
 * rows of running transactions left for later, none is skipped and none read twice.
 */
export type CommitPosition = {
  xid: string;
  position: string;
  /**
   * Of a place in a page that was read while older transactions still ran: rows up to this one are known to
   * the reader already if the page's snapshot saw them, and those it didn't see are still to come.
   */
  known?: { xid: string; position: string; snapshot: string };
};

/** The order of commit. */
export function isAfter(
  a: Pick<CommitPosition, 'xid' | 'position'>,
  b: Pick<CommitPosition, 'xid' | 'position'>,
): boolean {
  const [left, right] = [BigInt(a.xid), BigInt(b.xid)];
  return left === right ? BigInt(a.position) > BigInt(b.position) : left > right;
}

/** The place of a row from a page that may be ahead of transactions that still run. */
export function positionOfRow(row: { xid: string; position: string; snapshot: string }): CommitPosition {
  const { xid, position, snapshot } = row;
  const xmin = snapshot.slice(0, snapshot.indexOf(':'));
  return isBelow(xid, xmin)
    ? { xid, position }
    : { xid: xmin, position: '-1', known: { xid, position, snapshot } };
}

/** The place from which only what is committed from now on is new. */
export async function currentPosition(): Promise<Required<CommitPosition>> {
  const { rows } = await prepared.query<{ snapshot: string }>({
    name: 'place-now',
    text: 'select commit_snapshot() as snapshot',
  });
  const snapshot = rows[0]?.snapshot ?? '0:0:';
  const [xmin = '0', xmax = '0'] = snapshot.split(':');
  return { xid: xmin, position: '-1', known: { xid: xmax, position: '-1', snapshot } };
}

/** Whether somebody who came from this place has the row already. */
export function isKnown({ known }: CommitPosition, row: Pick<CommitPosition, 'xid' | 'position'>): boolean {
  return !!known && !isAfter(row, known) && isVisible(known.snapshot, row.xid);
}

/** The place after a row, for somebody who came from `from`. */
export function positionAfter(
  from: CommitPosition,
  row: Pick<CommitPosition, 'xid' | 'position'>,
): CommitPosition {
  const { known } = from;
  return { ...row, ...(known && !isAfter(row, known) && { known }) };
}

/** The order of transactions' ids, whose digits begin with no zero: asked in each row of long pages. */
function isBelow(xid: string, other: string): boolean {
  return xid.length === other.length ? xid < other : xid.length < other.length;
}

/** Whether a transaction was committed or over when a snapshot (`xmin:xmax:running`) was taken. */
function isVisible(snapshot: string, xid: string): boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  if (isBelow(xid, xmin)) return true;
  return isBelow(xid, xmax) && !running.split(',').includes(xid);
}
