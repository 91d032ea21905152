import type { Prisma } from '#api/generated/prisma/client.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';

/** An import is for the account that asked for it alone: not for admins, nor for keys. */
export function ownImports(viewer: Viewer): Prisma.BookImportWhereInput {
  if (actsForAnother(viewer)) return { id: { in: [] } };
  return { userId: viewer.userId };
}
