import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { covers, newestConsents, phoneKinds } from './ledger.ts';

/**
 * Whether the subject has given a consent and not withdrawn it. A kind given per phone is checked for `phone`, or by
 * default for the subject's own; wordings older than `sinceVersion` don't count.
 */
export async function hasConsent(
  tx: Tx,
  subjectId: string,
  kind: ConsentKind,
  phone?: string | null,
  { sinceVersion = 1 }: { sinceVersion?: number } = {},
): Promise<boolean> {
  let asked = phone ?? null;
  if (phoneKinds.includes(kind) && asked === null) {
    const subject = await tx.subject.findUnique({ where: { id: subjectId }, select: { phone: true } });
    asked = subject?.phone ?? null;
  }
  const consents = await newestConsents(subjectId, tx);
  return covers(
    consents.filter(({ wordingVersion }) => wordingVersion >= sinceVersion),
    kind,
    asked,
  );
}

/** Whether the subject has agreed to recordings of talks in the browser, which the wording names since version 2. */
export function mayRecordTalks(tx: Tx, subjectId: string): Promise<boolean> {
  return hasConsent(tx, subjectId, 'RECORDING', null, { sinceVersion: 2 });
}

/** Whether the subject has agreed to old recordings of their voice, which the wording names since version 3. */
export function mayKeepOldRecordings(tx: Tx, subjectId: string): Promise<boolean> {
  return hasConsent(tx, subjectId, 'RECORDING', null, { sinceVersion: 3 });
}

/**
 * Whether the subject has agreed that a transcription service gets the sound of what they say and of old recordings of
 * their voice, which the wording names since version 2.
 */
export function mayBeTranscribedByService(tx: Tx, subjectId: string): Promise<boolean> {
  return hasConsent(tx, subjectId, 'AI_WRITING', null, { sinceVersion: 2 });
}

/**
 * Whether the subject has agreed that a transcription service gets the sound of what they said in recorded calls and
 * talks, which the wording names since version 4.
 */
export function mayWordsBeTimed(tx: Tx, subjectId: string): Promise<boolean> {
  return hasConsent(tx, subjectId, 'AI_WRITING', null, { sinceVersion: 4 });
}

/** Whether the subject has agreed to codes in printed books, which the wording of sharing names since version 2. */
export function mayPlayPrintedCodes(tx: Tx, subjectId: string): Promise<boolean> {
  return hasConsent(tx, subjectId, 'SHARING', null, { sinceVersion: 2 });
}
