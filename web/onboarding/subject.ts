import type { OnboardingQuery } from './onboarding.graphql.ts';

/** The subject of the book that is being set up, as far as it is known. */
export type OnboardingSubject = NonNullable<NonNullable<OnboardingQuery['onboarding']>['subject']>;
