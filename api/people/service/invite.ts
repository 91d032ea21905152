import { createHash } from 'node:crypto';
import { z } from 'zod';
import { languageOfAccount } from '#api/accounts/language.ts';
import { mustBeProven } from '#api/accounts/policy.ts';
import { tellHolder } from '#api/accounts/security/service.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { InvitationRole } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { plainWords } from '#api/notices/plain-words.ts';
import { notify } from '#api/notices/service.ts';
import { wantsNoLetters } from '#api/notices/unsubscribing.ts';
import type { Budget } from '#api/platform/budgets.ts';
import { spendEach } from '#api/platform/caps.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { blockOf } from '#api/platform/domain-values/network.ts';
import { phoneNumber } from '#api/platform/domain-values/phone.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { LimitReached, NotFound } from '#api/platform/errors.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { assertSubjectInvitable } from '#api/subjects/claim.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { InvitationUnusable } from '../errors.ts';
import { abilityToInvite, statusNow } from '../policy.ts';
import { newToken } from '../tokens.ts';

/** The maximum of open invitations per subject. */
export const openInvitationsLimit = 50;

/** The longest lifetime of an invitation. */
const lifeInDays = 14;

const day = 24 * 3600;
/**
 * Limits of invitation letters, whatever becomes of the invitation: per address, per account, per network block, in
 * total.
 */
const perRecipient: Budget = { name: 'invitations-to', points: 3, seconds: day };
export const perAccount: Budget = { name: 'invitations-by', points: 30, seconds: day };
const perBlock: Budget = { name: 'invitations-from', points: 60, seconds: day };
export const inAll: Budget = { name: 'invitations-all', points: 2_000, seconds: day };

/** An address as invitations store it. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email('is not an email'));

const Invite = z
  .object({
    subjectId: z.string(),
    role: z.enum(InvitationRole),
    email: clearable(EmailAddress).nullish(),
    phone: clearable(phoneNumber()).nullish(),
    relationship: clearable(line(60)).nullish(),
    maxUses: z.int().min(1, 'must be 1 to 50').max(50, 'must be 1 to 50').nullish(),
    expiresInDays: z.int().min(1, 'must be 1 to 14').max(lifeInDays, 'must be 1 to 14').nullish(),
    message: clearable(plainWords(1000)).nullish(),
    mayContribute: z.boolean().nullish(),
    mayDownload: z.boolean().nullish(),
  })
  .refine(({ role, maxUses }) => role === 'VIEWER' || !maxUses || maxUses === 1, {
    path: ['maxUses'],
    message: 'must be 1: only an invitation to read can have several uses',
  })
  .refine(({ role, mayContribute }) => role === 'VIEWER' || mayContribute !== false, {
    path: ['mayContribute'],
    message: 'must not be false: only readers can be limited to reading',
  })
  .refine(({ role, mayDownload }) => role === 'VIEWER' || mayDownload !== false, {
    path: ['mayDownload'],
    message: 'must not be false: only readers can be kept from downloads',
  });

/**
 * Invites a person, by mail when an email is given. The link is returned only this once, because only a hash of its
 * token is stored. `isLetterUnwanted` says that none was sent, because the person wants no letters. Throws `ProofNeeded`, `LimitReached` (also when too many letters were sent), and `WrongState`
 * when nobody can be invited as the subject.
 */
export async function invite(viewer: Viewer, origin: Origin, input: z.input<typeof Invite>) {
  mustBeProven(viewer, 'BOOKS');
  const { maxUses, expiresInDays, ...data } = parse(Invite, input);
  if (data.email) await spendLetterToStranger(viewer, origin, data.email);
  const { token, tokenHash } = newToken();
  const url = `${publicUrl()}/invite/${data.role === 'VIEWER' ? 'viewer/' : ''}${token}/`;
  return transaction(async (tx) => {
    await tx.$queryRaw`select 1 from subject where id = ${data.subjectId}::uuid for no key update`;
    const subject = await lockSubject(tx, data.subjectId);
    if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
    await mustStill(tx, viewer, abilityToInvite(data.role), data.subjectId);
    if (data.role === 'SUBJECT') await assertSubjectInvitable(tx, subject, viewer.userId);
    const now = clock.now();
    const open = await tx.invitation.count({
      where: { subjectId: data.subjectId, status: 'PENDING', expiresAt: { gt: now } },
    });
    if (open >= openInvitationsLimit) {
      const message = `At most ${openInvitationsLimit} invitations can wait at a time: take one back first`;
      throw new LimitReached(message, openInvitationsLimit);
    }
    const expiresAt = new Date(now.getTime() + (expiresInDays ?? lifeInDays) * 24 * 3600 * 1000);
    const invitation = await tx.invitation.create({
      data: {
        ...data,
        mayContribute: data.mayContribute ?? true,
        mayDownload: data.mayDownload ?? true,
        tokenHash,
        maxUses: maxUses ?? 1,
        invitedById: viewer.userId,
        expiresAt,
      },
      select: { id: true },
    });
    const isLetterUnwanted = !!data.email && (await wantsNoLetters(data.email, tx));
    if (data.email && !isLetterUnwanted) {
      await notify(tx, {
        kind: 'invitation',
        channel: 'mail',
        recipient: data.email,
        data: {
          url,
          inviterName: viewer.name,
          subjectName: subject.preferredName,
          role: data.role,
          message: data.message,
          expiresAt: expiresAt.toISOString(),
          timeZone: subject.timeZone,
        },
        dedupeKey: `invitation:${invitation.id}`,
        language: await languageOfLetter(tx, data.email, data.role, subject),
        subjectId: data.subjectId,
      });
    }
    if (data.role !== 'VIEWER') {
      const what = data.role === 'EDITOR' ? 'EDITOR_INVITED' : 'SUBJECT_INVITED';
      await tellHolder(tx, viewer.userId, { what, about: subject.preferredName });
    }
    return { url, invitationId: invitation.id, isLetterUnwanted };
  });
}

/** The book's language for its person, and for others who have no book of their own. */
async function languageOfLetter(tx: Tx, email: string, role: InvitationRole, subject: { language: string }) {
  const own = role === 'SUBJECT' ? null : await languageOfAccount(tx, { email });
  return own ?? languageOf(subject.language);
}

/**
 * Counts a letter or text to a person who has not asked for it, an invitation or a gift, before anything else; revoking
 * gives nothing back. Throws `LimitReached` with these words.
 */
export async function spendLetterToStranger(
  { userId }: Viewer,
  { ipAddress }: Origin,
  recipient: string,
  refusal = 'Too many invitations were sent by mail today: send the link yourself',
) {
  const spent = await spendEach([
    { budget: perAccount, of: userId },
    { budget: perBlock, of: blockOf(ipAddress ?? '') },
    { budget: perRecipient, of: createHash('sha256').update(recipient).digest('base64url') },
    { budget: inAll, of: 'all', raisesAlarm: true },
  ]);
  if (spent) throw new LimitReached(refusal, spent.limit);
}

/** Revokes an invitation: its link opens nothing any more. Idempotent. */
export async function revokeInvitation({ id }: { id: string }) {
  return transaction(async (tx) => {
    await tx.$queryRaw`select 1 from invitation where id = ${id}::uuid for no key update`;
    const invitation = await tx.invitation.findUnique({ where: { id } });
    if (!invitation) throw new NotFound('Invitation', ['id']);
    const status = statusNow(invitation);
    if (status === 'ACCEPTED' || status === 'DECLINED') throw new InvitationUnusable(status);
    await tx.invitation.update({ where: { id }, data: { status: 'REVOKED' } });
    return { id };
  });
}
