import { z } from 'zod';
import { languageOfAccount } from '#api/accounts/language.ts';
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

/** How long a decision counts: as long as the mailed link that it was made for, with time to ask for the link. */
const decisionCountsMs = 25 * 3_600_000;

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
 * the mailed link. Subjects without a decision go to the successor or the person, else they are deleted with the account,
 * with 30 days to undo.
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
      create: { userId: viewer.userId, books, updatedAt: clock.now() },
      update: { books, updatedAt: clock.now() },
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

/** Drops what the owners decided about a subject. The caller has locked it. */
export async function dropDecisions(tx: Tx, subjectId: string): Promise<void> {
  await tx.$executeRaw`
    update account_deletion set books = coalesce(
      (select jsonb_agg(book) from jsonb_array_elements(books) book where book->>'subjectId' <> ${subjectId}), '[]')
    where user_id in (
      select user_id from membership where subject_id = ${subjectId}::uuid and role = 'OWNER')`;
}

/**
 * The number of subjects that would be deleted with this account although nobody decided so: those without another
 * owner, which neither a successor nor the person can take over.
 */
export async function leftToNobody(userId: string): Promise<number> {
  const decisions = await decidedBy(db, userId);
  const books = await db.subject.findMany({
    where: { id: { in: await ownedAlone(userId), notIn: [...decisions.keys()] }, deletedAt: null },
    orderBy: { id: 'asc' },
    select: { id: true, selfUserId: true },
  });
  const successors = await successorsOf(
    db,
    books.map(({ id }) => id),
  );
  const taken: string[] = [];
  for (const book of books) {
    for (const id of newOwnersOf(book, decisions, successors)) {
      const takesOver = taken.filter((newOwnerId) => newOwnerId === id).length;
      if (!(await newOwnerAt(db, book.id, id, userId)) || (await ownsAsManyAsOneMay(db, id, takesOver)))
        continue;
      taken.push(id);
      break;
    }
  }
  return books.length - taken.length;
}

type Leaver = { id: string; name: string; email: string };

/** The tries to delete an account whose successors or persons change at the same moment. */
const mostTries = 5;

/** A new owner was named before the subjects were locked, and is not locked. */
class NewOwnerSince extends Error {}

/** Deletes an account, and starts anew when somebody who takes over a subject was named meanwhile. */
export async function deleteAccount(userId: string, note?: (tx: Tx) => Promise<void>) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await deleteOnce(userId, note);
    } catch (error) {
      if (!(error instanceof NewOwnerSince) || tries === mostTries) throw error;
    }
  }
}

/**
 * Deletes an account with all its data in one transaction: solely owned subjects are handed over or deleted as decided,
 * and the letters are written. Of two concurrent calls, the later finds nothing to do. If the user is a subject
 * themself, their consents stay in the ledger, because calls and texts obey it without an account. `note` records an
 * admin's deletion in the same transaction.
 */
async function deleteOnce(userId: string, note?: (tx: Tx) => Promise<void>) {
  await transaction(async (tx, wake) => {
    const { leaver, heldIds } = await holdUsers(tx, userId);
    if (!leaver) return;
    const memberships = await tx.membership.findMany({ where: { userId }, select: { subjectId: true } });
    // All subjects are locked: of two owners who leave at once, the later sees that they are the last.
    const ids = memberships.map(({ subjectId }) => subjectId);
    await takeTurnsAt(tx, ids);
    const held = await holdSubjects(tx, ids);
    const alone = new Set(await ownedAlone(userId, tx));
    const decisions = await decidedBy(tx, userId);
    const successors = await successorsOf(tx, ids);
    const letter = { deleted: [] as Gone[], handedOver: [] as Handed[] };
    for (const subject of held.filter(({ id }) => alone.has(id))) {
      const newOwnerIds = newOwnersOf(subject, decisions, successors);
      if (newOwnerIds.some((id) => !heldIds.has(id))) throw new NewOwnerSince();
      const handed =
        !subject.deletedAt && (await handOverToFirst(tx, wake, subject, leaver, newOwnerIds, successors));
      if (handed) letter.handedOver.push(handed);
      else letter.deleted.push(await deleteWith(tx, wake, subject, leaver));
    }
    const photo = await tx.userPhoto.findUnique({ where: { userId }, select: { storageKey: true } });
    if (photo) await enqueue(tx, erasePhotoFile, { storageKey: photo.storageKey });
    // Ends the user's one-time tokens.
    await endMailedLinks(tx, userId);
    const language = await languageOfAccount(tx, { id: userId });
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
      language,
    });
    for (const { id } of held) {
      wake(topics.subject(id));
      await membersChanged(tx, wake, id);
    }
    wake(topics.access(userId));
  });
}

