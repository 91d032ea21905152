import type { Invitation, Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { LimitReached, NotFound } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { becomeInvitedSubject } from '#api/subjects/claim.ts';
import { InvitationUnusable } from '../errors.ts';
import { membersChanged } from '../events.ts';
import { statusNow } from '../policy.ts';
import { hashOf } from '../tokens.ts';
import { membersLimit } from './members.ts';

const rank = { VIEWER: 1, EDITOR: 2, OWNER: 3 } as const;

const previewFields = {
  id: true,
  role: true,
  status: true,
  expiresAt: true,
  message: true,
  email: true,
  mayContribute: true,
  invitedById: true,
  invitedBy: { select: { name: true } },
  subject: { select: { preferredName: true, fullName: true, cloth: true } },
} as const;

/** The preview of an invitation for the holder of its link; null when it is invalid. */
export async function invitationByToken(token: string) {
  return db.invitation.findFirst({
    where: { tokenHash: hashOf(token), subject: { deletedAt: null } },
    select: previewFields,
  });
}

/** How an invitation is answered: by its link, by the account with its address, or by a letter that it led to. */
export type AnsweredBy = { token: string } | { id: string } | { letterFor: string };

/** The invitation that an answer refers to; by id, only those sent to the caller's address. */
async function answerable(by: AnsweredBy, userId: string | null): Promise<Prisma.InvitationWhereInput> {
  if ('token' in by) return { tokenHash: hashOf(by.token) };
  if ('letterFor' in by) return { id: by.letterFor, role: 'VIEWER' };
  const email = await confirmedEmailOf(userId);
  return email ? { id: by.id, email } : { id: { in: [] } };
}

/** The account's address if Evertold itself has verified it: a provider's verification opens no invitations. */
async function confirmedEmailOf(userId: string | null): Promise<string | null> {
  if (!userId) return null;
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, emailVerified: true, confirmedEmail: true },
  });
  const isConfirmed = user?.emailVerified && user.confirmedEmail === user.email;
  return isConfirmed ? user.email.toLowerCase() : null;
}

/** The pending invitations sent to the caller's address, the newest first. */
export async function invitationsFor({ userId }: Viewer): Promise<InvitationPreview[]> {
  const email = await confirmedEmailOf(userId);
  if (!email) return [];
  return db.invitation.findMany({
    where: {
      ...{ email, status: 'PENDING', expiresAt: { gt: clock.now() }, subject: { deletedAt: null } },
      // Excludes invitations that the caller has accepted.
      acceptedBy: { none: { userId } },
    },
    orderBy: { id: 'desc' },
    select: previewFields,
    take: 50,
  });
}

export type InvitationPreview = NonNullable<Awaited<ReturnType<typeof invitationByToken>>>;

/**
 * Makes the caller a member. Accepting again changes nothing; a member with a higher role keeps it and uses nothing up.
 * An invitation never admits more people than its limit. An invitation as the subject also links the caller's account
 * to the subject; throws `WrongState` when that is not possible.
 */
export async function acceptInvitation(viewer: Viewer, by: AnsweredBy) {
  return transaction((tx, wake) => acceptWithin(tx, wake, viewer, by));
}

