import type { OnboardingQuery } from './onboarding.graphql.ts';

type Kept = NonNullable<OnboardingQuery['onboarding']>;
export type Step = Kept['step'];
export type ForWhom = NonNullable<Kept['forWhom']>;

/** The steps one counts, in their order; after them one is done. */
export const steps = ['WHO', 'ABOUT', 'PHONE', 'CONSENT', 'FIRST_QUESTION', 'INVITE'] as const;

/** How a step is called in the address. */
const slugs: Record<Step, string> = {
  WHO: 'who',
  ABOUT: 'about',
  PHONE: 'phone',
  CONSENT: 'consent',
  FIRST_QUESTION: 'first-question',
  INVITE: 'invite',
  DONE: 'done',
};

/** The way to a step. */
export function pathOf(step: Step): string {
  return `/onboarding/?step=${slugs[step]}`;
}

/** The name of a step, for the rail. */
export function nameOf(step: Step, who: { name: string | null; self: boolean }): string {
  switch (step) {
    case 'WHO':
      return 'Who it is for';
    case 'ABOUT':
      return who.self ? 'About you' : who.name ? `About ${who.name}` : 'About them';
    case 'PHONE':
      return 'Phone';
    case 'CONSENT':
      return 'Consent';
    case 'FIRST_QUESTION':
      return 'First question';
    case 'INVITE':
      return 'Invite family';
    default:
      return 'Done';
  }
}

/** Where one stands: the step in the address, else the one kept, but never past what was told so far. */
export function currentStep(slug: string | null, kept: Kept | null, hasBook: boolean): Step {
  const asked = (Object.keys(slugs) as Step[]).find((step) => slugs[step] === slug);
  const resumed = kept && !kept.finishedAt ? kept.step : 'WHO';
  const step = asked ?? resumed;
  if (hasBook || step === 'WHO') return step;
  return kept?.forWhom || asked === 'ABOUT' ? 'ABOUT' : 'WHO';
}

/** The step before; null at the first. */
export function before(step: Step): Step | null {
  const at = step === 'DONE' ? steps.length : steps.indexOf(step);
  return steps[at - 1] ?? null;
}

/** The step after. */
export function after(step: Step): Step {
  return step === 'DONE' ? 'DONE' : (steps[steps.indexOf(step) + 1] ?? 'DONE');
}
