import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from './database/database.ts';
import type { Viewer } from './viewer.ts';

/** Writes down who did what, under both names when an admin acts as somebody. Never edited. */
export async function audit(
  tx: Tx,
  viewer: Viewer | null,
  action: string,
  what: { subjectId?: string; targetId?: string; detail?: Prisma.InputJsonObject } = {},
) {
  await tx.auditEvent.create({
    data: { actorId: viewer?.userId, impersonatorId: viewer?.impersonatorId, action, ...what },
  });
}
