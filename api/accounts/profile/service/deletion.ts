import { z } from 'zod';
import { takeTurnsAt } from '#api/conversations/service/end.ts';
import { notify } from '#api/notices/service.ts';
import { membersChanged } from '#api/people/events.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { holdSubjects, keptUntil, restoreToken, takeAway } from '#api/subjects/deletion.ts';
import { type Deletable, tellOfDeletion } from '#api/subjects/deletion-notices.ts';
import { ownsAsManyAsOneMay } from '#api/subjects/service.ts';
import { erasePhotoFile } from '../jobs.ts';
import { endMailedLinks } from './mailed-links.ts';

const Books = z
  .array(z.object({ subjectId: z.string(), handTo: z.string().nullish() }))
  .max(100, 'must be at most 100');

/** A user's decision about a subject they own: handed to another user, or deleted. */
type Decision = { subjectId: string; handTo?: string | null | undefined };

/** The subjects that would have no owner without this user, including deleted ones. */
export async function ownedAlone(userId: string, tx: Tx = db): Promise<string[]> {
  const owned = await tx.membership.findMany({
    where: {
      userId,
      role: 'OWNER',
      subject: { members: { none: { role: 'OWNER', userId: { not: userId } } } },
    },
    orderBy: { subjectId: 'asc' },
    select: { subjectId: true },
  });
  return owned.map(({ subjectId }) => subjectId);
}

/**
 * Stores what happens to the user's solely owned subjects when the account is deleted, at once by password or later by
 * the mailed link. Subjects without a decision are deleted with the account, with 30 days to undo.
 */
export async function decideBooks(viewer: Viewer, input: { books: readonly Decision[] }) {
  const { books } = parse(z.object({ books: Books }), input);
  await transaction(async (tx) => {
    const alone = new Set(await ownedAlone(viewer.userId, tx));
    for (const [at, { subjectId, handTo }] of books.entries()) {
      if (!alone.has(subjectId)) refuse(`books.${at}.subjectId`, 'must be a book that you alone own');
      if (handTo && !(await newOwnerAt(tx, subjectId, handTo, viewer.userId))) {
        refuse(`books.${at}.handTo`, 'must be somebody with a place at this book');
      }
      if (handTo && (await ownsAsManyAsOneMay(tx, handTo))) {
        refuse(`books.${at}.handTo`, 'must be somebody who owns fewer books: they have as many as one may');
      }
    }
    await tx.accountDeletion.upsert({
      where: { userId: viewer.userId },
      create: { userId: viewer.userId, books },
      update: { books },
    });
  });
  return { userId: viewer.userId };
}

function refuse(path: string, message: string): never {
  throw new InvalidInput([{ path, message }]);
}

/** A user who can take over a subject: a member or the person themself; not the leaver, and no banned user. */
async function newOwnerAt(tx: Tx, subjectId: string, userId: string, leaver: string) {
  if (userId === leaver) return null;
  return tx.user.findFirst({
    where: {
      id: userId,
      banned: { not: true },
      OR: [{ memberships: { some: { subjectId } } }, { selfSubject: { id: subjectId } }],
    },
    select: { id: true, name: true, email: true },
  });
}

type Leaver = { id: string; name: string; email: string };

/**
 * Deletes an account with all its data in one transaction: solely owned subjects are handed over or deleted as decided,
 * and the letters are written. Of two concurrent calls, the later finds nothing to do. If the user is a subject
 * themself, their consents stay in the ledger, because calls and texts obey it without an account. `note` records an
 * admin's deletion in the same transaction.
 */
export async function deleteAccount(userId: string, note?: (tx: Tx) => Promise<void>) {
  await transaction(async (tx, wake) => {
    const leaver = await holdUsers(tx, userId);
    if (!leaver) return;
    const decisions = await decidedBy(tx, userId);
    const memberships = await tx.membership.findMany({ where: { userId }, select: { subjectId: true } });
    // All subjects are locked: of two owners who leave at once, the later sees that they are the last.
    const ids = memberships.map(({ subjectId }) => subjectId);
    await takeTurnsAt(tx, ids);
    const held = await holdSubjects(tx, ids);
    const alone = new Set(await ownedAlone(userId, tx));
    const letter = { deleted: [] as Gone[], handedOver: [] as Handed[] };
    for (const subject of held.filter(({ id }) => alone.has(id))) {
      const handed = !subject.deletedAt && (await handOverToFirst(tx, wake, subject, leaver, decisions));
      if (handed) letter.handedOver.push(handed);
      else letter.deleted.push(await deleteWith(tx, wake, subject, leaver));
    }
    const photo = await tx.userPhoto.findUnique({ where: { userId }, select: { storageKey: true } });
    if (photo) await enqueue(tx, erasePhotoFile, { storageKey: photo.storageKey });
    // Ends the user's one-time tokens.
    await endMailedLinks(tx, userId);
    await tx.user.delete({ where: { id: userId } });
    await audit(tx, null, 'account.deleted', { targetId: userId });
    await note?.(tx);
    await notify(tx, {
      kind: 'account-deleted',
      channel: 'mail',
      recipient: leaver.email,
      data: {
        name: leaver.name,
        until: keptUntil(clock.now()).toISOString(),
        url: `${publicUrl()}/`,
        ...letter,
      },
      dedupeKey: `account-deleted:${userId}`,
    });
    for (const { id } of held) {
      wake(topics.subject(id));
      await membersChanged(tx, wake, id);
    }
    wake(topics.access(userId));
  });
}

