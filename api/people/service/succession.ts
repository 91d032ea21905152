import { mustBeProven } from '#api/accounts/policy.ts';
import { notify } from '#api/notices/service.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { Forbidden, WrongState } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { ownsAsManyAsOneMay, roomForOneMore } from '#api/subjects/service.ts';
import { membersChanged } from '../events.ts';

/** How long the owner has to answer; after an answer, the same successor can't say so again for as long. */
const daysToAnswer = 30;

/** When the owner is written to once more. */
function lastWeekOfWaiting(since: Date): Date {
  return new Date(endOfWaiting(since).getTime() - 7 * 24 * 3_600_000);
}

/** The end of the time that began then. */
export function endOfWaiting(since: Date): Date {
  return new Date(since.getTime() + daysToAnswer * 24 * 3_600_000);
}

/** Locks a subject and reads its named successor and its owners. */
async function successionAt(tx: Tx, subjectId: string) {
  await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
  const person = { select: { id: true, name: true, email: true, banned: true } } as const;
  return tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: {
      preferredName: true,
      timeZone: true,
      deletedAt: true,
      selfUser: person,
      members: { where: { role: 'OWNER' }, select: { user: person } },
      successor: {
        select: {
          membershipId: true,
          claimedAt: true,
          saidDeadId: true,
          answeredAt: true,
          member: { select: { user: person } },
        },
      },
    },
  });
}

/**
 * The named successor says that the only owner has died: the owner and the person are written to, and after 30 days
 * without an answer the successor becomes an owner too. Throws `ProofNeeded`, and `WrongState` where the book has
 * another owner, where it was said already, and for 30 days after the owner's answer.
 */
export async function claimSuccession(viewer: Viewer, { subjectId }: { subjectId: string }) {
  mustBeProven(viewer, 'BOOKS');
  await transaction(async (tx, wake) => {
    await roomForOneMore(tx, viewer.userId);
    const { successor, members, selfUser, ...subject } = await successionAt(tx, subjectId);
    await mustStill(tx, viewer, 'READ', subjectId);
    if (actsForAnother(viewer) || successor?.member.user.id !== viewer.userId) throw new Forbidden();
    const [owner, another] = members.map(({ user }) => user);
    if (!owner || another) throw new WrongState('The book has another owner, who can make you one');
    if (owner.banned)
      throw new WrongState('The owner’s account is closed for now, and they could not answer');
    const { claimedAt, answeredAt } = successor;
    if (claimedAt && !answeredAt) throw new WrongState('You have told us already');
    const now = clock.now();
    if (answeredAt && endOfWaiting(answeredAt) > now)
      throw new WrongState('You can tell us again 30 days after the last answer');
    await tx.successor.update({
      where: { subjectId },
      data: { claimedAt: now, saidDeadId: owner.id, answeredAt: null },
    });
    await tellOfClaim(tx, { subjectId, ...subject, owner, selfUser, by: viewer, claimedAt: now }, 'FIRST');
    await audit(tx, viewer, 'member.succession', {
      subjectId,
      targetId: owner.id,
      detail: { claimed: true },
    });
    await membersChanged(tx, wake, subjectId);
  });
  return { subjectId };
}

interface Claim {
  subjectId: string;
  preferredName: string;
  timeZone: string;
  owner: Reader;
  selfUser: Reader | null;
  by: { userId: string; name: string };
  claimedAt: Date;
}

type Reader = { id: string; name: string; email: string };

/** Writes to the owner and to the person, unless the person is the successor; each letter once. */
async function tellOfClaim(
  tx: Tx,
  { subjectId, preferredName, timeZone, owner, selfUser, by, claimedAt }: Claim,
  letter: 'FIRST' | 'LAST_WEEK' | 'OVER',
) {
  const page = letter === 'OVER' ? 'family-friends/' : 'settings/';
  const told = selfUser && selfUser.id !== by.userId && selfUser.id !== owner.id;
  for (const reader of told ? [owner, selfUser] : [owner]) {
    await notify(tx, {
      kind: 'owner-said-dead',
      channel: 'mail',
      recipient: reader.email,
      data: {
        ...{ subjectName: preferredName, ownerName: owner.name, byName: by.name },
        own: reader.id === owner.id,
        until: endOfWaiting(claimedAt).toISOString(),
        isOver: letter === 'OVER',
        timeZone,
        url: `${publicUrl()}/dashboard/${subjectId}/${page}`,
      },
      dedupeKey: `owner-said-dead:${subjectId}:${claimedAt.getTime()}:${reader.id}:${letter}`,
      subjectId,
    });
  }
}

/** The owner answers that they are there, or the person answers for them. Throws `WrongState` where nothing was said. */
export async function answerSuccession(viewer: Viewer, { subjectId }: { subjectId: string }) {
  await transaction(async (tx, wake) => {
    const subject = await successionAt(tx, subjectId);
    await mustStill(tx, viewer, 'MANAGE_MEMBERS', subjectId);
    const { successor } = subject;
    if (!successor?.claimedAt || successor.answeredAt)
      throw new WrongState('There is nothing to answer any more');
    await endClaim(tx, viewer, subjectId, subject);
    await membersChanged(tx, wake, subjectId);
  });
  return { subjectId };
}

type Succession = Awaited<ReturnType<typeof successionAt>>;

