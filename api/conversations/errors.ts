import { DomainError } from '#api/platform/errors.ts';

/** The conversation has ended, so that nothing of the attempt is stored. */
export class ConversationClosed extends DomainError {
  readonly endedAt: Date | null;

  constructor(endedAt: Date | null) {
    super('CONFLICT', 'The conversation has ended');
    this.endedAt = endedAt;
  }
}

/** The content is not a sound as browsers record it. */
export class NotSpeech extends DomainError {
  constructor() {
    super('UNPROCESSABLE_ENTITY', 'Only sound in WebM or MP4 is dictated');
  }
}

/** The transcription service did not give the words. */
export class NotDictated extends DomainError {
  readonly mayRetry: boolean;

  constructor(mayRetry: boolean) {
    super('UNPROCESSABLE_ENTITY', 'The words couldn’t be written down. Type them, or try again later.');
    this.mayRetry = mayRetry;
  }
}
