import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from './database/database.ts';
import type { Viewer } from './viewer.ts';

type Audited = { subjectId?: string; targetId?: string; detail?: Prisma.InputJsonObject };

/**
 * Records an action in the audit log, with both names when an admin impersonates somebody. Entries are never changed;
 * only a `note`, which holds a person's own words, is erased with its subject.
 */
export async function audit(
  tx: Tx,
  viewer: Viewer | null,
  action: string,
  { note, ...what }: Audited & { note?: string } = {},
) {
  const { id } = await tx.auditEvent.create({
    data: { actorId: viewer?.userId, impersonatorId: viewer?.impersonatorId, action, ...what },
    select: { id: true },
  });
  const { subjectId = null } = what;
  if (note !== undefined) await tx.auditNote.create({ data: { eventId: id, subjectId, text: note } });
}

/** Records several actions of one kind in one statement. */
export async function auditAll(tx: Tx, viewer: Viewer | null, action: string, all: readonly Audited[]) {
  const by = { actorId: viewer?.userId ?? null, impersonatorId: viewer?.impersonatorId ?? null, action };
  if (all.length) await tx.auditEvent.createMany({ data: all.map((what) => ({ ...by, ...what })) });
}
