import { DomainError } from '#api/platform/errors.ts';

/** The file is no readable picture, or too large. */
export class NoPhoto extends DomainError {
  constructor(message: string) {
    super('UNPROCESSABLE_ENTITY', message, ['photo']);
  }
}
