import type { OnboardingQuery } from './onboarding.graphql.ts';

type SavedOnboarding = NonNullable<OnboardingQuery['onboarding']>;
export type Step = SavedOnboarding['step'];
export type ForWhom = NonNullable<SavedOnboarding['forWhom']>;

/** The numbered steps in order; DONE follows them. */
export const steps = ['WHO', 'ABOUT', 'PHONE', 'CONSENT', 'FIRST_QUESTION', 'INVITE'] as const;

/** The name of each step in the address. */
const slugs: Record<Step, string> = {
  WHO: 'who',
  ABOUT: 'about',
  PHONE: 'phone',
  CONSENT: 'consent',
  FIRST_QUESTION: 'first-question',
  INVITE: 'invite',
  DONE: 'done',
};

/** The path of a step. */
export function pathOf(step: Step): string {
  return `/onboarding/?step=${slugs[step]}`;
}

/** The name of a step for the step list. */
export function nameOf(step: Step, who: { name: string | null; self: boolean }): string {
  switch (step) {
    case 'WHO':
      return 'Who it is for';
    case 'ABOUT':
      return who.self ? 'About you' : who.name ? `About ${who.name}` : 'About them';
    case 'PHONE':
      return 'Phone and times';
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

/** The current step: the one in the address, otherwise the saved one, but never one whose earlier steps are missing. */
export function currentStep(slug: string | null, saved: SavedOnboarding | null, hasBook: boolean): Step {
  const requested = (Object.keys(slugs) as Step[]).find((step) => slugs[step] === slug);
  const resumed = saved && !saved.finishedAt ? saved.step : 'WHO';
  const step = requested ?? resumed;
  if (hasBook || step === 'WHO') return step;
  return saved?.forWhom || requested === 'ABOUT' ? 'ABOUT' : 'WHO';
}

/** The previous step, or null at the first one. */
export function before(step: Step): Step | null {
  const at = step === 'DONE' ? steps.length : steps.indexOf(step);
  return steps[at - 1] ?? null;
}

/** The later one of two steps. */
export function furthest(one: Step, other: Step): Step {
  const order: readonly Step[] = [...steps, 'DONE'];
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

/** The next step. */
export function after(step: Step): Step {
  return step === 'DONE' ? 'DONE' : (steps[steps.indexOf(step) + 1] ?? 'DONE');
}
