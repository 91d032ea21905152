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

/** An ability, and the subject at which it is needed. */
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
  // Outermost first: what a scope throws can become a member of the result union.
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
  // Only tells what fields cost: what is too much is refused before anything runs.
  complexity: { disabled: true, fieldComplexity: fieldCost },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (ctx) => ({
      public: true,
      signedIn: !!ctx.viewer,
      admin: !!ctx.viewer?.admin,
      key: (rule) => isOpenTo(ctx.viewer, rule),
      may: ([ability, subjectId]) => mayAt(ctx, ability, subjectId),
      // A change that is answered again took from its caller what it needed: they still have to see the book. What
      // names its book no longer, a membership that ended, gives back no more than its own id.
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
    // What one may not see does not exist: not "forbidden", which would tell that it is real.
    if (!subjectAccess?.sees) throw new NotFound('Subject');
    return ability === 'SEE' || subjectAccess.can(ability);
  });
}

builder.queryType();
builder.mutationType();
builder.subscriptionType();
