import { type NextQuestion, nextQuestions } from '#api/conversations/service/next-questions.ts';
import { builder } from '#api/graphql/builder.ts';
import { db } from '#api/platform/database/database.ts';

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
