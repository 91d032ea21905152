import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type PrismaTypes from '#api/generated/pothos-types.ts';
import { getDatamodel } from '#api/generated/pothos-types.ts';
import { db } from '#api/platform/database/database.ts';
import { Forbidden, InvalidInput, NotFound, Unauthorized } from '#api/platform/errors.ts';
import { soon } from '#api/platform/events/take.ts';
import { isIdempotentReplay } from '#api/platform/observability/scope.ts';
import type { Ability } from '#api/subjects/policy.ts';
import type { Context } from './context.ts';
import { fieldCost } from './limits/cost.ts';
import { isOpenTo, type KeyRule } from './limits/key-scopes.ts';
import './plugins/impersonation.ts';
import './plugins/key-scopes.ts';
import './plugins/row-ids.ts';

/** An ability and the subject it is needed for. */
export type May = readonly [ability: Ability | 'SEE', subjectId: string | null];

export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  AuthScopes: {
    public: boolean;
    signedIn: boolean;
    admin: boolean;
    may: May;
    mayChange: May;
    key: KeyRule | null;
  };
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Edtf: { Input: string; Output: string };
  };
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
}>({
  // Outermost first: an error thrown by a scope can become a member of the result union.
  plugins: [
    'keyScopes',
    ErrorsPlugin,
    ScopeAuthPlugin,
    RelayPlugin,
    ComplexityPlugin,
    PrismaPlugin,
    'impersonation',
    'rowIds',
  ],
  defaultFieldNullability: false,
  prisma: {
    client: () => db,
    dmmf: getDatamodel(),
    onUnusedQuery: null,
    maxConnectionSize: 100,
    defaultConnectionSize: 25,
  },
  relay: { nodeQueryOptions: false, nodesQueryOptions: false, cursorType: 'String' },
  errors: {
    directResult: true,
    defaultTypes: [InvalidInput, NotFound],
    defaultResultOptions: {},
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName[0]?.toUpperCase()}${fieldName.slice(1)}Result`,
    },
  },
  // Only defines the cost of fields; limits.ts and cost.ts refuse an operation before it runs.
  complexity: { disabled: true, fieldComplexity: fieldCost },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (ctx) => ({
      public: true,
      signedIn: !!ctx.viewer,
      admin: !!ctx.viewer?.admin,
      key: (rule) => isOpenTo(ctx.viewer, rule),
      may: ([ability, subjectId]) => mayAt(ctx, ability, subjectId),
      // A replayed change passed its checks before; the caller must still see the subject. A membership that has ended
      // no longer names its subject, and returns only its own id.
      mayChange([ability, subjectId]) {
        if (!isIdempotentReplay()) return mayAt(ctx, ability, subjectId);
        return subjectId === null ? !!ctx.viewer : mayAt(ctx, 'SEE', subjectId);
      },
    }),
    unauthorizedError: (_parent, ctx) => (ctx.viewer ? new Forbidden() : new Unauthorized()),
  },
});

function mayAt(ctx: Context, ability: May[0], subjectId: string | null) {
  if (!ctx.viewer) return false;
  return soon(subjectId === null ? null : ctx.subjectAccess(subjectId), (subjectAccess) => {
    // A subject the viewer may not see is "not found": "forbidden" would reveal that it exists.
    if (!subjectAccess?.sees) throw new NotFound('Subject');
    return ability === 'SEE' || subjectAccess.can(ability);
  });
}

builder.queryType();
builder.mutationType();
builder.subscriptionType();
