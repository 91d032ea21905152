import type { ConsentKind, ConsentStatus, ConsentVia } from '#api/generated/prisma/enums.ts';
import { db } from '#api/platform/database/database.ts';
import { entriesOf } from './ledger.ts';
import type { Wording } from './wordings.ts';

/** One entry of the ledger with the words as they stood, and what of its evidence was not erased. */
export type HistoryEntry = {
  id: string;
  subjectId: string;
  kind: ConsentKind;
  phone: string | null;
  status: ConsentStatus;
  at: Date;
  via: ConsentVia;
  wording: Wording;
  /** The name of the account that entered it. */
  by: string | null;
  /** The name of the account on whose device the subject agreed. */
  helpedBy: string | null;
  typedName: string | null;
  messageId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
};

/** Nobody agrees and withdraws more often than that; whoever does is shown the newest. */
const most = 200;

/**
 * What a subject agreed to and took back, newest first: every entry, or those of one kind, with those that belong to
 * their phone itself, since the book has it. From where somebody entered one for a phone is not told: the phone in a
 * book proves nothing.
 */
export async function consentHistory(subjectId: string, kind?: ConsentKind | null): Promise<HistoryEntry[]> {
  const own = await db.$queryRaw<{ id: string }[]>(entriesOf(subjectId));
  const entries = await db.consentEntry.findMany({
    where: { id: { in: own.map(({ id }) => id) }, ...(kind && { kind }) },
    orderBy: { position: 'desc' },
    take: most,
    include: { wording: true, identity: true },
  });
  const names = await namesOf(entries.flatMap(({ identity }) => [identity?.actorId, identity?.helperId]));
  return entries.map(({ identity, subjectId: bound, ...entry }) => ({
    ...entry,
    subjectId,
    phone: identity?.phone ?? null,
    by: names.get(identity?.actorId ?? '') ?? null,
    helpedBy: names.get(identity?.helperId ?? '') ?? null,
    typedName: identity?.typedName ?? null,
    messageId: identity?.messageId ?? null,
    ipAddress: (bound && identity?.ipAddress) ?? null,
    userAgent: (bound && identity?.userAgent) ?? null,
  }));
}

async function namesOf(ids: (string | null | undefined)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const users = await db.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}
