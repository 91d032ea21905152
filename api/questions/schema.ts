import { QuestionStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { askQuestion, askQuestionAgain, orderQuestions, removeQuestion } from './service.ts';

const QuestionStatusEnum = builder.enumType('QuestionStatus', { values: Object.values(QuestionStatus) });

builder.prismaObject('QuestionRequest', {
  description: 'A question that the family asks: the interviewer asks it for them.',
  fields: (t) => ({
    id: t.exposeID('id'),
    text: t.exposeString('text'),
    status: t.expose('status', { type: QuestionStatusEnum }),
    position: t.exposeInt('position', {
      description: 'Of the questions that wait, a lower one is asked sooner; of two alike the older one.',
    }),
    tries: t.exposeInt('tries', {
      description:
        'In how many conversations it was put since it was asked, or asked again. After two without an answer it is SKIPPED.',
    }),
    declined: t.exposeBoolean('declined', {
      description: 'The person would rather not answer it. It is SKIPPED, and is not asked again.',
    }),
    askedBy: t.relation('askedBy', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    answeredIn: t.prismaField({
      type: 'Conversation',
      nullable: true,
      description: 'The conversation that answered it; for those who read transcripts.',
      authScopes: ({ subjectId }) => ({ may: ['READ_TRANSCRIPTS', subjectId] }),
      unauthorizedResolver: () => null,
      resolve: (query, { status, conversationId }) =>
        status === 'ANSWERED' && conversationId
          ? db.conversation.findUnique({ ...query, where: { id: conversationId } })
          : null,
    }),
    answerMessageId: t.exposeID('answerMessageId', {
      nullable: true,
      description: 'The message that answered it; for those who read transcripts.',
      authScopes: ({ subjectId }) => ({ may: ['READ_TRANSCRIPTS', subjectId] }),
      unauthorizedResolver: () => null,
    }),
  }),
});

/** The subject of a question, including a removed one; null when there is none. */
async function subjectOfQuestion(id: string): Promise<string | null> {
  const question = await db.questionRequest.findUnique({ where: { id }, select: { subjectId: true } });
  return question?.subjectId ?? null;
}

builder.mutationField('askQuestion', (t) =>
  t.prismaField({
    type: 'QuestionRequest',
    description: 'Asks the subject something through the interviewer.',
    args: { subjectId: t.arg.id({ required: true }), text: t.arg.string({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['ASK', subjectId] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, input, ctx) => {
      const { id } = await askQuestion(viewerOf(ctx), input);
      return db.questionRequest.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('askQuestionAgain', (t) =>
  t.prismaField({
    type: 'QuestionRequest',
    description:
      'Puts a question back in line that was answered, or not answered in two conversations; undoes its removal.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }) => ({ may: ['ASK', await subjectOfQuestion(id)] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, { id }, ctx) => {
      await askQuestionAgain(viewerOf(ctx), id);
      return db.questionRequest.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);

builder.mutationField('orderQuestions', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'The order in which waiting questions are asked; those that are not named come after them.',
    args: { subjectId: t.arg.id({ required: true }), ids: t.arg.idList({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['WRITE', subjectId] }),
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      await orderQuestions(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id: input.subjectId } });
    },
  }),
);

builder.mutationField('removeQuestion', (t) =>
  t.prismaField({
    type: 'QuestionRequest',
    description: 'Takes a question out. For who asked it, and for whoever writes the book.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: async (_root, { id }) => ({ may: ['ASK', await subjectOfQuestion(id)] }),
    errors: {},
    resolve: async (query, _root, { id }, ctx) => {
      await removeQuestion(viewerOf(ctx), id);
      return db.questionRequest.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