type Decisions = ReadonlyMap<string, string | null | undefined>;
/** The user ids of the successors, by the subjects' ids. */
type Successors = ReadonlyMap<string, string>;

/** The stored decisions that still count: the new owner of each subject, or null to delete it. */
async function decidedBy(tx: Tx, userId: string): Promise<Decisions> {
  const since = new Date(clock.now().getTime() - decisionCountsMs);
  const decided = await tx.accountDeletion.findUnique({ where: { userId, updatedAt: { gte: since } } });
  const books = Books.safeParse(decided?.books ?? []).data ?? [];
  return new Map(books.map(({ subjectId, handTo }) => [subjectId, handTo]));
}

async function successorsOf(tx: Tx, subjectIds: readonly string[]): Promise<Successors> {
  const named = await tx.successor.findMany({
    where: { subjectId: { in: [...subjectIds] } },
    select: { subjectId: true, member: { select: { userId: true } } },
  });
  return new Map(named.map(({ subjectId, member }) => [subjectId, member.userId]));
}

/**
 * The users of whom the first who can takes over a subject: whom the leaver decided on. Without a decision, the
 * successor and then the person it is about.
 */
function newOwnersOf(
  { id, selfUserId }: { id: string; selfUserId: string | null },
  decisions: Decisions,
  successors: Successors,
): string[] {
  const users = decisions.has(id) ? [decisions.get(id)] : [successors.get(id), selfUserId];
  return users.filter((userId) => typeof userId === 'string');
}

/**
 * Locks the leaver and all possible new owners, whose subjects are counted, in the order of their ids to avoid
 * deadlocks. Returns the leaver.
 */
async function holdUsers(
  tx: Tx,
  userId: string,
): Promise<{ leaver: Leaver | undefined; heldIds: ReadonlySet<string> }> {
  const owned = await tx.subject.findMany({
    where: { members: { some: { userId, role: 'OWNER' } } },
    select: { id: true, selfUserId: true },
  });
  const successors = await successorsOf(
    tx,
    owned.map(({ id }) => id),
  );
  const decisions = await decidedBy(tx, userId);
  const newOwners = owned.flatMap((subject) => newOwnersOf(subject, decisions, successors));
  const ids = [userId, ...newOwners];
  const held = await tx.$queryRaw<Leaver[]>`
    select id::text as id, name, email from "user" where id = any(${ids}::uuid[]) order by id for update`;
  return { leaver: held.find(({ id }) => id === userId), heldIds: new Set(ids) };
}

type Handed = { subjectName: string; toName: string };
type Gone = { subjectName: string; url: string };

/** Hands a subject over to the first who can take it; returns nothing when nobody can. */
async function handOverToFirst(
  tx: Tx,
  wake: Wake,
  subject: Deletable,
  leaver: Leaver,
  newOwnerIds: readonly string[],
  successors: Successors,
): Promise<Handed | null> {
  for (const newOwnerId of newOwnerIds) {
    const asSuccessor = newOwnerId === successors.get(subject.id);
    const handed = await handOver(tx, wake, subject, leaver, { newOwnerId, asSuccessor });
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
