import type { ErrorCode } from '#api/platform/errors.ts';

/** Why a request with an Idempotency-Key is not answered, as the status and code that say so. */
export class NotOnce extends Error {
  readonly status: 400 | 401 | 409 | 422;
  readonly code: ErrorCode;
  /** Whether the same may be answered in a moment. */
  readonly passes: boolean;

  constructor(status: 400 | 401 | 409 | 422, message: string, { passes = false } = {}) {
    super(message);
    this.passes = passes;
    this.status = status;
    this.code = codes[status];
  }
}

const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_ENTITY',
} as const;
