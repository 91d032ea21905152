import type { Making, Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { db } from '#api/platform/database/database.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import type { Ability, SubjectAccess } from '#api/subjects/policy.ts';

/** What is made for somebody is made of what they may read, so it is theirs alone. */
export function ownMakings(viewer: Viewer | null, subjectId: string): Prisma.MakingWhereInput {
  if (!viewer || actsForAnother(viewer)) return { id: { in: [] } };
  return { subjectId, requestedById: viewer.userId };
}

/** What it takes to have something of this kind made, and to get at it afterwards. */
export function abilityFor(kind: Making['kind']): Ability {
  return kind === 'EXPORT' ? 'MANAGE_SUBJECT' : 'WRITE';
}

type Held = Pick<Making, 'kind' | 'requestedById' | 'madeOfSaid'>;

/** Whether somebody who stands so now may have a file that was made for them. */
export function mayHave(
  viewer: Viewer | null,
  subjectAccess: SubjectAccess,
  { kind, requestedById, madeOfSaid }: Held,
): boolean {
  if (!viewer || actsForAnother(viewer) || viewer.userId !== requestedById) return false;
  return subjectAccess.can(abilityFor(kind)) && (subjectAccess.shared || !madeOfSaid);
}

/** A member, as whoever works for them sees them; null for an account that is closed or banned. */
export async function memberAsViewer(userId: string | null, tx: Tx = db): Promise<Viewer | null> {
  const user = userId ? await tx.user.findUnique({ where: { id: userId } }) : null;
  if (!user || user.banned) return null;
  return {
    userId: user.id,
    sessionId: '',
    name: user.name,
    email: user.email,
    // Nobody gets more in a file than as the member that they are.
    admin: false,
    provenAt: null,
    impersonatorId: null,
    key: null,
  };
}
