import type { Viewer } from '#api/platform/viewer.ts';
import { ProofNeeded } from './errors.ts';

/** Whether a viewer sees what of an account is not for everyone who meets its name in a book. */
export function seesAccount(viewer: Viewer | null, userId: string): boolean {
  return !!viewer && !viewer.key && (viewer.admin || viewer.userId === userId);
}

const minute = 60_000;
/** How long it counts that somebody signed in, or gave their password anew. */
const provenForMs = {
  /** For what opens the account to somebody: a password, a phone, a key. */
  WAYS_IN: 10 * minute,
  /** For what opens a book to somebody: members, and what the person agrees to. */
  BOOKS: 60 * minute,
};

/** Whether somebody showed who they are at a time that is recent enough for this. */
export function isProvenFor(what: keyof typeof provenForMs, at: Date | null): boolean {
  return at !== null && Date.now() - at.getTime() < provenForMs[what];
}

/** Refuses what a stolen session alone must not do. Throws `ProofNeeded`. */
export function mustBeProven({ provenAt }: Viewer, what: keyof typeof provenForMs): void {
  if (!isProvenFor(what, provenAt)) throw new ProofNeeded();
}
