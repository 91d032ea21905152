import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { reads } from '#api/conversations/policy.ts';
import { readCardsOf } from '#api/conversations/reads/cards.ts';
import { type ConversationRow, readWritten } from '#api/conversations/reads/conversation.ts';
import type { MessageRow } from '#api/conversations/reads/message-row.ts';
import { connectionOf, sliceOf } from '#api/conversations/reads/page.ts';
import { findConversations } from '#api/conversations/reads/search.ts';
import { readTranscript } from '#api/conversations/reads/transcript.ts';
import { noteReading } from '#api/conversations/service/note-reading.ts';
import type { Conversation, Message, Subject } from '#api/generated/prisma/client.ts';
import { Channel, ConversationStatus, WritingState } from '#api/generated/prisma/enums.ts';
import { batch } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import type { Context } from '#api/graphql/context.ts';
import { searching } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { asksOnly } from '#api/graphql/selection.ts';
import type { SharedFields } from '#api/graphql/sockets/sharing.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { SubjectRef } from '#api/subjects/schema/subject.ts';
import {
  type AnswerMaker,
  answerMakersOf,
  askedByInWords,
  writtenByInWords,
} from '#api/writer/versions/made-by.ts';
import { MessageObject } from './message.ts';

export const ChannelEnum = builder.enumType('Channel', { values: Object.values(Channel) });
const ConversationStatusEnum = builder.enumType('ConversationStatus', {
  values: Object.values(ConversationStatus),
});
const WritingStateEnum = builder.enumType('WritingState', { values: Object.values(WritingState) });

const asksForId = asksOnly('id');
const asksForNames = asksOnly('id', 'fullName', 'preferredName');
const asksForTitles = asksOnly('id', 'title', 'status');

/** A conversation that may carry the names that a frequent read loaded. */
type Known = Conversation & Partial<Pick<ConversationRow, 'beside'>> & { mayBeKept?: boolean };

/**
 * Whether the caller may read what a conversation was about: not when an audience keeps words of it from them. A read by
 * the team is recorded.
 */
async function isRead(conversation: Known, ctx: Context): Promise<boolean> {
  const subjectAccess = await ctx.subjectAccess(conversation.subjectId);
  if (!reads(ctx.viewer, subjectAccess, conversation)) return false;
  await noteReading(ctx.viewer, 'call-log.read', subjectAccess);
  if (subjectAccess.reach === 'ALL' || conversation.mayBeKept === false) return true;
  return batch(ctx, 'whole conversation', { id: conversation.id, subjectAccess }, areWhole);
}

/** Whether no audience keeps words of these conversations from those who stand so. */
async function areWhole(asked: readonly { id: string; subjectAccess: SubjectAccess }[]): Promise<boolean[]> {
  const { conversationIds } = await wordsKeptFrom(
    asked.map(({ subjectAccess }) => subjectAccess),
    asked.map(({ id }) => id),
  );
  return asked.map(({ id }) => !conversationIds.has(id));
}

function namesOf(id: string) {
  return db.subject.findUniqueOrThrow({ where: { id }, select: { fullName: true, preferredName: true } });
}

const AnswerMakerRef = builder.objectRef<AnswerMaker>('AnswerMaker').implement({
  description: 'What made answers of a conversation.',
  fields: (t) => ({
    madeBy: t.exposeString('madeBy', {
      description: 'The model, and the version of the agent prompt that it followed.',
    }),
    seqs: t.exposeIntList('seqs', { description: 'The `seq` of each of these messages.' }),
  }),
});

