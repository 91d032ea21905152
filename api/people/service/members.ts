import { z } from 'zod';
import { mustBeProven } from '#api/accounts/policy.ts';
import { tellHolder } from '#api/accounts/security/service.ts';
import { eraseDraftsOf } from '#api/biography/service/story-drafts.ts';
import type { MemberRole } from '#api/generated/prisma/enums.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { roomForOneMore } from '#api/subjects/service.ts';
import { LastOwner } from '../errors.ts';
import { membersChanged } from '../events.ts';
import { tellOfEnd } from './successor.ts';

/** The maximum of members per subject. */
export const membersLimit = 200;

const SetMemberRole = z.object({
  id: z.string(),
  role: z.enum(['OWNER', 'EDITOR', 'VIEWER'], 'must be OWNER, EDITOR or VIEWER'),
});

/** Changes a member's role. A new owner is an additional one; the last owner can't be changed. Throws `ProofNeeded`. */
export async function setMemberRole(viewer: Viewer, input: { id: string; role: string }) {
  mustBeProven(viewer, 'BOOKS');
  const { id, role } = parse(SetMemberRole, input);
  return transaction(async (tx, wake) => {
    if (role === 'OWNER') await roomToOwn(tx, viewer, id);
    const member = await lockMember(tx, id);
    await mustStill(tx, viewer, 'MANAGE_MEMBERS', member.subjectId);
    if (member.role === role) return { id };
    if (member.role === 'OWNER') await refuseLastOwner(tx, member.subjectId);
    await tx.membership.update({ where: { id }, data: { role } });
    await revokeBeyond(tx, member, role);
    if (role === 'VIEWER') await eraseDraftsOf(tx, member);
    if (role === 'OWNER') await tx.successor.deleteMany({ where: { membershipId: id } });
    await audit(tx, viewer, 'member.role', {
      subjectId: member.subjectId,
      targetId: member.userId,
      detail: { from: member.role, to: role },
    });
    await tellOfMembers(tx, viewer, member.subjectId);
    wake(topics.access(member.userId));
    await membersChanged(tx, wake, member.subjectId);
    return { id };
  });
}

const SetMemberRights = z.object({
  id: z.string(),
  mayContribute: z.boolean().nullish(),
  mayDownload: z.boolean().nullish(),
});

/** Changes whether a reader may contribute and download. Throws `ProofNeeded`, and `WrongState` for other roles. */
export async function setMemberRights(viewer: Viewer, input: z.input<typeof SetMemberRights>) {
  mustBeProven(viewer, 'BOOKS');
  const { id, mayContribute, mayDownload } = parse(SetMemberRights, input);
  const rights = {
    ...(typeof mayContribute === 'boolean' && { mayContribute }),
    ...(typeof mayDownload === 'boolean' && { mayDownload }),
  };
  return transaction(async (tx, wake) => {
    const member = await lockMember(tx, id);
    await mustStill(tx, viewer, 'MANAGE_MEMBERS', member.subjectId);
    if (member.role !== 'VIEWER') throw new WrongState('Only a reader can be limited', ['id']);
    await tx.membership.update({ where: { id }, data: rights });
    await audit(tx, viewer, 'member.rights', {
      subjectId: member.subjectId,
      targetId: member.userId,
      detail: rights,
    });
    wake(topics.access(member.userId));
    await membersChanged(tx, wake, member.subjectId);
    return { id };
  });
}

/** Ends a membership and its open views. The last owner can't be removed. Throws `ProofNeeded`. */
export async function removeMember(viewer: Viewer, { id }: { id: string }) {
  return transaction(async (tx, wake) => {
    const member = await lockMember(tx, id);
    const leaves = member.userId === viewer.userId;
    if (!leaves) {
      mustBeProven(viewer, 'BOOKS');
      await mustStill(tx, viewer, 'MANAGE_MEMBERS', member.subjectId);
    }
    if (member.role === 'OWNER') await refuseLastOwner(tx, member.subjectId);
    if (!leaves) await tellOfSuccession(tx, viewer, id);
    await tx.membership.delete({ where: { id } });
    await eraseDraftsOf(tx, member);
    // A removed member must not return by an invitation of their own; a leaver's invitations stay.
    if (!leaves) {
      await revokeBeyond(tx, member, null);
      await tellOfMembers(tx, viewer, member.subjectId);
    }
    await audit(tx, viewer, 'member.removed', {
      subjectId: member.subjectId,
      targetId: member.userId,
      detail: { role: member.role },
    });
    wake(topics.access(member.userId));
    await membersChanged(tx, wake, member.subjectId);
    return { membershipId: id };
  });
}

/** Writes to a member who is to be removed, where they are the named successor. */
async function tellOfSuccession(tx: Tx, viewer: Viewer, membershipId: string) {
  const named = await tx.successor.findUnique({
    where: { membershipId },
    select: {
      subjectId: true,
      subject: { select: { preferredName: true } },
      member: { select: { user: { select: { email: true } } } },
    },
  });
  if (!named) return;
  const { subjectId, subject, member } = named;
  await tellOfEnd(tx, viewer, {
    subjectId,
    subjectName: subject.preferredName,
    recipient: member.user.email,
    isMember: false,
  });
}

type Member = { id: string; subjectId: string; userId: string; role: MemberRole };

/** Returns the member with the subject locked, so that decisions about owners are made one at a time. */
async function lockMember(tx: Tx, id: string): Promise<Member> {
  await tx.$queryRaw`
    select 1 from subject where id = (select subject_id from membership where id = ${id}::uuid) for no key update`;
  const member = await tx.membership.findUnique({
    where: { id },
    select: { id: true, subjectId: true, userId: true, role: true },
  });
  if (!member) throw new NotFound('Member', ['id']);
  return member;
}

/** Refuses a new owner who owns the maximum of subjects. */
async function roomToOwn(tx: Tx, viewer: Viewer, id: string) {
  const member = await tx.membership.findUnique({ where: { id }, select: { userId: true, role: true } });
  if (!member || member.role === 'OWNER') return;
  await roomForOneMore(tx, member.userId, { own: member.userId === viewer.userId });
}

async function refuseLastOwner(tx: Tx, subjectId: string) {
  const owners = await tx.membership.count({ where: { subjectId, role: 'OWNER' } });
  if (owners <= 1) throw new LastOwner();
}

/** Confirms a change of members by a letter to the account that made it. */
async function tellOfMembers(tx: Tx, { userId }: Viewer, subjectId: string) {
  const { preferredName: about } = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
  await tellHolder(tx, userId, { what: 'MEMBER_CHANGED', about });
}

/** Revokes the pending invitations that a member could no longer send with their new role. */
async function revokeBeyond(tx: Tx, { subjectId, userId }: Member, role: MemberRole | null) {
  if (role === 'OWNER') return;
  await tx.invitation.updateMany({
    where: {
      subjectId,
      invitedById: userId,
      status: 'PENDING',
      ...(role === 'EDITOR' && { role: 'EDITOR' }),
    },
    data: { status: 'REVOKED' },
  });
}
