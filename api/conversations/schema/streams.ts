import type { Progress } from '#api/conversations/events.ts';
import {
  type Added,
  followConversations,
  followMessageChanges,
  followMessages,
  followReply,
} from '#api/conversations/live/streams.ts';
import { conversationAt, holdsAt, reads } from '#api/conversations/policy.ts';
import { checkFilter } from '#api/conversations/reads/message-filter.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { type SharedFields, sharedEvents } from '#api/graphql/sockets/sharing.ts';
import { NotFound } from '#api/platform/errors.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { awayDescription } from '#api/subjects/live/away.ts';
import { letThrough } from '#api/subjects/schema/may-follow.ts';
import { ConversationObject } from './conversation.ts';
import { MessageFilterInput } from './filter.ts';
import { MessageObject } from './message.ts';
import { noteReadingAt, noteReadingOf, scopeOf } from './scope.ts';

const MessageAdded = builder.objectRef<Added>('MessageAdded').implement({
  extensions: {
    sharedFields: ['cursor', 'node'],
    keyFields: { 'messages:read': ['cursor', 'node'] },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: MessageObject, resolve: ({ node }) => node }),
  }),
});

const ReplyProgress = builder.objectRef<Progress>('ReplyProgress').implement({
  description: 'The interviewer’s answer as it grows.',
  extensions: {
    sharedFields: ['messageId', 'text', 'done'],
    keyFields: { 'messages:read': ['messageId', 'text', 'done'] },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    messageId: t.exposeID('messageId', { description: 'The id that its message will have.' }),
    text: t.exposeString('text', { description: 'The whole text so far.' }),
    done: t.exposeBoolean('done', { description: 'Whether its message is stored.' }),
  }),
});

builder.subscriptionField('messageAdded', (t) =>
  t.field({
    type: MessageAdded,
    description: 'The messages since the cursor, then new ones, each once and in order.',
    extensions: { ...sharedEvents, ...forKeys('messages:read') },
    args: {
      filter: t.arg({ type: MessageFilterInput }),
      after: t.arg.string({ description: 'A message’s cursor. Without it, only new messages.' }),
    },
    authScopes: async (_root, { filter }, ctx) => (await scopeOf(filter, ctx)).may,
    subscribe: (_root, { filter, after }, ctx) =>
      subscription(async () => {
        const { subjectId } = await scopeOf(filter, ctx);
        await noteReadingOf(filter, 'messages.followed', ctx);
        return followMessages(viewerOf(ctx), checkFilter(filter), subjectId, after ?? null);
      }),
    resolve: (event, _args, ctx) => letThrough(event, ctx).item,
  }),
);

builder.subscriptionField('messageChanged', (t) =>
  t.field({
    type: MessageObject,
    description: 'Messages that became private or readable, were corrected or redacted.',
    extensions: { ...sharedEvents, ...forKeys('messages:read') },
    args: {
      filter: t.arg({ type: MessageFilterInput }),
      awaySeconds: t.arg.int({ description: awayDescription }),
    },
    authScopes: async (_root, { filter }, ctx) => (await scopeOf(filter, ctx)).may,
    subscribe: (_root, { filter, awaySeconds }, ctx) =>
      subscription(async () => {
        const { subjectId } = await scopeOf(filter, ctx);
        await noteReadingOf(filter, 'messages.followed', ctx);
        return followMessageChanges(viewerOf(ctx), checkFilter(filter), subjectId, awaySeconds);
      }),
    resolve: (event, _args, ctx) => letThrough(event, ctx).item,
  }),
);

builder.subscriptionField('conversationChanged', (t) =>
  t.field({
    type: ConversationObject,
    description: 'Conversations of a subject whenever their state, title or writing changes.',
    extensions: { ...sharedEvents, ...forKeys('conversations:read') },
    args: {
      subjectId: t.arg.id({ required: true }),
      awaySeconds: t.arg.int({ description: awayDescription }),
    },
    authScopes: async (_root, { subjectId }, ctx) => {
      const viewer = viewerOf(ctx);
      const subjectAccess = await ctx.subjectAccess(subjectId);
      if (!subjectAccess.sees) throw new NotFound('Subject');
      return subjectAccess.can('READ_TRANSCRIPTS') || holdsAt(viewer, subjectAccess);
    },
    subscribe: (_root, { subjectId, awaySeconds }, ctx) =>
      subscription(async () => {
        await noteReadingAt({ subjectId }, 'call-log.read', ctx);
        return followConversations(viewerOf(ctx), subjectId, awaySeconds);
      }),
    resolve: (event, _args, ctx) => letThrough(event, ctx).item,
  }),
);

builder.subscriptionField('replyProgress', (t) =>
  t.field({
    type: ReplyProgress,
    description: 'The answer of a conversation as it grows; an answer to private words only for the speaker.',
    extensions: { ...sharedEvents, ...forKeys('messages:read') },
    args: { conversationId: t.arg.id({ required: true }) },
    authScopes: async (_root, { conversationId }, ctx) => {
      const viewer = viewerOf(ctx);
      const conversation = await conversationAt(conversationId);
      const subjectAccess = await ctx.subjectAccess(conversation.subjectId);
      if (!reads(viewer, subjectAccess, conversation)) throw new NotFound('Conversation');
      return true;
    },
    subscribe: (_root, { conversationId }, ctx) =>
      subscription(async () => {
        const { subjectId } = await conversationAt(conversationId);
        await noteReadingAt({ subjectId, ofId: conversationId }, 'transcript.read', ctx);
        return followReply(viewerOf(ctx), conversationId);
      }),
    resolve: (event, _args, ctx) => letThrough(event, ctx).item,
  }),
);
