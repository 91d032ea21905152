import { ports } from '#api/adapters/ports.ts';
import { eraseUploadsOf } from '#api/keepsakes/service/uploads.ts';
import { removeMakings } from '#api/makings/service/expire.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { log } from '#api/platform/log.ts';
import { eraseRecordings } from '#api/recordings/erasing.ts';
import { keptForDays } from './deletion.ts';

/** The number of subjects erased in one run; the next night continues. */
const atATime = 200;

/** Erases subjects deleted 30 days ago. One that fails doesn't stop the others, and is retried. */
export async function eraseDeleted() {
  const before = new Date(clock.now().getTime() - keptForDays * 24 * 3_600_000);
  const over = await db.subject.findMany({
    where: { deletedAt: { lte: before } },
    orderBy: { deletedAt: 'asc' },
    select: { id: true },
    take: atATime,
  });
  let failed = 0;
  for (const { id } of over) {
    await eraseSubject(id).catch((error: Error) => {
      failed += 1;
      log.warn({ error }, 'a deleted book could not be erased');
    });
  }
  if (failed) throw new Error('Some deleted books could not be erased');
}

/**
 * Erases a subject with its files. Files are removed first, so that the next run can continue after a crash. Entries of
 * the ledger and the audit log stay, without identifying data.
 */
async function eraseSubject(id: string) {
  const files = await db.media.findMany({ where: { subjectId: id }, select: { storageKey: true } });
  for (const { storageKey } of files) await ports.storage.remove(storageKey);
  await eraseUploadsOf(id);
  await removeMakings(id);
  await eraseRecordings({ subjectId: id });
  await transaction(async (tx) => {
    const subjectId = id;
    await tx.consentIdentity.deleteMany({ where: { subjectId } });
    await tx.auditNote.deleteMany({ where: { subjectId } });
    await tx.notice.deleteMany({ where: { subjectId } });
    await tx.event.deleteMany({ where: { subjectId } });
    // Saved filters of the team with one of its phone numbers.
    await tx.$executeRaw`
      delete from saved_message_filter where phone in (
        select phone from subject where id = ${id}::uuid union select phone from conversation where subject_id = ${id}::uuid)`;
    // Cards first, because they reference their chapter.
    await tx.card.deleteMany({ where: { subjectId } });
    await tx.subject.delete({ where: { id } });
    await audit(tx, null, 'subject.erased', { subjectId });
  });
}
