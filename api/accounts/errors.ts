import { DomainError } from '#api/platform/errors.ts';

/** The viewer is signed in, but hasn't confirmed their identity recently. */
export class ProofNeeded extends DomainError {
  constructor() {
    super('FORBIDDEN', 'Enter your password to go on, or sign in again');
  }
}
