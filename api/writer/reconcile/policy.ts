import { cardsKeptFrom } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { type SubjectAccess, subjectAccessFrom } from '#api/subjects/policy.ts';

/** How the team stands to a book: what is private, or for some of the family alone, is not for them. */
export async function teamAt(subjectId: string, tx: Tx = db): Promise<SubjectAccess | null> {
  const subject = await tx.subject.findUnique({
    where: { id: subjectId },
    select: { deletedAt: true, sharing: true, viewersReadTranscripts: true },
  });
  if (!subject || subject.deletedAt) return null;
  const { sharing, viewersReadTranscripts } = subject;
  return subjectAccessFrom(subjectId, {
    ...{ userId: null, role: null, self: false, admin: true, impersonated: false, deleted: false },
    ...{ sharing, viewersReadTranscripts },
  });
}

const withheld = {
  OR: [{ private: true }, { deletedAt: { not: null } }],
} satisfies Prisma.MessageWhereInput;

/** The people whom the team may know of: not those whom only private words, or stories kept from it, name. */
export function peopleForTeam(subjectAccess: SubjectAccess): Prisma.PersonWhereInput {
  return {
    AND: [
      { OR: [{ found: false }, { mentions: { some: { message: { private: false, deletedAt: null } } } }] },
      { OR: [{ cards: { none: {} } }, { cards: { some: { card: { is: visibleCards(subjectAccess) } } } }] },
    ],
  };
}

/** The conflicts of a book that the team may read, by what can be read by now. */
export function conflictsForTeam(subjectAccess: SubjectAccess): Prisma.ConflictWhereInput {
  const kept = cardsKeptFrom(subjectAccess);
  return {
    subjectId: subjectAccess.subjectId,
    sides: {
      none: {
        OR: [
          ...(kept ? [{ card: { is: kept } }] : []),
          { sentence: { is: { sources: { some: { message: withheld } } } } },
          { AND: [{ personId: { not: null } }, { NOT: { person: { is: peopleForTeam(subjectAccess) } } }] },
        ],
      },
    },
  };
}

/** Of a book's open conflicts, those of which both sides still stand in it. */
export async function standingConflicts(subjectId: string, tx: Tx = db): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select c.id::text as id from conflict c
    where c.subject_id = ${subjectId}::uuid and c.status = 'OPEN'
      and (select count(*) from conflict_side d where d.conflict_id = c.id)
        = case when c.kind = 'SOURCE_GONE' then 1 else 2 end
      and not exists (
        select 1 from conflict_side d join card k on k.id = d.card_id
        left join sentence s on s.id = d.sentence_id
        where d.conflict_id = c.id and (k.status = 'HIDDEN' or (s.id is not null and not exists (
          select 1 from sentence n where n.card_id = k.id and n.revision = k.revision and n.text = s.text and not n.hidden))))`;
  return rows.map(({ id }) => id);
}
