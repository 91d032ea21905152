import { z } from 'zod';
import { lifeMs, makeCode, takeCode, tryCode } from '#api/accounts/phones/codes.ts';
import { CodeRefused, TooManyCodes } from '#api/accounts/phones/errors.ts';
import { textCode } from '#api/accounts/phones/texting.ts';
import { hasWithdrawnThemself } from '#api/consent/given-back.ts';
import { type LockedSubject, lockSubject } from '#api/consent/ledger.ts';
import { languageOf } from '#api/language/languages.ts';
import { notify } from '#api/notices/service.ts';
import { audit } from '#api/platform/audit.ts';
import { type Budget, secondsUntil, spend } from '#api/platform/budgets.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { sixDigits } from '#api/platform/domain-values/one-time-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from './policy.ts';

/** The limit of codes that one account can send to subjects' phones, so that no phone is flooded. */
const perAccount: Budget = { name: 'claims', points: 5, seconds: 24 * 3600 };

const Claim = z.object({ subjectId: z.string(), code: sixDigits() });

/**
 * Texts six digits to a subject's phone, for a member who says that they are the subject. Throws `TooManyCodes`, by
 * phone or by account, and `WrongState` when no code would help. The answer doesn't reveal the phone.
 */
export async function askToBeSubject(viewer: Viewer, { subjectId }: { subjectId: string }) {
  const { phone, preferredName, ...subject } = await transaction((tx) => claimable(tx, viewer, subjectId));
  const language = languageOf(subject.language);
  const { allowed, resetAt } = await spend(perAccount, viewer.userId);
  if (!allowed) throw new TooManyCodes(secondsUntil(resetAt));
  const { userId } = viewer;
  await makeCode({ purpose: 'SUBJECT', phone, userId, subjectId }, (tx, codeId) =>
    textCode(tx, phone, { codeId, purpose: 'SUBJECT', subjectName: preferredName, language }),
  );
  return { expiresAt: new Date(clock.now().getTime() + lifeMs) };
}

/**
 * Links the caller's account to the subject as the person themself, by the digits texted to the subject's phone; the
 * owners are told by letter. Of two concurrent calls, one succeeds and the other is refused.
 */
export async function becomeSubject(viewer: Viewer, input: z.input<typeof Claim>) {
  const { subjectId, code } = parse(Claim, input);
  const { phone } = await transaction((tx) => claimable(tx, viewer, subjectId));
  const { userId } = viewer;
  const tried = await tryCode({ purpose: 'SUBJECT', phone, userId, subjectId }, code);
  if (tried.outcome !== 'RIGHT') throw new CodeRefused(tried.outcome);
  return transaction(async (tx, wake) => {
    const subject = await claimable(tx, viewer, subjectId);
    // The subject's phone has changed since the code was sent.
    if (subject.phone !== phone) throw new CodeRefused('EXPIRED');
    if (!(await takeCode(tx, tried.codeId))) throw new CodeRefused('EXPIRED');
    await tx.subject.update({ where: { id: subjectId }, data: { selfUserId: userId } });
    await audit(tx, viewer, 'subject.claimed', { subjectId, targetId: userId });
    await tell(tx, wake, viewer, subject);
    return { id: subjectId };
  });
}

/**
 * Throws `WrongState` if nobody may become the subject by an invitation: when the subject has an account, the book is a
 * memorial, the subject has withdrawn a consent, or there are words that the inviter may not read. In the last two cases
 * an owner could give the consent back, or read those words, by inviting another account of their own; then only a code
 * to the subject's phone links an account.
 */
export async function assertSubjectInvitable(
  tx: Tx,
  subject: LockedSubject,
  inviterId: string | null,
): Promise<void> {
  const { preferredName: name } = subject;
  if (subject.selfUserId) throw new WrongState(`${name} has an account already`, ['role']);
  if (subject.status === 'MEMORIAL') throw new WrongState('The book is a memorial', ['role']);
  const keepsSomething =
    (await hasHiddenWords(tx, inviterId, subject)) || (await hasWithdrawnThemself(tx, subject));
  if (keepsSomething) {
    const message = `${name} has private words or has withdrawn a consent, so only a code to ${name}’s phone can link their account`;
    throw new WrongState(message, ['role']);
  }
}

