import { type NextQuestion, nextQuestions } from '#api/conversations/service/next-questions.ts';
import { builder } from '#api/graphql/builder.ts';
import { db } from '#api/platform/database/database.ts';

const NextQuestionRef = builder.objectRef<NextQuestion>('NextQuestion').implement({
  description: 'A question of the family as the interviewer will put it.',
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
    description: 'What the next conversation asks first, in order: the family’s questions that wait.',
    resolve: (subject) => nextQuestions(subject),
  }),
);
