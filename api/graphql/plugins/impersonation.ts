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

/** What an admin may change while they act as somebody; whatever is not named here is refused. */
const allowed = new Set([
  ...['askQuestion', 'updateSubject', 'saveOnboarding', 'setMessagePrivate', 'seeWellbeingNote'],
  ...['saveCard', 'setCardStatus', 'confirmCard', 'restoreRevision', 'decideProposal'],
]);

/**
 * Writes down under both names whatever an admin changes while they act as somebody, before it is changed: it stands
 * in the log or it doesn't happen. What nobody but the person changes is refused. Comes after the scopes, so that what is refused is not in it.
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
