import { DomainError } from '#api/platform/errors.ts';

/** The file has an unsupported type or is broken. */
export class NotAKeepsake extends DomainError {
  constructor(message: string) {
    super('UNPROCESSABLE_ENTITY', message, ['input', 'uploadId']);
  }
}

/** The file is larger than its sort allows. */
export class FileTooLarge extends DomainError {
  constructor(message: string) {
    super('UNPROCESSABLE_ENTITY', message, ['input', 'uploadId']);
  }
}
