import { holdPhone } from '#api/accounts/phones/codes.ts';
import type { ConsentKind, ConsentStatus, ConsentVia } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { confirmByText } from './confirming.ts';
import { covers, type Evidence, enter, lockSubject, newestConsents, settle } from './ledger.ts';
import { tellOfConsent } from './notices.ts';
import { agreedSince, newestOfPhone } from './phone-entries.ts';
import { wordingInForce } from './wordings.ts';

/** A consent or withdrawal for a phone itself; it holds for every subject that has the phone at that time. */
export type PhoneConsent = {
  phone: string;
  status: ConsentStatus;
  /** Only kinds that are given per phone. */
  kinds: readonly ConsentKind[];
  via: ConsentVia;
  /** The wording of a consent. A withdrawal without it uses the wording that was agreed to, or the one in force. */
  wordingVersion?: number;
  evidence: Evidence;
  /** The language of the confirmation; that of the phone without it. */
  language?: Language | null;
};

/** Locks the subjects with this phone until the transaction ends; the caller locks the phone first. */
export async function subjectsWith(tx: Tx, phone: string) {
  const candidates = await tx.subject.findMany({
    where: { phone, status: { notIn: ['DELETED', 'MEMORIAL'] } },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  const locked = [];
  for (const { id } of candidates) {
    const subject = await lockSubject(tx, id);
    if (subject?.phone === phone) locked.push(subject);
  }
  return locked;
}

/**
 * Enters a phone holder's consent or withdrawal in the caller's transaction, updates every subject with the phone,
 * and notifies its people. Returns whether anything was entered: a repeated stop is not, a repeated consent is, with
 * today's wording.
 */
export async function enterForPhone(tx: Tx, wake: Wake, consent: PhoneConsent): Promise<boolean> {
  const { phone, status, via, evidence } = consent;
  await holdPhone(tx, phone);
  const subjects = await subjectsWith(tx, phone);
  const ofPhone = await newestOfPhone(tx, phone);
  const consentsBySubject = await Promise.all(
    subjects.map(async (subject) => ({ subject, consents: await newestConsents(subject.id, tx) })),
  );
  const entered: { kind: ConsentKind; entryId: string }[] = [];
  for (const kind of consent.kinds) {
    const before = ofPhone.find((each) => each.kind === kind);
    // For a phone that never agreed, only a stop to texts is stored, so that it is never asked.
    const needless = before ? before.status === 'WITHDRAWN' : kind !== 'SMS';
    if (status === 'WITHDRAWN' && needless && !(await agreedSince(tx, phone, kind))) continue;
    const wordingVersion = consent.wordingVersion ?? before?.wordingVersion ?? wordingInForce(kind).version;
    const entry = { kind, phone, status, via, wordingVersion };
    entered.push({ kind, entryId: await enter(tx, null, entry, evidence) });
  }
  const sms = entered.find(({ kind }) => kind === 'SMS');
  if (sms) await confirmByText(tx, phone, { status, entryId: sms.entryId, language: consent.language });
  if (!entered.length) return false;
  const action = status === 'GRANTED' ? 'consent.given' : 'consent.withdrawn';
  const detail = { kinds: entered.map(({ kind }) => kind), via };
  for (const { subject, consents } of consentsBySubject) {
    // Subjects whose consents don't change get no notice.
    const changed = entered.filter(({ kind }) => covers(consents, kind, phone) !== (status === 'GRANTED'));
    if (!changed.length) continue;
    await settle(tx, wake, subject);
    await audit(tx, null, action, { subjectId: subject.id, detail });
    await tellOfConsent(tx, subject, status, changed);
  }
  return true;
}

/** A consent to texts that holds for these subjects only, not for others with the same phone. */
export type FamilyConsent = {
  phone: string;
  subjectIds: readonly string[];
  wordingVersion: number;
  evidence: Evidence;
  language?: Language | null;
};

/**
 * Enters a consent for these subjects if they still have the phone, notifies their people, and confirms it by text.
 * Returns whether any subject was left.
 */
export async function enterForFamilies(tx: Tx, wake: Wake, consent: FamilyConsent): Promise<boolean> {
  const { phone, subjectIds, wordingVersion, evidence, language } = consent;
  await holdPhone(tx, phone);
  const subjects = (await subjectsWith(tx, phone)).filter(({ id }) => subjectIds.includes(id));
  const entry = { kind: 'SMS', phone, status: 'GRANTED', via: 'SMS', wordingVersion } as const;
  let entryId: string | undefined;
  for (const subject of subjects) {
    const had = covers(await newestConsents(subject.id, tx), entry.kind, phone);
    entryId = await enter(tx, subject.id, entry, evidence);
    if (had) continue;
    await settle(tx, wake, subject);
    await audit(tx, null, 'consent.given', {
      subjectId: subject.id,
      detail: { kinds: [entry.kind], via: entry.via },
    });
    await tellOfConsent(tx, subject, 'GRANTED', [{ kind: entry.kind, entryId }]);
  }
  if (entryId) await confirmByText(tx, phone, { status: 'GRANTED', entryId, language });
  return subjects.length > 0;
}
