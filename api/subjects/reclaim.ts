import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { giveBack, hashOfRestore, holdSubjects, keptUntil } from './deletion.ts';
import { roomForOneMore } from './service.ts';

/** The facts shown to the holder of a restore link. */
export type DeletedBook = { preferredName: string; cloth: string; keptUntil: Date };

/** The deleted subject of a restore link; null when the link is invalid or expired. */
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
 * Restores a deleted subject by the link its last owner got: the holder becomes its owner, and the person themself
 * again if they were. The link works once.
 */
export async function reclaimSubject(viewer: Viewer, { token }: { token: string }) {
  return transaction(async (tx, wake) => {
    const tokenHash = hashOfRestore(token);
    const link = await tx.subjectRestore.findUnique({ where: { tokenHash } });
    if (link) await roomForOneMore(tx, viewer.userId);
    const [subject] = link ? await holdSubjects(tx, [link.subjectId]) : [];
    // Read again after the lock: of two concurrent calls, the later finds the link used.
    const restoreLink = await tx.subjectRestore.findUnique({ where: { tokenHash } });
    if (!restoreLink || !subject) throw new NotFound('Book', ['token']);
    await giveBack(tx, wake, subject);
    const { id, selfUserId } = subject;
    await tx.membership.upsert({
      where: { subjectId_userId: { subjectId: id, userId: viewer.userId } },
      create: { subjectId: id, userId: viewer.userId, role: 'OWNER' },
      update: { role: 'OWNER' },
    });
    const own = await tx.subject.count({ where: { selfUserId: viewer.userId } });
    if (restoreLink.asSelf && !selfUserId && !own) {
      await tx.subject.update({ where: { id }, data: { selfUserId: viewer.userId } });
    }
    await audit(tx, viewer, 'subject.reclaimed', { subjectId: id });
    return { id };
  });
}