/** The same within a transaction. A person who enters by a letter has no session yet. */
export async function acceptWithin(tx: Tx, wake: Wake, by: Viewer | { userId: string }, how: AnsweredBy) {
  const { userId } = by;
  const { invitation, member } = await lockForAnswer(tx, how, userId);
  const isDone =
    invitation.role === 'SUBJECT'
      ? invitation.subject.selfUserId === userId
      : member && rank[member.role] >= rank[invitation.role];
  if (member && isDone) return { subjectId: invitation.subjectId, membershipId: member.id };
  const used = await tx.invitationUse.count({ where: { invitationId: invitation.id, userId } });
  // Each person can use an invitation once: a removed member, or the sender, needs a new invitation.
  if (used || invitation.invitedById === userId) throw new InvitationUnusable('ACCEPTED');
  const status = statusNow(invitation);
  if (status !== 'PENDING') throw new InvitationUnusable(status);

  if (invitation.role === 'SUBJECT') {
    if (!('sessionId' in by)) throw new NotFound('Invitation');
    await becomeInvitedSubject(tx, wake, by, invitation);
  }
  // The subject joins as a viewer; their other rights come from being the subject.
  const role = invitation.role === 'SUBJECT' ? 'VIEWER' : invitation.role;
  const membershipId = !member
    ? await join(tx, userId, { ...invitation, role })
    : rank[member.role] < rank[role]
      ? await raise(tx, member.id, role)
      : member.id;
  const uses = invitation.uses + 1;
  await tx.invitation.update({
    where: { id: invitation.id },
    data: {
      uses,
      status: uses >= invitation.maxUses ? 'ACCEPTED' : 'PENDING',
      acceptedBy: { create: { userId, subjectId: invitation.subjectId } },
    },
  });
  wake(topics.access(userId));
  wake(topics.subject(invitation.subjectId));
  await membersChanged(tx, wake, invitation.subjectId);
  return { subjectId: invitation.subjectId, membershipId };
}

/** Declines an invitation. A personal one is closed; an open link stays valid for others. */
export async function declineInvitation(
  by: AnsweredBy,
  userId: string | null = null,
): Promise<InvitationPreview> {
  const id = await transaction(async (tx) => {
    const { invitation } = await lockForAnswer(tx, by, userId);
    const status = statusNow(invitation);
    if (status === 'DECLINED') return invitation.id;
    if (status !== 'PENDING') throw new InvitationUnusable(status);
    if (invitation.maxUses > 1) return invitation.id;
    await tx.invitation.update({ where: { id: invitation.id }, data: { status: 'DECLINED' } });
    return invitation.id;
  });
  return db.invitation.findUniqueOrThrow({ where: { id }, select: previewFields });
}

/** Locks the subject, then the invitation, always in this order; members are counted under the lock. */
async function lockForAnswer(tx: Tx, by: AnsweredBy, userId: string | null) {
  const where = await answerable(by, userId);
  const found = await tx.invitation.findFirst({ where, select: { id: true, subjectId: true } });
  if (!found) throw new NotFound('Invitation', ['token' in by ? 'token' : 'id']);
  await tx.$queryRaw`select 1 from subject where id = ${found.subjectId}::uuid for no key update`;
  await tx.$queryRaw`select 1 from invitation where id = ${found.id}::uuid for no key update`;
  const invitation = await tx.invitation.findFirst({
    where: { id: found.id, subject: { deletedAt: null } },
    include: { subject: { select: { selfUserId: true } } },
  });
  if (!invitation) throw new NotFound('Invitation', ['token' in by ? 'token' : 'id']);
  const member = userId
    ? await tx.membership.findUnique({
        where: { subjectId_userId: { subjectId: invitation.subjectId, userId } },
        select: { id: true, role: true },
      })
    : null;
  return { invitation, member };
}

async function raise(tx: Tx, id: string, role: 'EDITOR' | 'VIEWER') {
  await tx.membership.update({ where: { id }, data: { role } });
  return id;
}

async function join(
  tx: Tx,
  userId: string,
  invitation: Pick<Invitation, 'subjectId' | 'relationship' | 'mayContribute' | 'mayDownload'> & {
    role: 'EDITOR' | 'VIEWER';
  },
) {
  const { subjectId, role, relationship, mayContribute, mayDownload } = invitation;
  if ((await tx.membership.count({ where: { subjectId } })) >= membersLimit) {
    throw new LimitReached(`A book has at most ${membersLimit} members`, membersLimit);
  }
  const { id } = await tx.membership.create({
    data: { subjectId, userId, role, relationship, mayContribute, mayDownload },
    select: { id: true },
  });
  await tx.activity.create({ data: { subjectId, actorId: userId, kind: 'member-joined' } });
  return id;
}
