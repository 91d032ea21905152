import { z } from 'zod';
import { mustBeProven } from '#api/accounts/policy.ts';
import { dropDecisions } from '#api/accounts/profile/service/deletion.ts';
import { tellHolder } from '#api/accounts/security/service.ts';
import { notify } from '#api/notices/service.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { membersChanged } from '../events.ts';

const SetSuccessor = z.object({ subjectId: z.string(), membershipId: z.string().nullish() });

/**
 * Names the member who becomes the owner when the account of the last owner is deleted, and writes to them and to the
 * member who was named before; without `membershipId`, nobody is named any more. Owners can't be named, and nobody can
 * name themself. Throws `ProofNeeded`.
 */
export async function setSuccessor(viewer: Viewer, input: z.input<typeof SetSuccessor>) {
  mustBeProven(viewer, 'BOOKS');
  const { subjectId, membershipId = null } = parse(SetSuccessor, input);
  await transaction(async (tx, wake) => {
    await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
    await mustStill(tx, viewer, 'MANAGE_MEMBERS', subjectId);
    const before = await tx.successor.findUnique({
      where: { subjectId },
      select: { membershipId: true, member: { select: { userId: true, user: { select: { email: true } } } } },
    });
    if (membershipId === (before?.membershipId ?? null)) return;
    const { preferredName: about } = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
    const named = membershipId ? await memberToName(tx, viewer, { subjectId, membershipId }) : null;
    if (named) await name(tx, viewer, { subjectId, subjectName: about, member: named });
    else await tx.successor.delete({ where: { subjectId } });
    if (before) {
      const recipient = before.member.user.email;
      await tellOfEnd(tx, viewer, { subjectId, subjectName: about, recipient, isMember: true });
    }
    const targetId = named?.userId ?? before?.member.userId;
    await audit(tx, viewer, 'member.successor', {
      subjectId,
      ...(targetId && { targetId }),
      detail: { named: named !== null },
    });
    await tellHolder(tx, viewer.userId, { what: 'SUCCESSOR_CHANGED', about });
    await membersChanged(tx, wake, subjectId);
  });
  return { subjectId };
}

type EndOfSuccession = {
  subjectId: string;
  subjectName: string;
  recipient: string;
  /** False for somebody who is removed from the book. */
  isMember: boolean;
};

/** Writes to a member that they are not the named successor any more. */
export async function tellOfEnd(
  tx: Tx,
  viewer: Viewer,
  { subjectId, subjectName, recipient, isMember }: EndOfSuccession,
) {
  await notify(tx, {
    kind: 'successor-ended',
    channel: 'mail',
    recipient,
    data: { subjectName, byName: viewer.name, isMember, url: `${publicUrl()}/dashboard/` },
    dedupeKey: `successor-ended:${newId()}`,
    subjectId,
  });
}

type Member = { id: string; userId: string; user: { email: string } };

/** A member who can be named: of this book, not the caller, and no owner. */
async function memberToName(
  tx: Tx,
  viewer: Viewer,
  { subjectId, membershipId }: { subjectId: string; membershipId: string },
): Promise<Member> {
  const path = ['membershipId'];
  const member = await tx.membership.findFirst({
    where: { id: membershipId, subjectId },
    select: { id: true, userId: true, role: true, user: { select: { email: true } } },
  });
  if (!member) throw new NotFound('Member', path);
  if (member.userId === viewer.userId) throw new WrongState('You can’t name yourself as successor', path);
  if (member.role === 'OWNER') throw new WrongState('They are an owner of the book already', path);
  return member;
}

async function name(
  tx: Tx,
  viewer: Viewer,
  { subjectId, subjectName, member }: { subjectId: string; subjectName: string; member: Member },
) {
  const { id: membershipId } = member;
  await tx.successor.upsert({
    where: { subjectId },
    create: { subjectId, membershipId },
    update: { membershipId, claimedAt: null, saidDeadId: null, answeredAt: null },
  });
  // An owner may have decided otherwise for a deletion of their account that they gave up.
  await dropDecisions(tx, subjectId);
  await notify(tx, {
    kind: 'successor-named',
    channel: 'mail',
    recipient: member.user.email,
    data: { subjectName, byName: viewer.name, url: `${publicUrl()}/dashboard/${subjectId}/settings/` },
    dedupeKey: `successor-named:${newId()}`,
    subjectId,
  });
}
