import { v7, validate } from 'uuid';

/** An id that is nobody's: what a malformed one turns into, so that it is simply not found. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** A new row id: a UUID version 7, so that ids made later sort later. */
export function newId(): string {
  return v7();
}

/** The row id that a client sent, or `nobody` when it is none of ours. */
export function rowId(value: unknown): string {
  return typeof value === 'string' && validate(value) ? value.toLowerCase() : nobody;
}
