import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { giveBack, hashOfRestore, holdSubjects, keptUntil } from './deletion.ts';
import { roomForOneMore } from './service.ts';

/** What whoever holds the link of a deleted book may know before they take it back. */
export type DeletedBook = { preferredName: string; cloth: string; keptUntil: Date };

/** The deleted book that a link opens; null when it opens none, or does so no longer. */
export async function deletedBookBy(token: string): Promise<DeletedBook | null> {
  const found = await db.subjectRestore.findUnique({
    where: { tokenHash: hashOfRestore(token) },
    select: { subject: { select: { preferredName: true, cloth: true, deletedAt: true } } },
  });
  const { deletedAt, ...book } = found?.subject ?? { preferredName: '', cloth: '', deletedAt: null };
  if (!deletedAt || keptUntil(deletedAt) <= clock.now()) return null;
  return { ...book, keptUntil: keptUntil(deletedAt) };
}

/**
 * Gives a deleted book to whoever holds the link that its last owner got when they left: they own it from then on, and
 * are the person themself again if they were. The link works once.
 */
export async function reclaimSubject(viewer: Viewer, { token }: { token: string }) {
  return transaction(async (tx, wake) => {
    const tokenHash = hashOfRestore(token);
    const link = await tx.subjectRestore.findUnique({ where: { tokenHash } });
    if (link) await roomForOneMore(tx, viewer.userId);
    const [subject] = link ? await holdSubjects(tx, [link.subjectId]) : [];
    // Looked at again once it is held: of two at once, the later finds it used.
    const subjectAccess = await tx.subjectRestore.findUnique({ where: { tokenHash } });
    if (!subjectAccess || !subject) throw new NotFound('Book', ['token']);
    await giveBack(tx, wake, subject);
    const { id, selfUserId } = subject;
    await tx.membership.upsert({
      where: { subjectId_userId: { subjectId: id, userId: viewer.userId } },
      create: { subjectId: id, userId: viewer.userId, role: 'OWNER' },
      update: { role: 'OWNER' },
    });
    const own = await tx.subject.count({ where: { selfUserId: viewer.userId } });
    if (subjectAccess.asSelf && !selfUserId && !own) {
      await tx.subject.update({ where: { id }, data: { selfUserId: viewer.userId } });
    }
    await audit(tx, viewer, 'subject.reclaimed', { subjectId: id });
    return { id };
  });
}