/** The stored decisions: the new owner of each subject, or null to delete it. */
async function decidedBy(tx: Tx, userId: string): Promise<Map<string, string | null | undefined>> {
  const decided = await tx.accountDeletion.findUnique({ where: { userId } });
  const books = Books.safeParse(decided?.books ?? []).data ?? [];
  return new Map(books.map(({ subjectId, handTo }) => [subjectId, handTo]));
}

/**
 * Locks the leaver and all possible new owners, whose subjects are counted, in the order of their ids to avoid
 * deadlocks. Returns the leaver.
 */
async function holdUsers(tx: Tx, userId: string): Promise<Leaver | undefined> {
  const own = await tx.membership.findMany({
    where: { userId, role: 'OWNER' },
    select: {
      subject: {
        select: { selfUserId: true, successor: { select: { member: { select: { userId: true } } } } },
      },
    },
  });
  const newOwners = [
    ...own.flatMap(({ subject }) => [subject.selfUserId, subject.successor?.member.userId]),
    ...(await decidedBy(tx, userId)).values(),
  ];
  const ids = [userId, ...newOwners.filter((id) => typeof id === 'string')];
  const held = await tx.$queryRaw<Leaver[]>`
    select id::text as id, name, email from "user" where id = any(${ids}::uuid[]) order by id for update`;
  return held.find(({ id }) => id === userId);
}

type Handed = { subjectName: string; toName: string };
type Gone = { subjectName: string; url: string };

/**
 * Hands a subject over as the leaver decided. Without a decision, it goes to the named successor, else to the person it
 * is about. Returns nothing when nobody can take it.
 */
async function handOverToFirst(
  tx: Tx,
  wake: Wake,
  subject: Deletable,
  leaver: Leaver,
  decisions: ReadonlyMap<string, string | null | undefined>,
): Promise<Handed | null> {
  const named = await tx.successor.findUnique({
    where: { subjectId: subject.id },
    select: { member: { select: { userId: true } } },
  });
  const successorId = named?.member.userId ?? null;
  const newOwners = decisions.has(subject.id)
    ? [decisions.get(subject.id)]
    : [successorId, subject.selfUserId];
  for (const newOwnerId of newOwners) {
    const asSuccessor = newOwnerId === successorId;
    const handed = newOwnerId && (await handOver(tx, wake, subject, leaver, { newOwnerId, asSuccessor }));
    if (handed) return handed;
  }
  return null;
}

/** Makes a member the owner; returns nothing when they have left meanwhile or own the maximum. */
async function handOver(
  tx: Tx,
  wake: Wake,
  { id, preferredName }: Deletable,
  leaver: Leaver,
  { newOwnerId, asSuccessor }: { newOwnerId: string; asSuccessor: boolean },
): Promise<Handed | null> {
  const newOwner = await newOwnerAt(tx, id, newOwnerId, leaver.id);
  if (!newOwner || (await ownsAsManyAsOneMay(tx, newOwner.id))) return null;
  await tx.membership.upsert({
    where: { subjectId_userId: { subjectId: id, userId: newOwner.id } },
    create: { subjectId: id, userId: newOwner.id, role: 'OWNER' },
    update: { role: 'OWNER' },
  });
  if (asSuccessor) await tx.successor.delete({ where: { subjectId: id } });
  await audit(tx, null, 'member.role', {
    subjectId: id,
    targetId: newOwnerId,
    detail: { to: 'OWNER', handedOver: true },
  });
  await notify(tx, {
    kind: 'book-handed-over',
    channel: 'mail',
    recipient: newOwner.email,
    data: {
      ...{ subjectName: preferredName, fromName: leaver.name, asSuccessor },
      url: `${publicUrl()}/dashboard/${id}/`,
    },
    dedupeKey: `book-handed-over:${id}:${leaver.id}`,
    subjectId: id,
  });
  wake(topics.access(newOwnerId));
  return { subjectName: preferredName, toName: newOwner.name };
}

/** Deletes a subject together with its last owner, and creates the link to restore it. */
async function deleteWith(tx: Tx, wake: Wake, subject: Deletable, leaver: Leaver): Promise<Gone> {
  const { id, preferredName, selfUserId } = subject;
  if (!subject.deletedAt) {
    const deletedAt = await takeAway(tx, wake, subject);
    await audit(tx, null, 'subject.deleted', { subjectId: id, detail: { withAccount: true } });
    await tellOfDeletion(tx, subject, {
      byName: leaver.name,
      until: keptUntil(deletedAt),
      but: leaver.id,
    });
  }
  const token = await restoreToken(tx, id, selfUserId === leaver.id);
  return { subjectName: preferredName, url: `${publicUrl()}/restore/${token}` };
}
