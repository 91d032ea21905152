import { callNow } from '#api/calls/service/place.ts';
import { ConsentMissing } from '#api/consent/errors.ts';
import { ConversationClosed } from '#api/conversations/errors.ts';
import { conversationAt, mayEnd, mayUndoPrivate, messageAt, reads, sees } from '#api/conversations/policy.ts';
import { readConversation } from '#api/conversations/reads/conversation.ts';
import { isKept } from '#api/conversations/reads/text-for.ts';
import { beginConversation } from '#api/conversations/service/begin.ts';
import { correctMessage } from '#api/conversations/service/correct.ts';
import { endConversation } from '#api/conversations/service/end.ts';
import { setMessagePrivate } from '#api/conversations/service/privacy.ts';
import { say } from '#api/conversations/service/say.ts';
import { builder } from '#api/graphql/builder.ts';
import { type Context, viewerOf } from '#api/graphql/context.ts';
import { UserError } from '#api/graphql/errors.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { forKeys } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import type { Ability } from '#api/subjects/policy.ts';
import { ChannelEnum, ConversationObject } from './conversation.ts';
import { MessageObject } from './message.ts';

builder.objectType(ConversationClosed, {
  name: 'ConversationClosed',
  description: 'The conversation has ended, and nothing of the attempt was stored.',
  interfaces: [UserError],
  fields: (t) => ({ endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }) }),
});

const BeginConversationInput = builder.inputType('BeginConversationInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    channel: t.field({ type: ChannelEnum, required: true }),
    together: t.boolean({ description: 'A family member sits at the subject’s side.' }),
  }),
});

const RecordedInput = builder.inputType('RecordedInput', {
  description: 'The position of the words in the browser’s recording.',
  fields: (t) => ({
    takeId: t.id({ required: true, description: 'The id of the take, as in its pieces.' }),
    startMs: t.int({ required: true, description: 'Milliseconds from the beginning of the take.' }),
    endMs: t.int({ required: true }),
  }),
});

const SayInput = builder.inputType('SayInput', {
  fields: (t) => ({
    conversationId: t.id({ required: true }),
    text: t.string({ required: true }),
    clientMessageId: t.string({
      required: true,
      description: 'Repeating the same id returns the same message.',
    }),
    recorded: t.field({ type: RecordedInput }),
  }),
});

/** Whether the caller may end it; throws `NotFound` for those who may not see it. */
async function mayEndAt(id: string, ctx: Context): Promise<boolean> {
  const viewer = viewerOf(ctx);
  const conversation = await conversationAt(id);
  const subjectAccess = await ctx.subjectAccess(conversation.subjectId);
  if (!sees(viewer, subjectAccess, conversation)) throw new NotFound('Conversation');
  return mayEnd(viewer, subjectAccess, conversation);
}

/**
 * Whether the caller has the ability for a message; throws `NotFound` for those who may not read it. What is kept from
 * them they don't change.
 */
async function mayAtMessage(
  id: string,
  ctx: Context,
  abilityFor: (message: { private: boolean }) => Ability,
) {
  const viewer = viewerOf(ctx);
  const message = await messageAt(id);
  const subjectAccess = await ctx.subjectAccess(message.subjectId);
  if (!reads(viewer, subjectAccess, message.conversation)) throw new NotFound('Message');
  return subjectAccess.can(abilityFor(message)) && !(await isKept({ id, ...message }, ctx));
}

async function mayUndoAt(id: string, ctx: Context): Promise<boolean> {
  const { subjectId } = await messageAt(id);
  return mayUndoPrivate(viewerOf(ctx), await ctx.subjectAccess(subjectId), id);
}

builder.queryField('conversation', (t) =>
  t.field({
    extensions: forKeys('conversations:read'),
    type: ConversationObject,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    authScopes: { public: true },
    resolve: async (_root, { id }, ctx) => {
      const read = ctx.viewer && (await readConversation(ctx.viewer, id));
      if (!read) return null;
      concerning(id);
      const { conversation, subjectAccess } = read;
      ctx.cacheAccess(subjectAccess);
      return sees(ctx.viewer, subjectAccess, conversation) ? conversation : null;
    },
  }),
);

