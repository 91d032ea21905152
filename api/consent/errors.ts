import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import { DomainError } from '#api/platform/errors.ts';

/** The consent needs a code that is texted to the subject's phone. */
export class PhoneCodeNeeded extends DomainError {
  constructor(message: string) {
    super('EXPECTATION_FAILED', message, ['code']);
  }
}

/** The action needs a consent that the subject has not given or has withdrawn. */
export class ConsentMissing extends DomainError {
  readonly kind: ConsentKind;

  constructor(kind: ConsentKind, message: string) {
    super('EXPECTATION_FAILED', message);
    this.kind = kind;
  }
}
