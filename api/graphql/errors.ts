import {
  type DomainError,
  type ErrorCode,
  InvalidInput,
  type Issue,
  LimitReached,
  NotFound,
  WrongState,
} from '#api/platform/errors.ts';
import { builder } from './builder.ts';
import type { KeyFields } from './limits/key-scopes.ts';

const codes: ErrorCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'UNPROCESSABLE_ENTITY',
  'EXPECTATION_FAILED',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
];

const ErrorCodeEnum = builder.enumType('ErrorCode', { values: codes });

export const UserError = builder.interfaceRef<DomainError>('UserError').implement({
  description: 'A refusal that the caller can act on. Nothing was changed.',
  extensions: { keyFields: { any: ['code', 'message', 'path'] } } satisfies KeyFields,
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeEnum }),
    message: t.exposeString('message'),
    path: t.stringList({
      description: 'The way to the first offending field of the input.',
      resolve: (error) => error.field,
    }),
  }),
});

const InputIssue = builder.objectRef<Issue>('InputIssue').implement({
  extensions: { keyFields: { any: ['path', 'message'] } } satisfies KeyFields,
  fields: (t) => ({ path: t.exposeString('path'), message: t.exposeString('message') }),
});

builder.objectType(InvalidInput, {
  name: 'InvalidInput',
  interfaces: [UserError],
  extensions: { keyFields: { any: ['issues'] } } satisfies KeyFields,
  fields: (t) => ({ issues: t.field({ type: [InputIssue], resolve: (error) => error.issues }) }),
});

builder.objectType(NotFound, { name: 'NotFound', interfaces: [UserError] });

builder.objectType(WrongState, {
  name: 'WrongState',
  description: 'Not possible in the state things are in: memorial, deleted, already done.',
  interfaces: [UserError],
});

builder.objectType(LimitReached, {
  name: 'LimitReached',
  description: 'One of the product’s numbers is reached.',
  interfaces: [UserError],
  extensions: { keyFields: { any: ['limit'] } } satisfies KeyFields,
  fields: (t) => ({ limit: t.exposeInt('limit') }),
});
