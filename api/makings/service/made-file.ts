import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/values/clock.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { standingAt } from '#api/subjects/policy.ts';
import { mayHave } from '../policy.ts';

/** The file that was made for this viewer, while its link holds and they may still have it; else null. */
export async function madeFileFor(viewer: Viewer | null, id: string) {
  if (!viewer || actsForAnother(viewer)) return null;
  const making = await db.making.findFirst({
    where: { id, requestedById: viewer.userId, status: 'DONE', expiresAt: { gt: clock.now() } },
  });
  if (!making?.storageKey) return null;
  const standing = await standingAt(viewer, making.subjectId);
  if (!mayHave(viewer, standing, making)) return null;
  const { storageKey, contentType, fileName } = making;
  return { id, storageKey, contentType, fileName };
}
