import { QuestionStatus } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { askQuestion } from './service.ts';

const QuestionStatusEnum = builder.enumType('QuestionStatus', { values: Object.values(QuestionStatus) });

builder.prismaObject('QuestionRequest', {
  description: 'A question that the family asks: the interviewer asks it for them.',
  fields: (t) => ({
    id: t.exposeID('id'),
    text: t.exposeString('text'),
    status: t.expose('status', { type: QuestionStatusEnum }),
    askedBy: t.relation('askedBy', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

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
