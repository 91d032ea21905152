import type { InvitationStatus } from '#api/generated/prisma/enums.ts';
import { DomainError } from '#api/platform/errors.ts';

/** The last owner can't leave, be removed or be demoted. */
export class LastOwner extends DomainError {
  constructor() {
    super('CONFLICT', 'The last owner stays: make somebody else an owner first');
  }
}

/** The invitation is used up, withdrawn, declined or too old. */
export class InvitationUnusable extends DomainError {
  readonly status: InvitationStatus;

  constructor(status: InvitationStatus) {
    super('CONFLICT', `The invitation is ${status.toLowerCase()}`);
    this.status = status;
  }
}
