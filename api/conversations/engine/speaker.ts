import type { Origin, Viewer } from '#api/platform/viewer.ts';

/**
 * The speaker: somebody with an account, a caller, identified by the call and its number, or the writer of a text that
 * the team assigned to the subject. An assigned text changes no consent, because nobody has proved who wrote it.
 */
export type Speaker =
  | { kind: 'ACCOUNT'; viewer: Viewer; origin: Origin }
  | { kind: 'CALLER'; callId: string; phone: string | null }
  | { kind: 'ASSIGNED_TEXT' };

/** The speaker's account, or null for anybody else. */
export function accountOf(speaker: Speaker): string | null {
  return speaker.kind === 'ACCOUNT' ? speaker.viewer.userId : null;
}

/** The part of the speaker's request that the consent ledger stores with their words; null for anybody else. */
export function originOf(speaker: Speaker): Origin | null {
  return speaker.kind === 'ACCOUNT' ? speaker.origin : null;
}