builder.mutationField('beginConversation', (t) =>
  t.prismaField({
    type: 'Conversation',
    description:
      'Begins a conversation, or returns the one that is already live. With PHONE the subject’s phone rings.',
    args: { input: t.arg({ type: BeginConversationInput, required: true }) },
    authScopes: (_root, { input }) => ({ may: ['CONVERSE', input.subjectId] }),
    errors: { types: [WrongState, ConsentMissing] },
    resolve: async (query, _root, { input }, ctx) => {
      const { subjectId, channel, together } = input;
      if (channel === 'RECORDING')
        throw new InvalidInput([{ path: 'channel', message: 'must be PHONE, SMS or WEB' }]);
      const { id } =
        channel === 'PHONE'
          ? await callNow(viewerOf(ctx), subjectId)
          : await beginConversation(viewerOf(ctx), { subjectId, channel, together });
      return db.conversation.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('say', (t) =>
  t.field({
    type: MessageObject,
    description: 'Stores what the person says before it returns; the answer comes by subscription.',
    args: { input: t.arg({ type: SayInput, required: true }) },
    // Costs more because an answer is made.
    complexity: weighing(100),
    // `say` checks who may speak, in the statement that reads the history.
    authScopes: { signedIn: true },
    errors: { types: [ConversationClosed] },
    resolve: async (_root, { input }, ctx) => {
      const { message, subjectAccess } = await say(viewerOf(ctx), ctx.origin, input);
      ctx.cacheAccess(subjectAccess);
      return message;
    },
  }),
);

builder.mutationField('endConversation', (t) =>
  t.prismaField({
    type: 'Conversation',
    description:
      'Ends it, for those who speak in it. If no member holds it, also for those who manage the book, or for a phone call those who schedule calls. An ended one is not changed.',
    args: { id: t.arg.id({ required: true }) },
    // Costs more because the writer starts.
    complexity: weighing(1000),
    authScopes: (_root, { id }, ctx) => mayEndAt(id, ctx),
    errors: {},
    resolve: async (query, _root, { id }, ctx) => {
      await endConversation(viewerOf(ctx), id);
      return db.conversation.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('setMessagePrivate', (t) =>
  t.prismaField({
    type: 'Message',
    description:
      'Family and subject can make it private. Only the subject can make it readable again, and for ten minutes the member who made it private.',
    args: { id: t.arg.id({ required: true }), private: t.arg.boolean({ required: true }) },
    authScopes: async (_root, args, ctx) =>
      (await mayAtMessage(args.id, ctx, () => (args.private ? 'MAKE_PRIVATE' : 'RELEASE'))) ||
      (!args.private && (await mayUndoAt(args.id, ctx))),
    errors: {},
    resolve: async (query, _root, args, ctx) => {
      const { subjectId } = await messageAt(args.id);
      const { self: bySelf } = await ctx.subjectAccess(subjectId);
      await setMessagePrivate(viewerOf(ctx), { id: args.id, isPrivate: args.private, bySelf });
      return db.message.findUniqueOrThrow({ ...query, where: { id: args.id } });
    },
  }),
);

builder.mutationField('correctMessage', (t) =>
  t.prismaField({
    type: 'Message',
    description: 'Corrects misheard words; the words as first heard are kept.',
    args: { id: t.arg.id({ required: true }), text: t.arg.string({ required: true }) },
    // Private words may be corrected only by those who can read them.
    authScopes: (_root, { id }, ctx) =>
      mayAtMessage(id, ctx, (message) => (message.private ? 'READ_PRIVATE' : 'WRITE')),
    errors: {},
    resolve: async (query, _root, { id, text }) => {
      await correctMessage({ id, text });
      return db.message.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
