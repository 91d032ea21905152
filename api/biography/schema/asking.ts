import { builder } from '#api/graphql/builder.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { forKeys, type KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { db } from '#api/platform/database/database.ts';
import { soundOfWords } from '#api/recordings/addresses.ts';
import { askBook, type BookAnswer } from '../asking/ask-book.ts';
import { findStories, type StoryMatch } from '../asking/find-stories.ts';
import { readingWords } from './drafts.ts';

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
      'Answers a question with quotes of the subject: the best first, at most five, empty when they never said it. Without a question mark, up to four words are searched for.',
    extensions: forKeys('messages:read'),
    args: { question: t.arg.string({ required: true }) },
    complexity: weighing(1000),
    authScopes: ({ id }) => ({ may: ['READ', id] }),
    unauthorizedResolver: () => [],
    resolve: async ({ id }, input, ctx) => askBook(await ctx.subjectAccess(id), input),
  }),
);

const StoryMatchRef = builder.objectRef<StoryMatch>('StoryMatch').implement({
  description: 'A story that contains the words of a search, or answers it.',
  extensions: { keyFields: { 'biography:read': ['text', 'inOtherWords', 'card'] } } satisfies KeyFields,
  fields: (t) => ({
    text: t.string({
      nullable: true,
      description:
        'The first sentence that contains them, or the answer; null when only the title contains them.',
      resolve: ({ subjectId, status, text }, _args, ctx) =>
        readingWords({ subjectId, status }, ctx, async () => text),
    }),
    inOtherWords: t.exposeBoolean('inOtherWords', {
      description:
        'It doesn’t contain all main words of the search, but what was written by hand in it answers it.',
    }),
    card: t.prismaField({
      type: 'Card',
      resolve: (query, { cardId }) => db.card.findUniqueOrThrow({ ...query, where: { id: cardId } }),
    }),
  }),
});

builder.prismaObjectField('Subject', 'findStories', (t) =>
  t.field({
    type: [StoryMatchRef],
    description:
      'The stories whose title, or one of whose sentences, contains the main words of a search, then those that answer it by what was written by hand in them: at most ten. Answers are found in other words than the search’s, in Spanish by other forms of its words.',
    extensions: forKeys('biography:read'),
    args: { search: t.arg.string({ required: true }) },
    complexity: weighing(1000),
    authScopes: ({ id }) => ({ may: ['READ', id] }),
    unauthorizedResolver: () => [],
    resolve: async ({ id }, input, ctx) => findStories(await ctx.subjectAccess(id), input),
  }),
);
