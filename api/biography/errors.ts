import { DomainError } from '#api/platform/errors.ts';

/** The edit was based on an older revision than the card's current one. Nothing was saved. */
export class StaleRevision extends DomainError {
  readonly cardId: string;

  constructor(cardId: string) {
    super('CONFLICT', 'Somebody has saved this story meanwhile', ['baseRevision']);
    this.cardId = cardId;
  }
}
