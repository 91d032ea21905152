import { cardsKeptFrom } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { type SubjectAccess, subjectAccessFrom } from '#api/subjects/policy.ts';

/** The team's access to a subject's stories: no private words, and nothing with an audience. */
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

/** The people the team may see: not those named only in private words or in stories hidden from it. */
export function peopleForTeam(subjectAccess: SubjectAccess): Prisma.PersonWhereInput {
  return {
    AND: [
      { OR: [{ found: false }, { mentions: { some: { message: { private: false, deletedAt: null } } } }] },
      { OR: [{ cards: { none: {} } }, { cards: { some: { card: { is: visibleCards(subjectAccess) } } } }] },
    ],
  };
}

/** What of a side or a match is kept from the team. */
function keptFromTeam(subjectAccess: SubjectAccess) {
  const kept = cardsKeptFrom(subjectAccess);
  return {
    OR: [
      ...(kept ? [{ card: { is: kept } }] : []),
      { sentence: { is: { sources: { some: { message: withheld } } } } },
      { AND: [{ personId: { not: null } }, { NOT: { person: { is: peopleForTeam(subjectAccess) } } }] },
    ],
  };
}

/**
 * The conflicts that the team may currently read. A settled one about a phone stays, without the names that are kept
 * from the team by now and even when nothing is shared any more, so that it can be undone.
 */
export function conflictsForTeam(subjectAccess: SubjectAccess): Prisma.ConflictWhereInput {
  const { subjectId, shared } = subjectAccess;
  const settledPhones = { kind: 'UNKNOWN_PHONE', status: { not: 'OPEN' } } as const;
  if (!shared) return { subjectId, ...settledPhones };
  const none = { none: keptFromTeam(subjectAccess) };
  return { subjectId, sides: none, OR: [{ matches: none }, settledPhones] };
}

/** The matches of a subject's conflicts that the team may currently read. */
export function matchesForTeam(subjectAccess: SubjectAccess | null): Prisma.ConflictMatchWhereInput {
  if (!subjectAccess?.shared) return { id: { in: [] } };
  return {
    AND: [
      { OR: [{ cardId: null }, { card: { is: { status: { not: 'HIDDEN' } } } }] },
      { OR: [{ sentenceId: null }, { sentence: { is: { hidden: false } } }] },
      { NOT: keptFromTeam(subjectAccess) },
    ],
  };
}

/**
 * The conflicts of a subject that still stand: of an open one the two sides exist; of an unknown phone whose texts are
 * not the subject's, the texts are not erased and the phone is still nobody's; texts of a shared phone still wait for their
 * writer, or were dismissed in this conflict.
 */
export async function standingConflicts(subjectId: string, tx: Tx = db): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select c.id::text as id from conflict c
    where c.subject_id = ${subjectId}::uuid and c.kind <> 'UNKNOWN_PHONE' and (c.status <> 'OPEN'
      or (select count(*) from conflict_side d where d.conflict_id = c.id)
        = case when c.kind = 'SOURCE_GONE' then 1 else 2 end
      and not exists (
        select 1 from conflict_side d join card k on k.id = d.card_id
        left join sentence s on s.id = d.sentence_id
        where d.conflict_id = c.id and (k.status = 'HIDDEN' or (s.id is not null and not exists (
          select 1 from sentence n where n.card_id = k.id and n.revision = k.revision and n.text = s.text and not n.hidden)))))
    union all
    select c.id::text from conflict c
    where c.subject_id = ${subjectId}::uuid and c.kind = 'UNKNOWN_PHONE'
      and c.reason is distinct from 'SHARED_PHONE' and (c.status = 'RESOLVED'
      or exists (select 1 from conflict_text p where p.conflict_id = c.id)
      and not exists (
        select 1 from conflict_text p join inbound_text t on t.id = p.text_id
        where p.conflict_id = c.id and (t.subject_id is not null
          or exists (select 1 from subject s where s.phone = t.phone)
          or exists (select 1 from "user" u where u."phoneNumber" = t.phone)
          or exists (select 1 from consent_request r where r.phone = t.phone))))
    union all
    select c.id::text from conflict c join subject o on o.id = c.subject_id
    where c.subject_id = ${subjectId}::uuid and c.kind = 'UNKNOWN_PHONE'
      and c.reason = 'SHARED_PHONE' and (c.status = 'RESOLVED'
      or exists (select 1 from conflict_text p where p.conflict_id = c.id)
      and not exists (
        select 1 from conflict_text p join inbound_text t on t.id = p.text_id
        where p.conflict_id = c.id and (t.subject_id is not null or t.told_at is not null
          or not (o.id = any(t.may_be_of) or t.may_be_of = '{}' and t.phone is not distinct from o.phone)
          or t.tells <> (c.status = 'OPEN'))))`;
  return rows.map(({ id }) => id);
}
