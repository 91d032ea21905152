import { DomainError } from '#api/platform/errors.ts';

/** The phone's limit of codes is reached for now. */
export class TooManyCodes extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', 'Too many codes were asked for: wait a while');
    this.retryAfterSeconds = Math.max(retryAfterSeconds, 1);
  }
}

/** The entered digits are wrong or can't be used. */
export class CodeRefused extends DomainError {
  readonly reason: 'WRONG' | 'EXPIRED' | 'TOO_MANY';

  constructor(reason: 'WRONG' | 'EXPIRED' | 'TOO_MANY') {
    super('BAD_REQUEST', refusals[reason], ['code']);
    this.reason = reason;
  }
}

const refusals = {
  WRONG: 'The code is not right',
  EXPIRED: 'The code does not work any more: ask for a new one',
  TOO_MANY: 'The code was tried too often: ask for a new one',
};
