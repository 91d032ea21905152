import type { AuditEvent } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { isAdmin, type RoleFacts } from './roles.ts';

/** Further details of an audit entry about accounts. */
export type Detail = { role?: string; until?: string; fields?: string[] };

const newest = 30;

type Taking = { actorId: string; targetId: string; rights: { role: string } | { banned: true } };

/**
 * Removes an admin's rights if the actor still has theirs: of two admins who remove each other at once, one remains.
 * `note` records it in the same transaction. False when the actor has lost their rights meanwhile.
 */
export async function takeRights(
  { actorId, targetId, rights }: Taking,
  note: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return transaction(async (tx) => {
    const held = await tx.$queryRaw<(RoleFacts & { banned: boolean | null })[]>`
      select id, role, email, "emailVerified", "confirmedEmail", banned
      from "user" where id in (${actorId}::uuid, ${targetId}::uuid) order by id for update`;
    const actor = held.find(({ id }) => id === actorId);
    if (!actor || actor.banned || !isAdmin(actor)) return false;
    await note(tx);
    await tx.user.updateMany({ where: { id: targetId }, data: rights });
    return true;
  });
}

/** The newest audit entries of an account, as actor or as target. */
export async function auditOf(userId: string): Promise<AuditEvent[]> {
  const latest = { orderBy: [{ at: 'desc' as const }, { id: 'desc' as const }], take: newest };
  // Two queries, each with its own index.
  const [done, borne] = await Promise.all([
    db.auditEvent.findMany({ where: { actorId: userId }, ...latest }),
    db.auditEvent.findMany({ where: { targetId: userId }, ...latest }),
  ]);
  const all = new Map([...done, ...borne].map((entry) => [entry.id, entry]));
  return [...all.values()].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, newest);
}
