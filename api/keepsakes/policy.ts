import { mediaFor, mediaForViewer } from '#api/audiences/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** Stored files that are not deleted. */
export const keptMedia = { deletedAt: null } satisfies Prisma.MediaWhereInput;

/** Whether somebody with this access sees keepsakes of the subject at all. */
export function seesKeepsakes({ sees, admin, can }: SubjectAccess): boolean {
  return sees && (admin || can('READ'));
}

/**
 * The keepsakes visible with this access: those of unpublished stories only for writers and admins, and all limited by
 * their audience and their story's.
 */
export function visibleKeepsakes(subjectAccess: SubjectAccess): Prisma.MediaWhereInput {
  const { subjectId, admin, can } = subjectAccess;
  if (!seesKeepsakes(subjectAccess)) return { id: { in: [] } };
  const readsDrafts = admin || can('WRITE');
  return {
    ...keptMedia,
    subjectId,
    // A subject's portrait is no keepsake.
    photoOf: { is: null },
    AND: [
      mediaFor(subjectAccess),
      readsDrafts ? {} : { OR: [{ cardId: null }, { card: { is: { status: 'PUBLISHED' } } }] },
    ],
  };
}

/** The subject of a keepsake; null when the viewer can't see it. */
export async function subjectOfKeepsake(id: string, viewer: Viewer | null): Promise<string | null> {
  if (!viewer) return null;
  const keepsake = await db.media.findFirst({
    where: { AND: [{ id, photoOf: { is: null } }, mediaForViewer(viewer)] },
    select: { subjectId: true },
  });
  return keepsake?.subjectId ?? null;
}
