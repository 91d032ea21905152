import type { OnboardingQuery } from './onboarding.graphql.ts';

/** The book that is being begun, as far as it is told. */
export type OnboardingSubject = NonNullable<NonNullable<OnboardingQuery['onboarding']>['subject']>;
