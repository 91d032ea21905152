import type { ErrorCode } from '#api/platform/errors.ts';

/** The refusal of a request with an Idempotency-Key, with its status and code. */
export class NotOnce extends Error {
  readonly status: 400 | 401 | 409 | 422;
  readonly code: ErrorCode;
  /** Whether a retry in a moment may succeed. */
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
