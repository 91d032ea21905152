import { DomainError } from '#api/platform/errors.ts';

/** Saved on top of an older revision than the card's: nothing was saved. */
export class StaleRevision extends DomainError {
  readonly cardId: string;

  constructor(cardId: string) {
    super('CONFLICT', 'Somebody has saved this story meanwhile', ['baseRevision']);
    this.cardId = cardId;
  }
}
