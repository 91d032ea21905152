import { ports } from '#api/adapters/ports.ts';
import { whyNotNow } from '#api/calls/hours.ts';
import { ConsentMissing } from '#api/consent/errors.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { hasConsent } from '#api/consent/policy.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';

/** Why questions can't be asked by text, in words for the person who schedules; null when they can. */
export async function whyNoTexts(tx: Tx, subjectId: string): Promise<Error | null> {
  if (!ports.sms.isConnected) {
    return new WrongState('No text service is set up here, so nobody can be texted', ['channel']);
  }
  const subject = await tx.subject.findUnique({ where: { id: subjectId } });
  if (!subject || subject.status === 'DELETED') return new NotFound('Subject', ['subjectId']);
  const { phone, preferredName: name, status } = subject;
  if (!phone) return new WrongState('There is no phone yet: enter one first', ['channel']);
  if (status === 'MEMORIAL') return new WrongState(`${name}’s book is a memorial`);
  if (!(await hasConsent(tx, subjectId, 'SMS', phone)) || (await isStopped(tx, phone))) {
    return new ConsentMissing('SMS', 'Texts were not agreed to');
  }
  return null;
}

/** The same for a question at this moment. */
export async function whyNoTextNow(tx: Tx, subjectId: string, now: Date): Promise<Error | null> {
  const never = await whyNoTexts(tx, subjectId);
  if (never) return never;
  const subject = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
  const { phone } = subject;
  if (subject.status === 'PAUSED') return new WrongState('Calls and texts are paused', ['channel']);
  const reason = phone && whyNotNow({ ...subject, phone }, now);
  return reason ? new WrongState(reason, ['channel']) : null;
}
