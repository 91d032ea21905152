import { z } from 'zod';
import { InvalidInput } from '#api/platform/errors.ts';
import { type CommitPosition, positionOfRow } from '#api/platform/events/commit-position.ts';

/**
 * The position of a message in every order: in a list (time and id), in its conversation (seq) and in commit order.
 * One cursor therefore resumes both a list and a stream.
 */
export type MessageCursor = { createdAt: Date; id: string; seq: number; place: CommitPosition };

// These bounds stay within the database's number ranges, so that a forged cursor is refused and causes no database
// error.
const ms = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31));
const seq = z.int32();
const digits = z.string().regex(/^(-1|\d{1,18})$/);
const snapshot = z.string().regex(/^\d{1,18}:\d{1,18}:(\d{1,18}(,\d{1,18})*)?$/);
const Packed = z.union([
  z.tuple([ms, z.uuid(), seq, digits, digits]),
  z.tuple([ms, z.uuid(), seq, digits, digits, digits, digits, snapshot]),
]);

/** The cursor of a message read from a page, which may be ahead of transactions that still run. */
export function cursorOf(row: {
  createdAt: Date;
  id: string;
  seq: number;
  xid: string;
  place: string;
  snapshot: string;
}): string {
  return cursorAt(row, positionOfRow({ xid: row.xid, position: row.place, snapshot: row.snapshot }));
}

/** The cursor of a message that a stream brought, at its place in the stream. */
export function cursorAt(row: { createdAt: Date; id: string; seq: number }, place: CommitPosition): string {
  const { xid, position, known } = place;
  const ahead = known ? `,"${known.xid}","${known.position}","${known.snapshot}"` : '';
  // The JSON is built by hand because it holds only numbers and long pages have one cursor per row.
  const packed = `[${row.createdAt.getTime()},"${row.id}",${row.seq},"${xid}","${position}"${ahead}]`;
  return Buffer.from(packed, 'latin1').toString('base64url');
}

/** Reads a cursor that a client sent back; throws `InvalidInput` when it is malformed. */
export function readCursor(cursor: string | null | undefined, path: string): MessageCursor | null {
  if (cursor === null || cursor === undefined) return null;
  const packed = Packed.safeParse(unpacked(cursor));
  if (!packed.success) throw new InvalidInput([{ path, message: 'is not a cursor of a message' }]);
  const [ms, id, seq, xid, position, knownXid, knownPosition, snapshot] = packed.data;
  const known =
    knownXid !== undefined && knownPosition !== undefined && snapshot !== undefined
      ? { xid: knownXid, position: knownPosition, snapshot }
      : null;
  return { createdAt: new Date(ms), id, seq, place: { xid, position, ...(known && { known }) } };
}

function unpacked(cursor: string): unknown {
  if (cursor.length > 4000) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
