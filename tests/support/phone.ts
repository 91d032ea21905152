import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { digitsOf } from '#api/platform/domain-values/one-time-code.ts';
import { textsTo, textTo } from './outbox.ts';

let phones = 0;

/** A phone number that nobody has. */
export function aPhone(): string {
  return `+1401555${String(1_000 + phones++).padStart(4, '0')}`;
}

/** The six digits in the next text to a phone after the first `known` ones. */
export async function codeTo(phone: string, known = 0): Promise<string> {
  const { text } = await textTo(phone, { known });
  const [digits] = /^\d{6}/.exec(text) ?? [];
  if (!digits) throw new Error('The text has no code');
  return digits;
}

/** The digits in the newest text to a phone. */
export async function newestCodeTo(phone: string): Promise<string> {
  return codeTo(phone, (await textsTo(phone)).length - 1);
}

/** Six digits other than these. */
export function otherThan(digits: string): string {
  return String((Number(digits) + 1) % 1_000_000).padStart(6, '0');
}

/** Gives an account a verified phone, directly in the database; other tests cover the verification. */
export async function withPhone(userId: string, phone = aPhone()): Promise<string> {
  await db.user.update({
    where: { id: userId },
    data: { phoneNumber: phone, phoneNumberVerified: true },
  });
  return phone;
}

/** Creates a consent code for a book's phone directly in the database, without a text; other tests cover texting it. */
export async function consentCode(userId: string, subjectId: string, phone: string): Promise<string> {
  const id = newId();
  await db.phoneCode.create({
    data: { id, purpose: 'CONSENT', phone, userId, subjectId, createdAt: clock.now() },
  });
  return digitsOf(id);
}