/** One call, SMS exchange or browser talk. Only those who may read it see what was said. */
export const ConversationObject = builder.prismaObject('Conversation', {
  description: 'One call, SMS exchange or browser talk with a subject.',
  extensions: {
    sharedFields: [
      ...['id', 'status', 'channel', 'title', 'summary', 'writing', 'together', 'heldBy', 'interviewer'],
      ...['startedAt', 'endedAt', 'durationSeconds', 'messageCount', 'subject', 'refusedSentences'],
      'writtenSentences',
    ],
    keyFields: {
      'conversations:read': [
        ...['id', 'status', 'channel', 'title', 'summary', 'writing', 'together', 'heldBy', 'interviewer'],
        ...['startedAt', 'endedAt', 'durationSeconds', 'messageCount', 'subject'],
      ],
      'biography:read': ['cards'],
    },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: ConversationStatusEnum }),
    channel: t.expose('channel', { type: ChannelEnum }),
    title: t.string({
      nullable: true,
      resolve: async (conversation, _args, ctx) =>
        (await isRead(conversation, ctx)) ? conversation.title : null,
    }),
    summary: t.string({
      nullable: true,
      resolve: async (conversation, _args, ctx) =>
        (await isRead(conversation, ctx)) ? conversation.summary : null,
    }),
    writing: t.expose('writing', {
      type: WritingStateEnum,
      nullable: true,
      description: 'The writer’s progress. Null before the end, and when nothing is written.',
    }),
    together: t.exposeBoolean('together', { description: 'A family member sat at the subject’s side.' }),
    heldBy: t.relation('heldBy', { nullable: true }),
    interviewer: t.exposeString('interviewer'),
    askedBy: t.string({
      nullable: true,
      description: 'The interviewer and the version of the agent prompt that it followed. For admins.',
      resolve: ({ id }, _args, ctx) => (ctx.viewer?.admin ? batch(ctx, 'askedBy', id, askedByInWords) : null),
    }),
    answerMakers: t.field({
      type: [AnswerMakerRef],
      description: 'What made each of its answers, the first to answer first. For admins; empty for others.',
      resolve: ({ id }, _args, ctx) =>
        ctx.viewer?.admin ? batch(ctx, 'makers of answers', id, answerMakersOf) : [],
    }),
    writtenBy: t.string({
      nullable: true,
      description:
        'The model that wrote its stories and the versions of the prompts that it followed. For admins.',
      resolve: ({ id }, _args, ctx) =>
        ctx.viewer?.admin ? batch(ctx, 'writtenBy', id, writtenByInWords) : null,
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    durationSeconds: t.int({
      nullable: true,
      resolve: ({ startedAt, endedAt }) =>
        startedAt && endedAt ? Math.round((endedAt.getTime() - startedAt.getTime()) / 1000) : null,
    }),
    messageCount: t.exposeInt('lastSeq', { description: 'All messages, private ones too.' }),
    subject: t.field({
      type: SubjectRef,
      resolve: ({ subjectId: id, beside }: Known, _args, _ctx, info) =>
        (beside ? asksForNames : asksForId)(info)
          ? ({ id, ...beside } as Subject)
          : db.subject.findUniqueOrThrow({ where: { id } }),
    }),
    refusedSentences: t.int({
      description: 'Sentences that the grounding check refused; 0 for those who may not write.',
      authScopes: ({ subjectId }) => ({ may: ['WRITE', subjectId], admin: true }),
      unauthorizedResolver: () => 0,
      resolve: async ({ id }, _args, ctx) => (await batch(ctx, 'written', id, readWritten)).refused,
    }),
    writtenSentences: t.int({
      description: 'Written sentences that passed the grounding check; 0 for those who may not write.',
      authScopes: ({ subjectId }) => ({ may: ['WRITE', subjectId], admin: true }),
      unauthorizedResolver: () => 0,
      resolve: async ({ id }, _args, ctx) => (await batch(ctx, 'written', id, readWritten)).held,
    }),
    cards: t.prismaField({
      type: ['Card'],
      description: 'The cards that were written from it and that the caller may see.',
      resolve: async (query, { id, subjectId }, _args, ctx, info) => {
        const subjectAccess = await ctx.subjectAccess(subjectId);
        // Transcripts usually need only the titles of the stories.
        if (asksForTitles(info)) {
          return batch(ctx, 'cards of conversation', { conversationId: id, subjectAccess }, readCardsOf);
        }
        const visible = visibleCards(subjectAccess);
        const writtenFromIt = { subjectId, revisions: { some: { conversationId: id } } };
        return db.card.findMany({
          ...query,
          where: { AND: [writtenFromIt, visible] },
          orderBy: { createdAt: 'asc' },
        });
      },
    }),
  }),
});

builder.objectField(MessageObject, 'conversation', (t) =>
  t.field({
    type: ConversationObject,
    extensions: forKeys('messages:read'),
    resolve: (message: Message & Partial<Pick<MessageRow, 'conversation'>>, _args, _ctx, info) => {
      const { conversationId: id, conversation } = message;
      if (asksForId(info)) return { id } as Conversation;
      return conversation ?? db.conversation.findUniqueOrThrow({ where: { id } });
    },
  }),
);

builder.objectField(ConversationObject, 'messages', (t) =>
  t.connection(
    {
      type: MessageObject,
      description: 'Oldest first; empty for those who may not read them.',
      extensions: forKeys('messages:read'),
      resolve: async (conversation, args, ctx) => {
        const slice = sliceOf(args);
        const { id, subjectId } = conversation;
        const subjectAccess = await ctx.subjectAccess(subjectId);
        if (!reads(ctx.viewer, subjectAccess, conversation)) return connectionOf([], slice);
        await noteReading(ctx.viewer, 'transcript.read', subjectAccess, id);
        const names = (conversation as Known).beside ?? (await namesOf(subjectId));
        return connectionOf(await readTranscript(conversation, names, slice), slice);
      },
    },
    { name: 'ConversationMessagesConnection' },
    { name: 'ConversationMessagesConnectionEdge' },
  ),
);

builder.prismaObjectField('Subject', 'conversations', (t) =>
  t.prismaConnection(
    {
      type: 'Conversation',
      cursor: 'id',
      description: 'Newest first; empty for those who may not read transcripts.',
      extensions: forKeys('conversations:read'),
      args: {
        search: t.arg.string({ description: 'Words that were said or that are in a title or summary.' }),
      },
      complexity: searching,
      resolve: async (query, { id }, { search }, ctx) => {
        const subjectAccess = await ctx.subjectAccess(id);
        if (!subjectAccess.can('READ_TRANSCRIPTS')) return [];
        await noteReading(ctx.viewer, 'call-log.read', subjectAccess);
        return db.conversation.findMany({
          ...query,
          where: { subjectId: id, ...(await findConversations(subjectAccess, search)) },
          orderBy: [{ happenedAt: 'desc' }, { id: 'desc' }],
        });
      },
    },
    { name: 'SubjectConversationsConnection' },
    { name: 'SubjectConversationsConnectionEdge' },
  ),
);
