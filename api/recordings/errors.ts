import { DomainError } from '#api/platform/errors.ts';

/** The content is not audio as browsers record it. */
export class NotASound extends DomainError {
  constructor() {
    super('UNPROCESSABLE_ENTITY', 'Only Opus in WebM is recorded');
  }
}

/** The piece is not the next one of its take. */
export class PieceOutOfOrder extends DomainError {
  readonly next: number;

  constructor(next: number) {
    super('CONFLICT', `The next piece of this take is ${next}`);
    this.next = next;
  }
}
