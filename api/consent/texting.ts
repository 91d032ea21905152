import type { TextData, TextKind } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { zonesOfPhone } from '#api/platform/domain-values/phone.ts';
import { covers, lockSubject, newestConsents } from './ledger.ts';
import { isStopped } from './phone-entries.ts';

/**
 * The one gate for texts to a subject: nothing passes without their own yes for the phone they have now, to no phone
 * that said stop, whatever was clicked in a book, to nobody who
 * is paused, remembered or deleted, and nothing by night where they live. Held until the transaction ends, so that no
 * stop is overtaken. Gives whether it was written.
 */
export async function textSubject<K extends TextKind>(
  tx: Tx,
  subjectId: string,
  { phone, ...text }: { kind: K; data: TextData<K>; dedupeKey: string; phone?: string | null },
): Promise<boolean> {
  const subject = await lockSubject(tx, subjectId);
  if (subject?.status !== 'ACTIVE' || !subject.phone) return false;
  // What was begun with another phone is not continued with this one.
  if (phone !== undefined && phone !== subject.phone) return false;
  if (!covers(await newestConsents(subjectId, tx), 'SMS', subject.phone)) return false;
  if (await isStopped(tx, subject.phone)) return false;
  const where = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { timeZone: true, timeZoneSaid: true },
  });
  await notifyByText(tx, {
    ...text,
    recipient: subject.phone,
    subjectId,
    timeZones: zonesToText({ ...where, phone: subject.phone }),
  });
  return true;
}

/** Where it has to be day for a text: where its reader lives, or, if nobody has said that, all over the phone's country. */
export function zonesToText(of: { phone: string; timeZone: string; timeZoneSaid: boolean }): string[] {
  const zones = of.timeZoneSaid ? [] : zonesOfPhone(of.phone);
  return zones.length ? zones : [of.timeZone];
}
