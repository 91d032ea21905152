import { z } from 'zod';
import { takeTurnsAt } from '#api/conversations/service/end.ts';
import { notify } from '#api/notices/service.ts';
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

/** What somebody decided about their books: each handed to a user, or deleted. */
type Decision = { subjectId: string; handTo?: string | null | undefined };

/** The books that would be nobody's without this user, as they stand now; deleted ones among them. */
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
 * Remembers what is to become of the books that one owns alone, until the account is deleted: by password at once, or
 * by the mailed link later. What nothing is said of is deleted with the account, with 30 days to undo.
 */
export async function decideBooks(viewer: Viewer, input: { books: readonly Decision[] }) {
  const { books } = parse(z.object({ books: Books }), input);
  await transaction(async (tx) => {
    const alone = new Set(await ownedAlone(viewer.userId, tx));
    for (const [at, { subjectId, handTo }] of books.entries()) {
      if (!alone.has(subjectId)) refuse(`books.${at}.subjectId`, 'must be a book that you alone own');
      if (handTo && !(await heirAt(tx, subjectId, handTo, viewer.userId))) {
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

/** Whoever can take a book over: a member, or the person themself; not the leaver, and nobody who is shut out. */
async function heirAt(tx: Tx, subjectId: string, userId: string, leaver: string) {
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
 * Deletes an account with all that is its own, in one transaction: books that nobody else owns are handed over or
 * deleted as was decided, the letters about it are written. Of two at once, the later finds nothing to do. Who is
 * the person themself keeps what they agreed to in the ledger: a call and a text obey it without an account. An admin
 * who does it is written down by `note`, in the same transaction.
 */
export async function deleteAccount(userId: string, note?: (tx: Tx) => Promise<void>) {
  await transaction(async (tx, wake) => {
    const leaver = await holdUsers(tx, userId);
    if (!leaver) return;
    const decisions = await decidedBy(tx, userId);
    const memberships = await tx.membership.findMany({ where: { userId }, select: { subjectId: true } });
    // All of them are held: of two owners who leave at once, the later sees that they are the last.
    const ids = memberships.map(({ subjectId }) => subjectId);
    await takeTurnsAt(tx, ids);
    const held = await holdSubjects(tx, ids);
    const alone = new Set(await ownedAlone(userId, tx));
    const letter = { deleted: [] as Gone[], handedOver: [] as Handed[] };
    for (const subject of held.filter(({ id }) => alone.has(id))) {
      // It is the person's own book: without a word about it, it is theirs.
      const heir = decisions.has(subject.id) ? decisions.get(subject.id) : subject.selfUserId;
      const handed = !subject.deletedAt && heir && (await handOver(tx, wake, subject, leaver, heir));
      if (handed) letter.handedOver.push(handed);
      else letter.deleted.push(await deleteWith(tx, wake, subject, leaver));
    }
    const photo = await tx.userPhoto.findUnique({ where: { userId }, select: { storageKey: true } });
    if (photo) await enqueue(tx, erasePhotoFile, { storageKey: photo.storageKey });
    // A one-time token of theirs opens nothing any more.
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
    for (const { id } of held) wake(topics.subject(id));
    wake(topics.access(userId));
  });
}

/** What somebody decided about books: to whom each goes, or null. */
async function decidedBy(tx: Tx, userId: string): Promise<Map<string, string | null | undefined>> {
  const decided = await tx.accountDeletion.findUnique({ where: { userId } });
  const books = Books.safeParse(decided?.books ?? []).data ?? [];
  return new Map(books.map(({ subjectId, handTo }) => [subjectId, handTo]));
}

/**
 * Holds whoever leaves, and everybody to whom a book of theirs may go, whose books are counted; in the order of their
 * ids, so that no two wait for each other. Gives the leaver.
 */
async function holdUsers(tx: Tx, userId: string): Promise<Leaver | undefined> {
  const own = await tx.membership.findMany({
    where: { userId, role: 'OWNER', subject: { selfUserId: { not: null } } },
    select: { subject: { select: { selfUserId: true } } },
  });
  const heirs = [...own.map(({ subject }) => subject.selfUserId), ...(await decidedBy(tx, userId)).values()];
  const ids = [userId, ...heirs.filter((id) => typeof id === 'string')];
  const held = await tx.$queryRaw<Leaver[]>`
    select id::text as id, name, email from "user" where id = any(${ids}::uuid[]) order by id for update`;
  return held.find(({ id }) => id === userId);
}

type Handed = { subjectName: string; toName: string };
type Gone = { subjectName: string; url: string };

/** Makes a member the owner; nothing when they are gone meanwhile, or own as many books as one may. */
async function handOver(
  tx: Tx,
  wake: Wake,
  { id, preferredName }: Deletable,
  leaver: Leaver,
  heirId: string,
): Promise<Handed | null> {
  const heir = await heirAt(tx, id, heirId, leaver.id);
  if (!heir || (await ownsAsManyAsOneMay(tx, heir.id))) return null;
  await tx.membership.upsert({
    where: { subjectId_userId: { subjectId: id, userId: heir.id } },
    create: { subjectId: id, userId: heir.id, role: 'OWNER' },
    update: { role: 'OWNER' },
  });
  await audit(tx, null, 'member.role', {
    subjectId: id,
    targetId: heirId,
    detail: { to: 'OWNER', handedOver: true },
  });
  await notify(tx, {
    kind: 'book-handed-over',
    channel: 'mail',
    recipient: heir.email,
    data: { subjectName: preferredName, fromName: leaver.name, url: `${publicUrl()}/dashboard/${id}/` },
    dedupeKey: `book-handed-over:${id}:${leaver.id}`,
    subjectId: id,
  });
  wake(topics.access(heirId));
  return { subjectName: preferredName, toName: heir.name };
}

/** Deletes a book with its last owner, and gives them the way back to it. */
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
