import { DomainError } from '#api/platform/errors.ts';

/** The conversation has ended: nothing more is taken, and nothing of the attempt is kept. */
export class ConversationClosed extends DomainError {
  readonly endedAt: Date | null;

  constructor(endedAt: Date | null) {
    super('CONFLICT', 'The conversation has ended');
    this.endedAt = endedAt;
  }
}
