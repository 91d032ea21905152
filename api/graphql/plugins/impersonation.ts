import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '#api/graphql/context.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { Forbidden } from '#api/platform/errors.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      impersonation: ImpersonationPlugin<Types>;
    }
  }
}

type Given = { subjectId?: string | null; input?: { subjectId?: string | null } | null };

/** The mutations an admin may run while impersonating; all others are refused. */
const allowed = new Set([
  ...['askQuestion', 'updateSubject', 'saveOnboarding', 'setMessagePrivate', 'seeWellbeingNote'],
  ...['saveCard', 'setCardStatus', 'confirmCard', 'restoreRevision', 'decideProposal'],
]);

/**
 * Records each mutation of an impersonating admin in the audit log under both names before it runs; when the log fails,
 * so does the mutation. Mutations reserved for the person are refused. It runs after the scopes, so that refused
 * mutations are not logged.
 */
export class ImpersonationPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { parentType, name }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (parentType !== 'Mutation') return resolver;
    return async (root, given, context, info) => {
      const { viewer } = context as unknown as Context;
      if (viewer?.impersonatorId) {
        if (!allowed.has(name)) throw new Forbidden();
        const { subjectId, input } = given as Given;
        const about = subjectId ?? input?.subjectId;
        await audit(db, viewer, `impersonating.${name}`, about ? { subjectId: about } : {});
      }
      return resolver(root, given, context, info);
    };
  }
}

SchemaBuilder.registerPlugin('impersonation', ImpersonationPlugin);
