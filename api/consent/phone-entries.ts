import type { ConsentKind, ConsentStatus } from '#api/generated/prisma/enums.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { entriesOf } from './ledger.ts';

/** The current consents of a phone itself: the newest entry of each kind that belongs to no subject. */
export async function newestOfPhone(tx: Tx, phone: string) {
  return tx.$queryRaw<{ kind: ConsentKind; status: ConsentStatus; wordingVersion: number }[]>`
    select distinct on (e.kind) e.kind::text as kind, e.status::text as status,
      e.wording_version as "wordingVersion"
    from consent_identity i join consent_entry e on e.id = i.entry_id
    where i.phone = ${phone} and i.subject_id is null
    order by e.kind, e.position desc`;
}

/**
 * Whether any book, even a deleted one or one whose number has changed, got a consent for this phone after the
 * phone's own newest entry.
 */
export async function agreedSince(tx: Tx, phone: string, kind: ConsentKind): Promise<boolean> {
  const [yes] = await tx.$queryRaw<object[]>`
    select from consent_identity i join consent_entry e on e.id = i.entry_id
    where i.phone = ${phone} and e.kind = ${kind}::"ConsentKind" and e.status = 'GRANTED'
      and e.position > coalesce((
        select max(own.position) from consent_identity o join consent_entry own on own.id = o.entry_id
        where o.phone = ${phone} and o.subject_id is null and own.kind = e.kind), 0)
    limit 1`;
  return yes !== undefined;
}

/**
 * Whether the phone said stop to texts and has not withdrawn that. Only its holder can: by text, by a code sent to
 * it, or in the account that has verified it. A click in a book that has the number proves nothing.
 */
export async function isStopped(tx: Tx, phone: string): Promise<boolean> {
  const [last] = await tx.$queryRaw<{ status: ConsentStatus }[]>`
    select e.status::text as status from consent_identity i join consent_entry e on e.id = i.entry_id
    where i.phone = ${phone} and e.kind = 'SMS' and (
      i.subject_id is null
      or e.status = 'GRANTED' and (
        e.via = 'SMS'
        or i.helper_id is null and exists (
          select from "user" u where u.id = i.actor_id
            and u."phoneNumber" = i.phone and u."phoneNumberVerified")))
    order by e.position desc limit 1`;
  return last?.status === 'WITHDRAWN';
}

/** Whether the phone's holder agreed for the phone itself, on the public page. */
export async function agreedOnPage(tx: Tx, phone: string): Promise<boolean> {
  const where = { phone, subjectId: null, entry: { kind: 'SMS', status: 'GRANTED' } } as const;
  return (await tx.consentIdentity.count({ where })) > 0;
}

/** The subjects with this phone that had its consent to texts before. */
export async function familiesThatHadYes(tx: Tx, phone: string): Promise<string[]> {
  const had: string[] = [];
  for (const { id } of await tx.subject.findMany({
    where: { phone, status: { notIn: ['DELETED', 'MEMORIAL'] } },
    orderBy: { id: 'asc' },
    select: { id: true },
  })) {
    const [yes] = await tx.$queryRaw<object[]>`
      select from (${entriesOf(id)}) own
        join consent_entry e on e.id = own.id join consent_identity i on i.entry_id = e.id
      where e.kind = 'SMS' and e.status = 'GRANTED' and i.phone = ${phone} limit 1`;
    if (yes) had.push(id);
  }
  return had;
}
