import { z } from 'zod';
import type { AuditEvent } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { ownedAlone } from '../profile/service/deletion.ts';
import { isAdmin, type RoleFacts } from './roles.ts';

/** What an entry about accounts says beyond who did what. */
export type Detail = { role?: string; until?: string; fields?: string[] };

const newest = 30;
const Decided = z.array(z.object({ subjectId: z.string() }));

/**
 * How many subjects would be nobody's if this account went: those of which nobody else is an owner or the person
 * themself, and of which the owner has not said what is to become of them.
 */
export async function leftToNobody(userId: string): Promise<number> {
  const decided = await db.accountDeletion.findUnique({ where: { userId } });
  const said = Decided.safeParse(decided?.books).data ?? [];
  return db.subject.count({
    where: {
      id: { in: await ownedAlone(userId), notIn: said.map(({ subjectId }) => subjectId) },
      deletedAt: null,
      OR: [{ selfUserId: null }, { selfUserId: userId }],
    },
  });
}

type Taking = { actorId: string; targetId: string; rights: { role: string } | { banned: true } };

/**
 * Takes an admin's rights from them, provided that whoever does it has them still: of two who do it to one another at
 * once, one remains. `note` writes it down in the same transaction. False when the actor has lost theirs meanwhile.
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

/** The newest entries in which an account is named: as the one acted upon, or as the one who acts. */
export async function auditOf(userId: string): Promise<AuditEvent[]> {
  const latest = { orderBy: [{ at: 'desc' as const }, { id: 'desc' as const }], take: newest };
  // Two questions, each by its own index.
  const [done, borne] = await Promise.all([
    db.auditEvent.findMany({ where: { actorId: userId }, ...latest }),
    db.auditEvent.findMany({ where: { targetId: userId }, ...latest }),
  ]);
  const all = new Map([...done, ...borne].map((entry) => [entry.id, entry]));
  return [...all.values()].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, newest);
}
