import { CodeRefused, TooManyCodes } from '#api/accounts/phones/errors.ts';
import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { weighing } from '#api/graphql/limits/cost.ts';
import { db } from '#api/platform/database/database.ts';
import { WrongState } from '#api/platform/errors.ts';
import { askToBeSubject, becomeSubject } from '../claim.ts';

const SubjectCodeSent = builder.objectRef<{ expiresAt: Date }>('SubjectCodeSent').implement({
  description: 'Six digits are on their way to the phone of the subject, which is not told here.',
  fields: (t) => ({ expiresAt: t.expose('expiresAt', { type: 'DateTime' }) }),
});

builder.mutationField('askToBeSubject', (t) =>
  t.field({
    type: SubjectCodeSent,
    description: 'For a member who is the person themself: texts six digits to the phone of the subject.',
    complexity: weighing(100),
    args: { subjectId: t.arg.id({ required: true }) },
    authScopes: (_root, { subjectId }) => ({ may: ['CLAIM', subjectId] }),
    errors: { types: [WrongState, TooManyCodes] },
    resolve: (_root, input, ctx) => askToBeSubject(viewerOf(ctx), input),
  }),
);

const BecomeSubjectInput = builder.inputType('BecomeSubjectInput', {
  fields: (t) => ({
    subjectId: t.id({ required: true }),
    code: t.string({ required: true, description: 'The six digits that came to the phone of the subject.' }),
  }),
});

builder.mutationField('becomeSubject', (t) =>
  t.prismaField({
    type: 'Subject',
    description:
      'Makes the account of a member that of the person themself, by the code sent to their phone.',
    complexity: weighing(100),
    args: { input: t.arg({ type: BecomeSubjectInput, required: true }) },
    authScopes: (_root, { input }) => ({ mayChange: ['CLAIM', input.subjectId] }),
    errors: { types: [WrongState, CodeRefused] },
    resolve: async (query, _root, { input }, ctx) => {
      const { id } = await becomeSubject(viewerOf(ctx), input);
      ctx.invalidateAccess(id);
      return db.subject.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
