import { builder } from '#api/graphql/builder.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { soundOfWords } from '#api/recordings/addresses.ts';
import { askBook, type BookAnswer } from '../asking/ask-book.ts';

const BookAnswerRef = builder.objectRef<BookAnswer>('BookAnswer').implement({
  description: 'A quote of the subject that answers a question.',
  extensions: { keyFields: { 'messages:read': ['quote', 'start', 'end'] } } satisfies KeyFields,
  fields: (t) => ({
    quote: t.exposeString('quote', { description: 'Their own words.' }),
    start: t.exposeInt('start', { description: 'Where the quote begins in the message, in UTF-16 units.' }),
    end: t.exposeInt('end'),
    message: t.prismaField({
      type: 'Message',
      nullable: true,
      description: 'Null without access to transcripts.',
      extensions: forKeys('messages:read'),
      authScopes: ({ subjectId }) => ({ may: ['READ_TRANSCRIPTS', subjectId] }),
      unauthorizedResolver: () => null,
      resolve: (query, { messageId }) => db.message.findUnique({ ...query, where: { id: messageId } }),
    }),
    conversation: t.prismaField({
      type: 'Conversation',
      nullable: true,
      description: 'Null without access to transcripts.',
      extensions: forKeys('conversations:read'),
      authScopes: ({ subjectId }) => ({ may: ['READ_TRANSCRIPTS', subjectId] }),
      unauthorizedResolver: () => null,
      resolve: (query, { conversationId }) =>
        db.conversation.findUnique({ ...query, where: { id: conversationId } }),
    }),
    card: t.prismaField({
      type: 'Card',
      nullable: true,
      description: 'The story that contains it, for those who may read it.',
      extensions: forKeys('biography:read'),
      resolve: (query, { cardId }) =>
        cardId ? db.card.findUnique({ ...query, where: { id: cardId } }) : null,
    }),
    soundUrl: t.string({
      nullable: true,
      description: 'Address of the sound of the quote; null without a recording.',
      extensions: forKeys('messages:read'),
      resolve: async (answer, _args, ctx) =>
        soundOfWords(ctx.viewer, await ctx.subjectAccess(answer.subjectId), answer),
    }),
  }),
});

builder.prismaObjectField('Subject', 'askBook', (t) =>
  t.field({
    type: [BookAnswerRef],
    description:
      'Answers a question with quotes of the subject: the best first, at most five, empty when they never said it.',
    extensions: forKeys('messages:read'),
    args: { question: t.arg.string({ required: true }) },
    complexity: weighing(1000),
    authScopes: ({ id }) => ({ may: ['READ', id] }),
    unauthorizedResolver: () => [],
    resolve: async ({ id }, input, ctx) => askBook(await ctx.subjectAccess(id), input),
  }),
);
