import { prepared } from '#api/platform/database/database.ts';

/**
 * The position of a row in commit order. Serial numbers are assigned before the commit, so a reader that remembers only
 * the highest would skip a row that commits late. With the transaction id first, and rows of running transactions left
 * for later, no row is skipped or read twice.
 */
export type CommitPosition = {
  xid: string;
  position: string;
  /**
   * Set for a position in a page that was read while older transactions still ran: the reader has rows up to this one
   * if the page's snapshot saw them; the others are still to come.
   */
  known?: { xid: string; position: string; snapshot: string };
};

/** Whether `a` comes after `b` in commit order. */
export function isAfter(
  a: Pick<CommitPosition, 'xid' | 'position'>,
  b: Pick<CommitPosition, 'xid' | 'position'>,
): boolean {
  const [left, right] = [BigInt(a.xid), BigInt(b.xid)];
  return left === right ? BigInt(a.position) > BigInt(b.position) : left > right;
}

/** The position of a row in a page that may be ahead of running transactions. */
export function positionOfRow(row: { xid: string; position: string; snapshot: string }): CommitPosition {
  const { xid, position, snapshot } = row;
  const xmin = snapshot.slice(0, snapshot.indexOf(':'));
  return isBelow(xid, xmin)
    ? { xid, position }
    : { xid: xmin, position: '-1', known: { xid, position, snapshot } };
}

/** The current position: only later commits are new. */
export async function currentPosition(): Promise<Required<CommitPosition>> {
  const { rows } = await prepared.query<{ snapshot: string }>({
    name: 'place-now',
    text: 'select commit_snapshot() as snapshot',
  });
  const snapshot = rows[0]?.snapshot ?? '0:0:';
  const [xmin = '0', xmax = '0'] = snapshot.split(':');
  return { xid: xmin, position: '-1', known: { xid: xmax, position: '-1', snapshot } };
}

/** Whether a reader at this position has the row already. */
export function isKnown({ known }: CommitPosition, row: Pick<CommitPosition, 'xid' | 'position'>): boolean {
  return !!known && !isAfter(row, known) && isVisible(known.snapshot, row.xid);
}

/** The position after a row, for a reader that came from `from`. */
export function positionAfter(
  from: CommitPosition,
  row: Pick<CommitPosition, 'xid' | 'position'>,
): CommitPosition {
  const { known } = from;
  return { ...row, ...(known && !isAfter(row, known) && { known }) };
}

/** Compares transaction ids as digits without leading zeros; fast, because it runs for each row of long pages. */
function isBelow(xid: string, other: string): boolean {
  return xid.length === other.length ? xid < other : xid.length < other.length;
}

/** Whether a transaction had ended when a snapshot (`xmin:xmax:running`) was taken. */
function isVisible(snapshot: string, xid: string): boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  if (isBelow(xid, xmin)) return true;
  return isBelow(xid, xmax) && !running.split(',').includes(xid);
}
