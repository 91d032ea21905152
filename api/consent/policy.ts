import type { Viewer } from '#api/platform/viewer.ts';
import type { Ability } from '#api/subjects/policy.ts';

/**
 * What it takes to enter that the subject agrees: to be them, or, by their own hand on one's device, to be family. An
 * admin who acts as somebody neither agrees nor helps to.
 */
export function abilityToAgree(inPerson: boolean, viewer: Viewer | null): Ability {
  return inPerson && !viewer?.impersonatorId ? 'CONVERSE' : 'GIVE_CONSENT';
}
