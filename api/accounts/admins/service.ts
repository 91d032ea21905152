import type { AuditEvent } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';

/** What an entry about accounts says beyond who did what. */
export type Detail = { role?: string; until?: string; fields?: string[] };

const newest = 30;

/** How many subjects would be without an owner if this account went. */
export async function ownedAlone(userId: string): Promise<number> {
  return db.subject.count({
    where: {
      deletedAt: null,
      members: { some: { userId, role: 'OWNER' }, none: { userId: { not: userId }, role: 'OWNER' } },
    },
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
