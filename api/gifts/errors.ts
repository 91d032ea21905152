import type { GiftStatus } from '#api/generated/prisma/enums.ts';
import { DomainError } from '#api/platform/errors.ts';

const reasons: Record<GiftStatus, string> = {
  DRAFT: 'The gift has not been given yet',
  SCHEDULED: 'The gift is waiting for its day',
  DELIVERED: 'The gift was delivered: it can’t be changed or cancelled any more',
  REDEEMED: 'The gift was opened already',
  CANCELLED: 'The gift was cancelled',
  EXPIRED: 'The gift is too old: it could be opened for a year',
};

/** The gift's status doesn't allow this. */
export class GiftUnusable extends DomainError {
  readonly status: GiftStatus;

  constructor(status: GiftStatus) {
    super('CONFLICT', reasons[status]);
    this.status = status;
  }
}

/** Too many codes were tried from one network or by one account. */
export class TooManyGiftCodes extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', 'Too many codes were tried: wait an hour, and try again');
    this.retryAfterSeconds = Math.max(retryAfterSeconds, 1);
  }
}
