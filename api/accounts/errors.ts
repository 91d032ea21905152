import { DomainError } from '#api/platform/errors.ts';

/** Whoever asks is signed in, but has not shown for a while that they are who they say. */
export class ProofNeeded extends DomainError {
  constructor() {
    super('FORBIDDEN', 'Enter your password to go on, or sign in again');
  }
}