/** Links the account that accepts an invitation as the subject, and tells the owners by letter. Throws `WrongState`. */
export async function becomeInvitedSubject(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  { subjectId, invitedById }: { subjectId: string; invitedById: string | null },
): Promise<void> {
  await tx.$queryRaw`select 1 from "user" where id = ${viewer.userId}::uuid for no key update`;
  const subject = await lockSubject(tx, subjectId);
  if (!subject) throw new NotFound('Subject', ['subjectId']);
  await assertSubjectInvitable(tx, subject, invitedById);
  if (await tx.subject.count({ where: { selfUserId: viewer.userId } })) {
    throw new WrongState('You have a book of your own already', ['subjectId']);
  }
  await tx.subject.update({ where: { id: subjectId }, data: { selfUserId: viewer.userId } });
  await audit(tx, viewer, 'subject.claimed', {
    subjectId,
    targetId: viewer.userId,
    detail: { by: 'INVITATION' },
  });
  await tell(tx, wake, viewer, subject);
}

/** Locks the subject and returns it with its phone, if a code to it can link this caller. */
async function claimable(
  tx: Tx,
  viewer: Viewer,
  subjectId: string,
): Promise<LockedSubject & { phone: string }> {
  await tx.$queryRaw`select 1 from "user" where id = ${viewer.userId}::uuid for no key update`;
  const subject = await lockSubject(tx, subjectId);
  if (!subject || !(await subjectAccessAt(viewer, subjectId, tx)).can('CLAIM')) {
    throw new NotFound('Subject', ['subjectId']);
  }
  const { phone, preferredName: name } = subject;
  if (subject.selfUserId) throw new WrongState(`${name} has an account already`, ['subjectId']);
  if (subject.status === 'MEMORIAL') throw new WrongState('The book is a memorial', ['subjectId']);
  if (await tx.subject.count({ where: { selfUserId: viewer.userId } })) {
    throw new WrongState('You have a book of your own already', ['subjectId']);
  }
  if (!phone) throw new WrongState('The book has no phone that a code could go to', ['subjectId']);
  if (await keepsWordsFrom(tx, viewer, subject)) {
    throw new WrongState('The phone of the book is newer than words that were kept private', ['subjectId']);
  }
  return { ...subject, phone };
}

/**
 * Whether the caller may not read words that were told before the subject had this phone. An owner may change the
 * phone, and must not reach hidden words by entering their own.
 */
async function keepsWordsFrom(tx: Tx, viewer: Viewer, subject: LockedSubject): Promise<boolean> {
  const { phoneSince } = await tx.subject.findUniqueOrThrow({
    where: { id: subject.id },
    select: { phoneSince: true },
  });
  return phoneSince !== null && hasHiddenWords(tx, viewer.userId, subject, phoneSince);
}

/** Whether there are words, told before `before`, that this user may not read as a member. */
async function hasHiddenWords(
  tx: Tx,
  userId: string | null,
  { id, sharing }: LockedSubject,
  before?: Date,
): Promise<boolean> {
  const kept = await tx.message.findFirst({
    where: {
      subjectId: id,
      ...(before && { createdAt: { lt: before } }),
      ...(sharing && { private: true }),
      ...(userId && { conversation: { OR: [{ heldById: null }, { heldById: { not: userId } }] } }),
    },
    select: { id: true },
  });
  return kept !== null;
}

/** Writes to the owners and the person, and makes all open views reload their rights. */
async function tell(tx: Tx, wake: Wake, viewer: Viewer, { id, preferredName }: LockedSubject) {
  const readers = await tx.user.findMany({
    where: {
      OR: [{ id: viewer.userId }, { memberships: { some: { subjectId: id, role: 'OWNER' } } }],
    },
    select: { id: true, email: true },
  });
  for (const reader of readers) {
    await notify(tx, {
      kind: 'book-claimed',
      channel: 'mail',
      recipient: reader.email,
      data: {
        subjectName: preferredName,
        claimedBy: viewer.name,
        own: reader.id === viewer.userId,
        url: `${publicUrl()}/dashboard/${id}/`,
      },
      dedupeKey: `book-claimed:${id}:${viewer.userId}:${clock.now().getTime()}:${reader.id}`,
      subjectId: id,
    });
  }
  wake(topics.access(viewer.userId));
}
