import { mayPlayPrintedCodes } from '#api/consent/policy.ts';
import type { Making, Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { db } from '#api/platform/database/database.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import type { Ability, SubjectAccess } from '#api/subjects/policy.ts';

/** A made file contains what its requester may read, so only they see it. */
export function ownMakings(viewer: Viewer | null, subjectId: string): Prisma.MakingWhereInput {
  if (!viewer || actsForAnother(viewer)) return { id: { in: [] } };
  return { subjectId, requestedById: viewer.userId };
}

/** The ability needed to request a file of this kind, and to download it. */
export function abilityFor(kind: Making['kind']): Ability {
  return kind === 'EXPORT' ? 'MANAGE_SUBJECT' : 'WRITE';
}

/**
 * Whether a viewer may have codes printed that play stories to everyone who holds the book: the owners and the person
 * themself, and everybody who writes once the person has agreed to a wording that names such codes.
 */
export async function mayPrintCodes({ can, subjectId }: SubjectAccess, tx: Tx = db): Promise<boolean> {
  return can('MANAGE_SUBJECT') || (can('WRITE') && (await mayPlayPrintedCodes(tx, subjectId)));
}

type Held = Pick<Making, 'kind' | 'requestedById' | 'madeOfSaid'>;

/** Whether a viewer with this access may still download a file made for them. */
export function mayHave(
  viewer: Viewer | null,
  subjectAccess: SubjectAccess,
  { kind, requestedById, madeOfSaid }: Held,
): boolean {
  if (!viewer || actsForAnother(viewer) || viewer.userId !== requestedById) return false;
  return subjectAccess.can(abilityFor(kind)) && (subjectAccess.shared || !madeOfSaid);
}

/** A member as a viewer, for a job on their behalf; null for a closed or banned account. */
export async function memberAsViewer(userId: string | null, tx: Tx = db): Promise<Viewer | null> {
  const user = userId ? await tx.user.findUnique({ where: { id: userId } }) : null;
  if (!user || user.banned) return null;
  return {
    userId: user.id,
    sessionId: '',
    name: user.name,
    email: user.email,
    // A file contains only what the member may read, without admin rights.
    admin: false,
    provenAt: null,
    impersonatorId: null,
    key: null,
  };
}