/** Stores that the owner is there, and writes it to the successor. */
async function endClaim(
  tx: Tx,
  viewer: Viewer | null,
  subjectId: string,
  { successor, members, preferredName }: Succession,
) {
  const owner = members.find(({ user }) => user.id === successor?.saidDeadId)?.user;
  await tx.successor.update({ where: { subjectId }, data: { answeredAt: clock.now() } });
  await audit(tx, viewer, 'member.succession', {
    subjectId,
    ...(owner && { targetId: owner.id }),
    detail: { claimed: false },
  });
  if (!owner || !successor) return;
  await notify(tx, {
    kind: 'owner-is-here',
    channel: 'mail',
    recipient: successor.member.user.email,
    data: {
      ...{ subjectName: preferredName, ownerName: owner.name, byHand: viewer !== null },
      url: `${publicUrl()}/dashboard/${subjectId}/settings/`,
    },
    dedupeKey: `owner-is-here:${subjectId}:${successor.claimedAt?.getTime()}`,
    subjectId,
  });
}

/**
 * Ends the claims whose owner was seen, and makes the successors owners whose 30 days are over. One that fails doesn't
 * stop the others, and is tried again an hour later.
 */
export async function settleSuccessions() {
  const open = await db.successor.findMany({
    where: { claimedAt: { not: null }, answeredAt: null, subject: { deletedAt: null } },
    orderBy: { claimedAt: 'asc' },
    select: { subjectId: true, member: { select: { userId: true } } },
  });
  let failed = 0;
  for (const { subjectId, member } of open) {
    await settle(subjectId, member.userId).catch((error: Error) => {
      failed += 1;
      log.warn({ error }, 'a succession could not be settled');
    });
  }
  if (failed) throw new Error('Some successions could not be settled');
}

async function settle(subjectId: string, userId: string) {
  await transaction(async (tx, wake) => {
    // The new owner’s row is locked before the book’s, in the same order as elsewhere.
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
    const subject = await successionAt(tx, subjectId);
    const { successor, members, preferredName } = subject;
    if (!successor?.claimedAt || successor.answeredAt || subject.deletedAt) return;
    const { user } = successor.member;
    const [owner, another] = members.map(({ user }) => user);
    // Another owner has come, or the claim was about somebody else: there is nothing left to wait for.
    if (!owner || another || owner.id !== successor.saidDeadId) {
      await tx.successor.update({
        where: { subjectId },
        data: { claimedAt: null, saidDeadId: null },
      });
      return;
    }
    const isOwnBook = owner.id === subject.selfUser?.id;
    if (await wasHere(tx, owner.id, successor.claimedAt, isOwnBook ? subjectId : null)) {
      await endClaim(tx, null, subjectId, subject);
      await membersChanged(tx, wake, subjectId);
      return;
    }
    const isOver = endOfWaiting(successor.claimedAt) <= clock.now();
    const claim = {
      ...{ subjectId, ...subject, owner },
      ...{ by: { name: user.name, userId: user.id }, claimedAt: successor.claimedAt },
    };
    if (!isOver && lastWeekOfWaiting(successor.claimedAt) <= clock.now())
      await tellOfClaim(tx, claim, 'LAST_WEEK');
    // Named anew meanwhile, or they can't own another book now, or the owner can't answer: the next run looks again.
    if (!isOver || user.id !== userId || user.banned || owner.banned) return;
    if (await ownsAsManyAsOneMay(tx, userId)) return;
    await tx.membership.update({ where: { id: successor.membershipId }, data: { role: 'OWNER' } });
    await tx.successor.delete({ where: { subjectId } });
    await audit(tx, null, 'member.role', {
      subjectId,
      targetId: userId,
      detail: { to: 'OWNER', saidDead: owner.id },
    });
    await notify(tx, {
      kind: 'book-handed-over',
      channel: 'mail',
      recipient: user.email,
      data: {
        ...{ subjectName: preferredName, fromName: owner.name, asSuccessor: true, saidDead: true },
        url: `${publicUrl()}/dashboard/${subjectId}/`,
      },
      dedupeKey: `book-handed-over:${subjectId}:${userId}:${claim.claimedAt.getTime()}`,
      subjectId,
    });
    await tellOfClaim(tx, claim, 'OVER');
    wake(topics.access(userId));
    await membersChanged(tx, wake, subjectId);
  });
}

/**
 * Whether somebody has signed in, kept a session in use or done anything that is logged since then, or, where the book is
 * their own, told something.
 */
async function wasHere(tx: Tx, userId: string, since: Date, ownBookId: string | null): Promise<boolean> {
  const after = { gt: since };
  const did = await tx.auditEvent.findFirst({
    where: {
      at: after,
      OR: [
        { targetId: userId, action: 'security.signed-in' },
        { actorId: userId, impersonatorId: null },
      ],
    },
    select: { id: true },
  });
  const used = await tx.session.count({ where: { userId, updatedAt: after, impersonatedBy: null } });
  if (did !== null || used > 0 || !ownBookId) return did !== null || used > 0;
  const said = await tx.message.findFirst({
    where: {
      ...{ role: 'user', createdAt: after },
      conversation: { subjectId: ownBookId, brought: false, together: false },
    },
    select: { id: true },
  });
  return said !== null;
}
