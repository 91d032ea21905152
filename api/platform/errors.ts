import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import type { Outage } from './database/outage.ts';

export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNPROCESSABLE_ENTITY'
  | 'EXPECTATION_FAILED'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_SERVER_ERROR';

export type Issue = { path: string; message: string };

/**
 * A refusal that the caller can act on. In a mutation it is a member of the result union; elsewhere it
 * reaches the client as a top-level error with its code, unmasked.
 */
export class DomainError extends GraphQLError {
  readonly code: ErrorCode;
  /** The path of the offending field of the input, outermost first. */
  readonly field: string[];

  constructor(code: ErrorCode, message: string, field: string[] = []) {
    super(message, { extensions: { code } });
    this.name = new.target.name;
    this.code = code;
    this.field = field;
  }
}

/** Input that breaks a rule: one issue for each field, nothing was changed. */
export class InvalidInput extends DomainError {
  readonly issues: Issue[];

  constructor(issues: Issue[]) {
    const first = issues[0] ?? { path: '', message: 'Invalid input' };
    super('BAD_REQUEST', first.path ? `${first.path}: ${first.message}` : first.message, [
      ...first.path.split('.').filter(Boolean),
    ]);
    this.issues = issues;
  }
}

/** The thing doesn't exist, or the caller may not see it: the two look alike on purpose. */
export class NotFound extends DomainError {
  constructor(what: string, field: string[] = []) {
    super('NOT_FOUND', `${what} not found`, field);
  }
}

/** The action isn't possible in the current state: memorial, deleted, already done. */
export class WrongState extends DomainError {
  constructor(message: string, field: string[] = []) {
    super('CONFLICT', message, field);
  }
}

/** One of the product's limits is reached. */
export class LimitReached extends DomainError {
  readonly limit: number;

  constructor(message: string, limit: number) {
    super('UNPROCESSABLE_ENTITY', message);
    this.limit = limit;
  }
}

const outages: Record<Outage | 'BUSY', string> = {
  AWAY: 'The database can not be reached right now: try again in a moment',
  SLOW: 'The database takes too long to answer: try again in a moment',
  FULL: 'There is no room left to keep anything: try again later',
  BUSY: 'This takes too long right now: try again in a moment',
};

/** The database is out of order or the server too busy; the caller did nothing wrong and may retry soon. Always a top-level error. */
export class Unavailable extends GraphQLError {
  constructor(why: Outage | 'BUSY', about: Pick<GraphQLErrorOptions, 'nodes' | 'path'> = {}) {
    super(outages[why], { ...about, extensions: { code: 'SERVICE_UNAVAILABLE' } });
  }
}

/** The caller is not signed in. Always a top-level error. */
export class Unauthorized extends GraphQLError {
  constructor() {
    super('Sign in first', { extensions: { code: 'UNAUTHORIZED' } });
  }
}

/** The caller is signed in and can see the thing, but may not do this. Always a top-level error. */
export class Forbidden extends GraphQLError {
  constructor(message = 'Not authorized') {
    super(message, { extensions: { code: 'FORBIDDEN' } });
  }
}
