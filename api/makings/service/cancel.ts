import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { Forbidden, NotFound, WrongState } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { makingChanged } from '../events.ts';

/** Cancels a running making or export. Only its requester may. */
export async function cancelMaking(
  viewer: Viewer,
  { id, isExport = false }: { id: string; isExport?: boolean },
): Promise<void> {
  if (actsForAnother(viewer)) throw new Forbidden();
  await transaction(async (tx, wake) => {
    const making = await tx.making.findFirst({
      where: { id, requestedById: viewer.userId, kind: isExport ? 'EXPORT' : { not: 'EXPORT' } },
      select: { status: true },
    });
    if (!making) throw new NotFound(isExport ? 'Export' : 'Making', ['id']);
    const { count } = await tx.making.updateMany({
      where: { id, status: { in: ['QUEUED', 'WORKING'] } },
      data: { status: 'CANCELLED', finishedAt: clock.now() },
    });
    if (!count && making.status !== 'CANCELLED')
      throw new WrongState('It is not being made any more', ['id']);
    makingChanged(wake, id);
  });
}
