import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { covers, newestConsents, phoneKinds } from './ledger.ts';

/**
 * Whether the subject has agreed to something and not withdrawn it. What is given per phone is asked for
 * `phone`, or for the subject's own when none is named.
 */
export async function hasConsent(
  tx: Tx,
  subjectId: string,
  kind: ConsentKind,
  phone?: string | null,
): Promise<boolean> {
  let asked = phone ?? null;
  if (phoneKinds.includes(kind) && asked === null) {
    const subject = await tx.subject.findUnique({ where: { id: subjectId }, select: { phone: true } });
    asked = subject?.phone ?? null;
  }
  return covers(await newestConsents(subjectId, tx), kind, asked);
}
