import { DomainError } from '#api/platform/errors.ts';

/** The edit was based on an older revision than the card's current one. Nothing was saved. */
export class StaleRevision extends DomainError {
  readonly cardId: string;

  constructor(cardId: string) {
    super('CONFLICT', 'Somebody has saved this story meanwhile', ['baseRevision']);
    this.cardId = cardId;
  }
}

/** The draft was changed, saved or discarded by another device of the same person. Nothing was stored. */
export class DraftChanged extends DomainError {
  readonly subjectId: string;
  readonly cardId: string | null;

  constructor({ subjectId, cardId }: { subjectId: string; cardId: string | null }) {
    super('CONFLICT', 'You have changed this draft on another device meanwhile', ['version']);
    this.subjectId = subjectId;
    this.cardId = cardId;
  }
}
