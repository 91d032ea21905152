import type { TextData, TextKind } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { zonesOfPhone } from '#api/platform/domain-values/phone.ts';
import { covers, lockSubject, newestConsents } from './ledger.ts';
import { isStopped } from './phone-entries.ts';

/**
 * Every text to a subject passes through here. It is sent only if the subject consented for their current phone, the
 * phone has not said stop, and the subject is active; it is delivered only by day in their time zone. The subject
 * stays locked until the transaction ends, so that a concurrent stop is respected. Returns whether the text was
 * queued.
 */
export async function textSubject<K extends TextKind>(
  tx: Tx,
  subjectId: string,
  { phone, ...text }: { kind: K; data: TextData<K>; dedupeKey: string; phone?: string | null },
): Promise<boolean> {
  const subject = await lockSubject(tx, subjectId);
  if (subject?.status !== 'ACTIVE' || !subject.phone) return false;
  // A conversation with another phone is not continued with this one.
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

/**
 * The time zones in which it must be day for a text: the reader's, or if unknown all zones of the phone's country.
 */
export function zonesToText(of: { phone: string; timeZone: string; timeZoneSaid: boolean }): string[] {
  const zones = of.timeZoneSaid ? [] : zonesOfPhone(of.phone);
  return zones.length ? zones : [of.timeZone];
}
