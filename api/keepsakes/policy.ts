import { mediaFor } from '#api/audiences/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** Stored files that nobody has deleted. */
export const keptMedia = { deletedAt: null } satisfies Prisma.MediaWhereInput;

/**
 * The keepsakes that somebody with this access may see: all that are kept, but of stories that are not published only
 * for those who write the book, and for admins; and of all only what its audience and its story's admit.
 */
export function visibleKeepsakes(subjectAccess: SubjectAccess): Prisma.MediaWhereInput {
  const { subjectId, sees, admin, can } = subjectAccess;
  if (!sees || (!admin && !can('ASK'))) return { id: { in: [] } };
  const readsDrafts = admin || can('WRITE');
  return {
    ...keptMedia,
    subjectId,
    // The portrait of a subject is no keepsake.
    photoOf: { is: null },
    AND: [
      mediaFor(subjectAccess),
      readsDrafts ? {} : { OR: [{ cardId: null }, { card: { is: { status: 'PUBLISHED' } } }] },
    ],
  };
}
