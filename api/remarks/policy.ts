import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** The remarks that are shown. Everyone who may read a story may read them, so read them only through a visible card. */
export const keptRemarks = { deletedAt: null } satisfies Prisma.RemarkWhereInput;

/** Whether somebody with this access may remark on the stories that they may read, and give them hearts. */
export function mayRemark({ can, keyId }: SubjectAccess): boolean {
  return can('ASK') && keyId === null;
}

/** Whether somebody may remove a remark: its author, also when limited to reading, and those who write the book. */
export function mayRemove(viewer: Viewer, { can, keyId }: SubjectAccess, authorId: string | null): boolean {
  return keyId === null && can(authorId === viewer.userId ? 'READ' : 'WRITE');
}
