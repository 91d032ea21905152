import { lifeMs, makeCode, type Tried, takeCode, tryCode } from '#api/accounts/phones/codes.ts';
import { CodeRefused, TooManyCodes } from '#api/accounts/phones/errors.ts';
import { textCode } from '#api/accounts/phones/texting.ts';
import { ConsentKind } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { type Budget, secondsUntil, spend } from '#api/platform/budgets.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { PhoneCodeNeeded } from './errors.ts';
import { entriesOf, type LockedSubject, lockSubject } from './ledger.ts';

/** A correct code, and the phone to which it was sent. */
export type Proof = { phone: string; codeId: string };

/** The number of codes that one account may send to subjects' phones, so that nobody is flooded. */
const perAccount: Budget = { name: 'consent-codes', points: 10, seconds: 24 * 3600 };

/**
 * Texts a code to the subject's phone, with which the subject agrees on this account's device. Throws `TooManyCodes`
 * for the phone's or the account's limit, and `WrongState` when nobody can agree.
 */
export async function askForConsentCode(viewer: Viewer, { subjectId }: { subjectId: string }) {
  const { phone, language } = await transaction(async (tx) => {
    const subject = await lockSubject(tx, subjectId);
    if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
    await mustStill(tx, viewer, 'CONVERSE', subjectId);
    if (subject.status === 'MEMORIAL') throw new WrongState('Nobody can agree for them any more');
    if (!subject.phone) throw new WrongState('The book has no phone that a code could go to', ['subjectId']);
    return { phone: subject.phone, language: languageOf(subject.language) };
  });
  const { userId } = viewer;
  const { allowed, resetAt } = await spend(perAccount, userId);
  if (!allowed) throw new TooManyCodes(secondsUntil(resetAt));
  await makeCode({ purpose: 'CONSENT', phone, userId, subjectId }, (tx, codeId) =>
    textCode(tx, phone, { codeId, purpose: 'CONSENT', language }),
  );
  return { expiresAt: new Date(clock.now().getTime() + lifeMs) };
}

/**
 * Checks a code that was sent to the subject's phone for this account. Throws `CodeRefused`; a correct code is not
 * used up yet.
 */
export async function proofFrom({ userId }: Viewer, subjectId: string, digits: string): Promise<Proof> {
  const subject = await db.subject.findUnique({ where: { id: subjectId }, select: { phone: true } });
  const phone = subject?.phone;
  const tried: Tried = phone
    ? await tryCode({ purpose: 'CONSENT', phone, userId, subjectId }, digits)
    : { outcome: 'EXPIRED' };
  if (!phone || tried.outcome !== 'RIGHT') {
    throw new CodeRefused(tried.outcome === 'RIGHT' ? 'EXPIRED' : tried.outcome);
  }
  return { phone, codeId: tried.codeId };
}

/**
 * Uses up a code within the transaction of the consent. Throws `CodeRefused`, also when the subject's phone has
 * changed.
 */
export async function takeProof(tx: Tx, { phone }: LockedSubject, proof: Proof): Promise<void> {
  const used = await takeCode(tx, proof.codeId);
  if (!used || proof.phone !== phone) throw new CodeRefused('EXPIRED');
}

/**
 * Refuses a consent from another person's device if the subject has an account or withdrew it themself, unless a code
 * from their phone came with it. Only a phone that nobody could have replaced counts: the account's verified phone,
 * or without an account the phone that the book had before the withdrawal. Throws `PhoneCodeNeeded` when such a code
 * would do, `WrongState` when none would.
 */
export async function assertGivenBySubject(
  tx: Tx,
  subject: LockedSubject,
  kind: ConsentKind,
  fromPhone: boolean,
): Promise<void> {
  const { preferredName: name, selfUserId } = subject;
  const withdrawnAt = await withdrawnBySubjectAt(tx, subject, kind);
  if (!selfUserId && !withdrawnAt) return;
  if (!(await isSubjectsPhone(tx, subject, withdrawnAt))) {
    throw new WrongState(
      selfUserId
        ? `${name} has an account: only ${name} can agree to this, signed in to it`
        : `${name} took this back: only ${name} can agree to it again, in an account of their own`,
      ['subjectId'],
    );
  }
  if (!fromPhone) {
    throw new PhoneCodeNeeded(`Only ${name} can agree to this: enter the code that we text to their phone`);
  }
}

/** Whether the account has verified this phone. */
export async function isProven(tx: Tx, userId: string, phone: string | null): Promise<boolean> {
  const where = { id: userId, phoneNumber: phone, phoneNumberVerified: true };
  return phone !== null && (await tx.user.count({ where })) > 0;
}

async function isSubjectsPhone(
  tx: Tx,
  { id, phone, selfUserId }: LockedSubject,
  withdrawnAt: Date | null,
): Promise<boolean> {
  if (selfUserId || !phone) return selfUserId !== null && isProven(tx, selfUserId, phone);
  const { phoneSince } = await tx.subject.findUniqueOrThrow({ where: { id }, select: { phoneSince: true } });
  return !phoneSince || (withdrawnAt !== null && phoneSince <= withdrawnAt);
}

type NewestEntry = {
  at: Date;
  status: string;
  via: string;
  actorId: string | null;
  messageId: string | null;
};

/**
 * When the subject themself withdrew a kind that is still withdrawn: by voice, by text, or by a click in their own
 * account. A click by an owner or the team does not count; a click by a deleted account counts as the subject's.
 */
export async function withdrawnBySubjectAt(
  tx: Tx,
  subject: LockedSubject,
  kind: ConsentKind,
): Promise<Date | null> {
  const lasts = await tx.$queryRaw<NewestEntry[]>`
    select distinct on (i.phone) e.at, e.status::text as status, e.via::text as via, i.actor_id::text as "actorId",
      i.message_id::text as "messageId"
    from (${entriesOf(subject.id)}) own join consent_entry e on e.id = own.id
      left join consent_identity i on i.entry_id = e.id
    where e.kind = ${kind}::"ConsentKind" and (i.phone is null or i.phone = ${subject.phone})
    order by i.phone, e.position desc`;
  let latest: Date | null = null;
  for (const last of lasts) {
    if (last.status !== 'WITHDRAWN' || (latest && latest > last.at)) continue;
    const clicked = last.via === 'WEB' && last.messageId === null;
    if (clicked && last.actorId && (await isSomebodyElse(tx, last.actorId, subject))) continue;
    latest = last.at;
  }
  return latest;
}

/** Whether the subject themself withdrew any consent that is still withdrawn. */
export async function hasWithdrawnThemself(tx: Tx, subject: LockedSubject): Promise<boolean> {
  for (const kind of Object.values(ConsentKind))
    if (await withdrawnBySubjectAt(tx, subject, kind)) return true;
  return false;
}

async function isSomebodyElse(tx: Tx, userId: string, { selfUserId }: LockedSubject): Promise<boolean> {
  return userId !== selfUserId && (await tx.user.count({ where: { id: userId } })) > 0;
}
