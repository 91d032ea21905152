import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { covers, newestConsents, phoneKinds } from './ledger.ts';

/**
 * Whether the subject has agreed to something and not withdrawn it. What is given per phone is asked for
 * `phone`, or for the subject's own when none is named; words from before `sinceVersion` don't count.
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

/** Whether the subject has agreed that talks in the browser are recorded: in words that name them. */
export function mayRecordTalks(tx: Tx, subjectId: string): Promise<boolean> {
  return hasConsent(tx, subjectId, 'RECORDING', null, { sinceVersion: 2 });
}
