import { DomainError } from '#api/platform/errors.ts';

/** The conversation has ended, so that nothing of the attempt is stored. */
export class ConversationClosed extends DomainError {
  readonly endedAt: Date | null;

  constructor(endedAt: Date | null) {
    super('CONFLICT', 'The conversation has ended');
    this.endedAt = endedAt;
  }
}
