import { DomainError } from '#api/platform/errors.ts';

/** What was sent is no file that can be a keepsake, or is broken. */
export class NotAKeepsake extends DomainError {
  constructor(message: string) {
    super('UNPROCESSABLE_ENTITY', message, ['input', 'uploadId']);
  }
}

/** What was sent is larger than files of its kind may be. */
export class FileTooLarge extends DomainError {
  constructor(message: string) {
    super('UNPROCESSABLE_ENTITY', message, ['input', 'uploadId']);
  }
}
