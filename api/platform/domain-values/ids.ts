import { v7, validate } from 'uuid';

/** An id without a row: a malformed id becomes this one and is simply not found. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** A new row id: a UUID version 7, so that ids made later sort later. */
export function newId(): string {
  return v7();
}

/** A new row id with this time in it. */
export function newIdAt(at: Date): string {
  return v7({ msecs: at.getTime() });
}

/** The lowest row id of this time: ids made earlier sort before it, all others after it. */
export function lowestIdAt(at: Date): string {
  return v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) });
}

/** The row id from a client, or `nobody` when it is malformed. */
export function rowId(value: unknown): string {
  return typeof value === 'string' && validate(value) ? value.toLowerCase() : nobody;
}
