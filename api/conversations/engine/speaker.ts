import type { Origin, Viewer } from '#api/platform/viewer.ts';

/** Who speaks: somebody with an account, or the person at the other end of a phone, known by the call and its number. */
export type Speaker =
  | { kind: 'ACCOUNT'; viewer: Viewer; origin: Origin }
  | { kind: 'CALLER'; callId: string; phone: string | null };

/** The account that stands behind what is said, if there is one. */
export function accountOf(speaker: Speaker): string | null {
  return speaker.kind === 'ACCOUNT' ? speaker.viewer.userId : null;
}

/** What of the speaker's request the ledger keeps beside their words; a caller sends none. */
export function originOf(speaker: Speaker): Origin | null {
  return speaker.kind === 'ACCOUNT' ? speaker.origin : null;
}
