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

/** How long a deleted subject can be restored. */
export const keptForDays = 30;

const day = 24 * 3_600_000;

/** The time at which a deleted subject is erased. */
export function keptUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + keptForDays * day);
}

/** Locks the existing subjects of these in the order of their ids, to avoid deadlocks. */
export async function holdSubjects(tx: Tx, ids: readonly string[]): Promise<Deletable[]> {
  return tx.$queryRaw<Deletable[]>`
    select id::text as id, preferred_name as "preferredName", time_zone as "timeZone", status::text as status, phone,
      self_user_id::text as "selfUserId", deleted_at as "deletedAt",
      status_before_deletion::text as "statusBeforeDeletion"
    from subject where id = any(${[...ids]}::uuid[]) order by id for no key update`;
}

/** Deletes a subject; an owner or the person can restore it for 30 days. */
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
 * Marks a locked subject as deleted: it can't be read or called, its waiting notices are dropped, and its open views
 * end.
 */
export async function takeAway(tx: Tx, wake: Wake, subject: Deletable): Promise<Date> {
  const { id, status } = subject;
  const deletedAt = clock.now();
  await tx.subject.update({
    where: { id },
    data: { status: 'DELETED', statusBeforeDeletion: status, deletedAt },
  });
  // The writer skips deleted subjects and continues after a restore.
  await endLive(tx, wake, id);
  await tx.notice.deleteMany({ where: { subjectId: id, status: 'WAITING' } });
  await tellFollowers(tx, wake, subject);
  return deletedAt;
}

/** Restores a deleted subject with its members, as it was. */
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

/** Restores a locked subject to the status that fits its current phone and consents. */
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

/** Makes all members' open views check their rights again. */
async function tellFollowers(tx: Tx, wake: Wake, { id, selfUserId }: Deletable) {
  const members = await tx.membership.findMany({ where: { subjectId: id }, select: { userId: true } });
  const followers = new Set(members.map(({ userId }) => userId));
  if (selfUserId) followers.add(selfUserId);
  for (const userId of followers) wake(topics.access(userId));
}

/**
 * Creates the restore token for an owner who leaves together with the subject: shown in one letter, stored as a hash.
 */
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

/** The hash by which a restore token is found. */
export function hashOfRestore(token: string): string {
  return createHash('sha256').update(token.slice(0, 200)).digest('hex');
}
