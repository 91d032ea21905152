import { type NextQuestion, nextQuestions } from '#api/conversations/service/next-questions.ts';
import {
  leaveOutQuestion,
  type OwnQuestion,
  orderOwnQuestions,
  ownQuestions,
  putBackQuestion,
  removedOwnQuestions,
  seenBy,
} from '#api/conversations/service/own-questions.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

const NextQuestionRef = builder.objectRef<NextQuestion>('NextQuestion').implement({
  description: 'A family’s question in the words in which the interviewer will ask it.',
  fields: (t) => ({
    text: t.exposeString('text'),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is asked, in the interviewer’s words. Null where a turn has no room for it.',
    }),
    request: t.prismaField({
      type: 'QuestionRequest',
      resolve: (query, { requestId }) =>
        db.questionRequest.findUniqueOrThrow({ ...query, where: { id: requestId } }),
    }),
  }),
});

builder.prismaObjectField('Subject', 'nextQuestions', (t) =>
  t.field({
    type: [NextQuestionRef],
    description: 'The family’s waiting questions, in the order in which the next conversation asks them.',
    resolve: (subject) => nextQuestions(subject),
  }),
);

const OwnQuestionRef = builder.objectRef<OwnQuestion>('OwnQuestion').implement({
  description:
    'A question that the interviewer chose itself, from the question bank or about what is open in the stories.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names it for leaveOutQuestion and orderOwnQuestions.' }),
    text: t.exposeString('text'),
    reason: t.exposeString('reason', { description: 'Why it is chosen, for the family.' }),
  }),
});

const RemovedQuestionRef = builder.objectRef<{ key: string; text: string }>('RemovedQuestion').implement({
  fields: (t) => ({ key: t.exposeString('key'), text: t.exposeString('text') }),
});

function seesOwn({ can }: SubjectAccess): boolean {
  return can('WRITE') && can('READ_TRANSCRIPTS');
}

builder.prismaObjectFields('Subject', (t) => ({
  ownQuestions: t.field({
    type: [OwnQuestionRef],
    // Plans the beginning of a conversation.
    complexity: weighing(100),
    description:
      'The interviewer’s own next questions, after the family’s. The first is asked so in the next conversation; the answers may lead to others before the rest. Empty for those who may not write the book or read transcripts.',
    resolve: async ({ id, status }, _args, ctx) => {
      const subjectAccess = await ctx.subjectAccess(id);
      const isAsked = status !== 'MEMORIAL' && status !== 'DELETED';
      return isAsked && seesOwn(subjectAccess) ? seenBy(subjectAccess, await ownQuestions(id)) : [];
    },
  }),
  removedOwnQuestions: t.field({
    type: [RemovedQuestionRef],
    complexity: weighing(100),
    description:
      'The interviewer’s own questions that the family left out for good; for those who see ownQuestions.',
    resolve: async ({ id }, _args, ctx) => {
      const subjectAccess = await ctx.subjectAccess(id);
      return seesOwn(subjectAccess) ? seenBy(subjectAccess, await removedOwnQuestions(id)) : [];
    },
  }),
}));

builder.mutationField('leaveOutQuestion', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Leaves one of the interviewer’s own questions out of the next conversation, which asks something else, or out of all.',
    args: {
      subjectId: t.arg.id({ required: true }),
      key: t.arg.string({ required: true }),
      forGood: t.arg.boolean({ required: true }),
    },
    authScopes: (_root, { subjectId }) => ({ may: ['WRITE', subjectId] }),
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      await leaveOutQuestion(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id: input.subjectId } });
    },
  }),
);

builder.mutationField('orderOwnQuestions', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Has the interviewer ask these of its own questions, at most three, before its others and in this order, after the family’s. A question that can’t come at its place in the next conversation is refused, such as one that is too long or too heavy to begin with.',
    args: { subjectId: t.arg.id({ required: true }), keys: t.arg.stringList({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['WRITE', subjectId] }),
    errors: { types: [WrongState] },
    resolve: async (query, _root, input, ctx) => {
      await orderOwnQuestions(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id: input.subjectId } });
    },
  }),
);

builder.mutationField('putBackQuestion', (t) =>
  t.prismaField({
    type: 'Subject',
    description: 'Lets the interviewer ask one of its own questions again that was left out.',
    args: { subjectId: t.arg.id({ required: true }), key: t.arg.string({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['WRITE', subjectId] }),
    errors: {},
    resolve: async (query, _root, input, ctx) => {
      await putBackQuestion(viewerOf(ctx), input);
      return db.subject.findUniqueOrThrow({ ...query, where: { id: input.subjectId } });
    },
  }),
);
