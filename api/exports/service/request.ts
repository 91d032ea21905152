import { createMaking } from '#api/makings/service/request.ts';
import { audit } from '#api/platform/audit.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { exportsMake } from '../jobs.ts';

/** Requests an export of a subject; returns its id. */
export async function requestExport(viewer: Viewer, subjectId: string): Promise<{ id: string }> {
  return transaction(async (tx) => {
    await mustStill(tx, viewer, 'MANAGE_SUBJECT', subjectId);
    const { preferredName } = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
      select: { preferredName: true },
    });
    const title = `Everything of ${preferredName}’s book`;
    const id = await createMaking(tx, viewer, { subjectId, kind: 'EXPORT', request: {}, title });
    await audit(tx, viewer, 'subject.export-requested', { subjectId });
    await enqueue(tx, exportsMake, { exportId: id }, { subjectId });
    return { id };
  });
}
