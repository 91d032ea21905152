import type { Origin, Viewer } from '#api/platform/viewer.ts';

/** The speaker: somebody with an account, or a caller, identified by the call and its number. */
export type Speaker =
  | { kind: 'ACCOUNT'; viewer: Viewer; origin: Origin }
  | { kind: 'CALLER'; callId: string; phone: string | null };

/** The speaker's account, or null for a caller. */
export function accountOf(speaker: Speaker): string | null {
  return speaker.kind === 'ACCOUNT' ? speaker.viewer.userId : null;
}

/** The part of the speaker's request that the consent ledger stores with their words; null for a caller. */
export function originOf(speaker: Speaker): Origin | null {
  return speaker.kind === 'ACCOUNT' ? speaker.origin : null;
}
