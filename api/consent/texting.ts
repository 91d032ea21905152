import type { TextData, TextKind } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
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
  text: { kind: K; data: TextData<K>; dedupeKey: string },
): Promise<boolean> {
  const subject = await lockSubject(tx, subjectId);
  if (subject?.status !== 'ACTIVE' || !subject.phone) return false;
  if (!covers(await newestConsents(subjectId, tx), 'SMS', subject.phone)) return false;
  if (await isStopped(tx, subject.phone)) return false;
  const { timeZone } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { timeZone: true },
  });
  await notifyByText(tx, { ...text, recipient: subject.phone, subjectId, timeZone });
  return true;
}
