import { createHash, randomBytes } from 'node:crypto';
import { endLive, takeTurnsAt } from '#api/conversations/service/end.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Deletable, tellOfDeletion } from './deletion-notices.ts';
import { mustStill } from './policy.ts';
import { roomForOneMore, settledStatus } from './service.ts';

/** How long a deleted subject is kept for whoever wants it back. */
export const keptForDays = 30;

const day = 24 * 3_600_000;

/** When a subject that was deleted then is erased. */
export function keptUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + keptForDays * day);
}

/** The subjects that are there of these, held in the order of their ids, so that no two wait for each other. */
export async function holdSubjects(tx: Tx, ids: readonly string[]): Promise<Deletable[]> {
  return tx.$queryRaw<Deletable[]>`
    select id::text as id, preferred_name as "preferredName", status::text as status, phone,
      self_user_id::text as "selfUserId", deleted_at as "deletedAt",
      status_before_deletion::text as "statusBeforeDeletion"
    from subject where id = any(${[...ids]}::uuid[]) order by id for no key update`;
}

/** Takes a book away from everybody, for 30 days in which an owner or the person themself can undo it. */
export async function deleteSubject(viewer: Viewer, { id }: { id: string }) {
  return transaction(async (tx, wake) => {
    await takeTurnsAt(tx, [id]);
    const [subject] = await holdSubjects(tx, [id]);
    if (!subject) throw new NotFound('Subject', ['id']);
    if (subject.deletedAt) throw new WrongState('The book is deleted already', ['id']);
    await mustStill(tx, viewer, 'DELETE', id);
    const deletedAt = await takeAway(tx, wake, subject);
    await audit(tx, viewer, 'subject.deleted', { subjectId: id });
    await tellOfDeletion(tx, subject, { byName: viewer.name, until: keptUntil(deletedAt) });
    return { id };
  });
}

/**
 * Makes a held subject a deleted one: nothing of it is read, nobody is called, no letter about it goes out that still
 * waits, and every open view of it ends.
 */
export async function takeAway(tx: Tx, wake: Wake, subject: Deletable): Promise<Date> {
  const { id, status } = subject;
  const deletedAt = clock.now();
  await tx.subject.update({
    where: { id },
    data: { status: 'DELETED', statusBeforeDeletion: status, deletedAt },
  });
  // What was said is written once the book is back: the writer finds nothing to do while it is deleted.
  await endLive(tx, wake, id);
  await tx.notice.deleteMany({ where: { subjectId: id, status: 'WAITING' } });
  await tellFollowers(tx, wake, subject);
  return deletedAt;
}

/** Gives a deleted book back to everybody it belongs to, as it was. */
export async function restoreSubject(viewer: Viewer, { id }: { id: string }) {
  return transaction(async (tx, wake) => {
    const owns = await tx.membership.count({
      where: { subjectId: id, userId: viewer.userId, role: 'OWNER' },
    });
    if (owns) await roomForOneMore(tx, viewer.userId);
    const [subject] = await holdSubjects(tx, [id]);
    if (!subject) throw new NotFound('Subject', ['id']);
    await giveBack(tx, wake, subject);
    await audit(tx, viewer, 'subject.restored', { subjectId: id });
    return { id };
  });
}

/** Brings a held subject back to the state that goes with its phone and its consents as they are now. */
export async function giveBack(tx: Tx, wake: Wake, subject: Deletable) {
  const { id, deletedAt, statusBeforeDeletion, phone } = subject;
  if (!deletedAt) throw new WrongState('The book is not deleted', ['id']);
  if (keptUntil(deletedAt) <= clock.now()) throw new WrongState('The 30 days are over', ['id']);
  const status = await settledStatus(tx, { id, phone, status: statusBeforeDeletion ?? 'DRAFT' });
  await tx.subject.update({
    where: { id },
    data: { status, statusBeforeDeletion: null, deletedAt: null },
  });
  await tx.subjectRestore.deleteMany({ where: { subjectId: id } });
  await tellFollowers(tx, wake, subject);
}

/** Everybody who may be looking at the book is asked for their rights anew. */
async function tellFollowers(tx: Tx, wake: Wake, { id, selfUserId }: Deletable) {
  const members = await tx.membership.findMany({ where: { subjectId: id }, select: { userId: true } });
  const followers = new Set(members.map(({ userId }) => userId));
  if (selfUserId) followers.add(selfUserId);
  for (const userId of followers) wake(topics.access(userId));
}

/** What opens the way back, for an owner who leaves together with the book: shown in one letter, kept as a hash. */
export async function restoreToken(tx: Tx, subjectId: string, asSelf: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const found = { tokenHash: hashOfRestore(token), asSelf };
  await tx.subjectRestore.upsert({
    where: { subjectId },
    create: { subjectId, ...found },
    update: found,
  });
  return token;
}

/** By what the way back is found. */
export function hashOfRestore(token: string): string {
  return createHash('sha256').update(token.slice(0, 200)).digest('hex');
}
