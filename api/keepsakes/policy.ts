import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Standing } from '#api/subjects/policy.ts';

/** Stored files that nobody has deleted. */
export const keptMedia = { deletedAt: null } satisfies Prisma.MediaWhereInput;

/**
 * The keepsakes that somebody with this access may see: all that are kept, but of stories that are not published only
 * for those who write the book, and for admins.
 */
export function visibleKeepsakes({ subjectId, sees, admin, can }: Standing): Prisma.MediaWhereInput {
  if (!sees || (!admin && !can('ASK'))) return { id: { in: [] } };
  const readsDrafts = admin || can('WRITE');
  return {
    ...keptMedia,
    subjectId,
    // The portrait of a subject is no keepsake.
    photoOf: { is: null },
    ...(!readsDrafts && { OR: [{ cardId: null }, { card: { is: { status: 'PUBLISHED' } } }] }),
  };
}
