import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { db } from '#api/platform/database/database.ts';
import { visibleTo } from '#api/subjects/policy.ts';
import {
  type OnboardingStep,
  onboardingReasons,
  onboardingSteps,
  readReason,
  saveOnboarding,
} from './service.ts';

const OnboardingStepEnum = builder.enumType('OnboardingStep', { values: onboardingSteps });
const OnboardingForEnum = builder.enumType('OnboardingFor', { values: onboardingReasons });

builder.prismaObject('Onboarding', {
  description: 'Where the caller stands in the onboarding.',
  fields: (t) => ({
    step: t.field({ type: OnboardingStepEnum, resolve: ({ step }) => step as OnboardingStep }),
    forWhom: t.field({
      type: OnboardingForEnum,
      nullable: true,
      resolve: ({ answers }) => readReason(answers),
    }),
    subject: t.prismaField({
      type: 'Subject',
      nullable: true,
      resolve: (query, { subjectId }, _args, ctx) =>
        subjectId
          ? db.subject.findFirst({ ...query, where: { AND: [{ id: subjectId }, visibleTo(viewerOf(ctx))] } })
          : null,
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.queryField('onboarding', (t) =>
  t.prismaField({
    type: 'Onboarding',
    nullable: true,
    description: 'Where the caller left the onboarding; null before the first step.',
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, ctx) =>
      db.onboarding.findUnique({ ...query, where: { userId: viewerOf(ctx).userId } }),
  }),
);

const SaveOnboardingInput = builder.inputType('SaveOnboardingInput', {
  fields: (t) => ({
    step: t.field({ type: OnboardingStepEnum, required: true }),
    forWhom: t.field({ type: OnboardingForEnum }),
    subjectId: t.id(),
    finished: t.boolean(),
  }),
});

builder.mutationField('saveOnboarding', (t) =>
  t.prismaField({
    type: 'Onboarding',
    description: 'Remembers a step of the onboarding, to be taken up there.',
    args: { input: t.arg({ type: SaveOnboardingInput, required: true }) },
    authScopes: { signedIn: true },
    errors: {},
    resolve: async (query, _root, { input }, ctx) => {
      await saveOnboarding(viewerOf(ctx), input);
      return db.onboarding.findUniqueOrThrow({ ...query, where: { userId: viewerOf(ctx).userId } });
    },
  }),
);
