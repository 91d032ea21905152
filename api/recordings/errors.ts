import { DomainError } from '#api/platform/errors.ts';

/** What was sent is not the sound that a browser records. */
export class NotASound extends DomainError {
  constructor() {
    super('UNPROCESSABLE_ENTITY', 'Only Opus in WebM is recorded');
  }
}

/** A piece came that is not the next one of its take. */
export class PieceOutOfOrder extends DomainError {
  readonly next: number;

  constructor(next: number) {
    super('CONFLICT', `The next piece of this take is ${next}`);
    this.next = next;
  }
}
