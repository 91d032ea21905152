import type { GraphQLResolveInfo } from 'graphql';
import { ProofNeeded } from '#api/accounts/errors.ts';
import { checkFilter } from '#api/conversations/reads/message-filter.ts';
import { type Along, briefConversation } from '#api/conversations/reads/message-row.ts';
import { readMessages } from '#api/conversations/reads/messages.ts';
import { connectionOf, sliceOf } from '#api/conversations/reads/page.ts';
import { MessageFilterInput } from '#api/conversations/schema/filter.ts';
import { MessageObject } from '#api/conversations/schema/message.ts';
import { noteReadingOf, scopeOf } from '#api/conversations/schema/scope.ts';
import { noteReadings } from '#api/conversations/service/note-reading.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { forKeys } from '#api/graphql/limits/key-scopes.ts';
import { fieldsAskedFor } from '#api/graphql/selection.ts';
import { type RevealedMessage, revealMessage } from './service.ts';

builder.queryField('messages', (t) =>
  t.connection(
    {
      extensions: forKeys('messages:read'),
      type: MessageObject,
      description:
        'Newest first. Admins see every message; others name a subject whose transcripts they may read.',
      args: { filter: t.arg({ type: MessageFilterInput }) },
      authScopes: async (_root, { filter }, ctx) => (await scopeOf(filter, ctx)).may,
      resolve: async (_root, { filter, ...page }, ctx, info) => {
        const slice = sliceOf(page);
        const along = alongOf(info);
        const { rows, subjectAccesses } = await readMessages(
          viewerOf(ctx),
          checkFilter(filter),
          slice,
          along,
        );
        for (const subjectAccess of subjectAccesses) ctx.cacheAccess(subjectAccess);
        if (subjectAccesses.length) await noteReadings(ctx.viewer, 'messages.read', subjectAccesses);
        else await noteReadingOf(filter, 'messages.read', ctx);
        return connectionOf(rows, slice);
      },
    },
    { name: 'MessageConnection' },
    { name: 'MessageEdge' },
  ),
);

/** The fields the document selects of each message's conversation and subject, so that the page is one statement. */
function alongOf(info: GraphQLResolveInfo): Along {
  const conversation = fieldsAskedFor(info, 'edges', 'node', 'conversation');
  const subject = fieldsAskedFor(info, 'edges', 'node', 'subject');
  return {
    conversation: isWithin(conversation, ['id', '__typename'])
      ? 'none'
      : isWithin(conversation, [...briefConversation, '__typename'])
        ? 'brief'
        : 'whole',
    subject: isWithin(subject, ['id', 'fullName', 'preferredName', '__typename']) ? 'brief' : 'whole',
  };
}

function isWithin(asked: ReadonlySet<string>, names: readonly string[]): boolean {
  return asked.isSubsetOf(new Set(names));
}

const Revealed = builder.objectRef<RevealedMessage>('RevealedMessage').implement({
  fields: (t) => ({ id: t.exposeID('id'), text: t.exposeString('text') }),
});

builder.mutationField('revealMessage', (t) =>
  t.field({
    type: Revealed,
    description:
      'The words of a private message, or of one that is kept for others, for a reason that the audit log keeps. For admins who signed in or gave their password within the hour.',
    args: {
      id: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true, description: 'At least 10 characters.' }),
    },
    authScopes: { admin: true },
    errors: { types: [ProofNeeded] },
    resolve: (_root, args, ctx) => revealMessage(viewerOf(ctx), args),
  }),
);
