import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import { DomainError } from '#api/platform/errors.ts';

/** What somebody agrees to needs digits that came to the phone of the book. */
export class PhoneCodeNeeded extends DomainError {
  constructor(message: string) {
    super('EXPECTATION_FAILED', message, ['code']);
  }
}

/** What was asked for needs a consent that the subject has not given, or has withdrawn. */
export class ConsentMissing extends DomainError {
  readonly kind: ConsentKind;

  constructor(kind: ConsentKind, message: string) {
    super('EXPECTATION_FAILED', message);
    this.kind = kind;
  }
}
