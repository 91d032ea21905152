import type { Viewer } from '#api/platform/viewer.ts';
import { ProofNeeded } from './errors.ts';

/** Whether a viewer may see the private fields of an account. */
export function seesAccount(viewer: Viewer | null, userId: string): boolean {
  return !!viewer && !viewer.key && (viewer.admin || viewer.userId === userId);
}

const minute = 60_000;
/** How long a sign-in or a password confirmation counts as recent. */
const provenForMs = {
  /** For changes that open the account: a password, a phone, a key. */
  WAYS_IN: 10 * minute,
  /** For changes that open a subject: members, and the person's consents. */
  BOOKS: 60 * minute,
};

/** Whether a confirmation of identity is recent enough for this. */
export function isProvenFor(what: keyof typeof provenForMs, at: Date | null): boolean {
  return at !== null && Date.now() - at.getTime() < provenForMs[what];
}

/** Refuses actions that a stolen session alone must not do. Throws `ProofNeeded`. */
export function mustBeProven({ provenAt }: Viewer, what: keyof typeof provenForMs): void {
  if (!isProvenFor(what, provenAt)) throw new ProofNeeded();
}
