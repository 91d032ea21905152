import { DomainError } from '#api/platform/errors.ts';

/** What was sent is no picture that we can read, or more of one than we take. */
export class NoPhoto extends DomainError {
  constructor(message: string) {
    super('UNPROCESSABLE_ENTITY', message, ['photo']);
  }
}
