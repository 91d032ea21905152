import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { ownTo } from '#api/subjects/policy.ts';

/** The steps of the onboarding, in their order. */
export const onboardingSteps = [
  ...(['WHO', 'ABOUT', 'PHONE', 'CONSENT', 'FIRST_QUESTION', 'INVITE', 'DONE'] as const),
] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

export const onboardingReasons = ['LOVED_ONE', 'MYSELF', 'GIFT'] as const;
export type OnboardingReason = (typeof onboardingReasons)[number];

const SaveOnboarding = z.object({
  step: z.enum(onboardingSteps),
  forWhom: z.enum(onboardingReasons).nullish(),
  subjectId: z.string().nullish(),
  finished: z.boolean().nullish(),
});

/**
 * Remembers where somebody stands in the onboarding, so that they go on from there. What is left out stays;
 * `finished: false` begins anew, for another subject.
 */
export async function saveOnboarding(viewer: Viewer, input: z.input<typeof SaveOnboarding>) {
  const { step, forWhom, subjectId, finished } = parse(SaveOnboarding, input);
  if (subjectId) {
    const own = await db.subject.count({ where: { AND: [{ id: subjectId }, ownTo(viewer)] } });
    if (!own) throw new NotFound('Subject', ['subjectId']);
  }
  const kept = await db.onboarding.findUnique({ where: { userId: viewer.userId } });
  const anew = finished === false && kept?.finishedAt;
  const data = {
    step,
    answers: { forWhom: forWhom ?? (anew ? null : readReason(kept?.answers)) },
    subjectId: subjectId ?? (anew ? null : (kept?.subjectId ?? null)),
    finishedAt: finished ? (kept?.finishedAt ?? clock.now()) : anew ? null : (kept?.finishedAt ?? null),
  };
  await db.onboarding.upsert({
    where: { userId: viewer.userId },
    create: { userId: viewer.userId, ...data },
    update: data,
  });
}

/** For whom somebody is here, if they have said so. */
export function readReason(answers: unknown): OnboardingReason | null {
  return z.object({ forWhom: z.enum(onboardingReasons) }).safeParse(answers).data?.forWhom ?? null;
}
