import { Prisma } from '#api/generated/prisma/client.ts';
import type { ConsentKind, ConsentStatus, ConsentVia, SubjectStatus } from '#api/generated/prisma/enums.ts';
import { prepared, type Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Origin } from '#api/platform/viewer.ts';
import { dropCallRecordings } from '#api/recordings/calls/removing.ts';
import { releaseHeldRecordings, silenceRecordings } from '#api/recordings/erasing.ts';

/** The kinds that are given per phone; the others hold for the subject. */
export const phoneKinds: readonly ConsentKind[] = ['CALLS', 'SMS', 'RECORDING'];

/** The newest entry of a kind, per phone if the kind is given per phone. */
export type Consent = {
  /** The entry's id. */
  id: string;
  kind: ConsentKind;
  phone: string | null;
  status: ConsentStatus;
  wordingVersion: number;
  at: Date;
  via: ConsentVia;
};

/** Who made an entry and how; it can be erased while the entry stays. */
export type Evidence = {
  actorId?: string | null;
  typedName?: string | null;
  helperId?: string | null;
  messageId?: string | null;
  origin?: Origin | null;
};

/**
 * Selects the ids of a subject's entries and of its phone's own entries since the subject has the phone. Earlier
 * entries of the phone belong to other families, and a person who enters a number must not learn of them, unless the
 * subject's own account has verified the phone. A stop always applies to what the family had.
 */
export function entriesOf(subjectId: string): Prisma.Sql {
  return Prisma.sql`
    select id from consent_entry where subject_id = ${subjectId}::uuid
    union all
    select i.entry_id from consent_identity i
      join subject s on s.phone = i.phone
      join consent_entry e on e.id = i.entry_id
      where s.id = ${subjectId}::uuid and i.subject_id is null and (
        e.at >= coalesce(s.phone_since, s.created_at)
        or exists (
          select from "user" u where u.id = s.self_user_id
            and u."phoneNumber" = s.phone and u."phoneNumberVerified")
        or e.status = 'WITHDRAWN' and exists (
          select from consent_identity b join consent_entry before on before.id = b.entry_id
          where b.subject_id = s.id and b.phone = s.phone
            and before.kind = e.kind and before.position < e.position))`;
}

/** The current consents of a subject: the newest entry of every kind and phone. */
export async function newestConsents(subjectId: string, tx?: Tx): Promise<Consent[]> {
  const sql = Prisma.sql`
    select distinct on (e.kind, i.phone) e.id::text as id, e.kind::text as kind, i.phone, e.status::text as status,
      e.wording_version as "wordingVersion", e.at, e.via::text as via
    from (${entriesOf(subjectId)}) own join consent_entry e on e.id = own.id
      left join consent_identity i on i.entry_id = e.id
    order by e.kind, i.phone, e.position desc`;
  if (tx) return tx.$queryRaw<Consent[]>(sql);
  // Without a transaction, one plan serves all subjects; planning takes six times as long as running it.
  const { text, values } = sql;
  return (await prepared.query<Consent>({ name: 'newest-consents', text, values })).rows;
}

/** Whether a kind is granted, for this phone if the kind is given per phone. */
export function covers(consents: readonly Consent[], kind: ConsentKind, phone: string | null): boolean {
  return consents.some(
    (consent) =>
      consent.kind === kind &&
      consent.status === 'GRANTED' &&
      (!phoneKinds.includes(kind) || (phone !== null && consent.phone === phone)),
  );
}

/**
 * Adds an entry; entries are never changed. The caller has locked the subject, or the phone for an entry that belongs
 * to the phone alone.
 */
export async function enter(
  tx: Tx,
  subjectId: string | null,
  entry: Pick<Consent, 'kind' | 'phone' | 'status' | 'wordingVersion' | 'via'>,
  { origin, ...evidence }: Evidence,
): Promise<string> {
  const { phone, ...rest } = entry;
  const { id } = await tx.consentEntry.create({
    data: {
      ...rest,
      subjectId,
      identity: {
        create: {
          ...evidence,
          subjectId,
          phone,
          ipAddress: origin?.ipAddress,
          userAgent: origin?.userAgent?.slice(0, 500),
        },
      },
    },
    select: { id: true },
  });
  return id;
}

export type LockedSubject = {
  id: string;
  preferredName: string;
  fullName: string;
  phone: string | null;
  status: SubjectStatus;
  sharing: boolean;
  selfUserId: string | null;
  language: string;
  timeZone: string;
};

/** Locks the subject until the transaction ends, so that changes of its consents are serialized. */
export async function lockSubject(tx: Tx, subjectId: string): Promise<LockedSubject | null> {
  const [subject] = await tx.$queryRaw<LockedSubject[]>`
    select id::text as id, preferred_name as "preferredName", full_name as "fullName", phone,
      status::text as status, sharing, self_user_id::text as "selfUserId", language, time_zone as "timeZone"
    from subject where id = ${subjectId}::uuid for no key update`;
  return subject ?? null;
}

/**
 * Updates the state that depends on the ledger, in its transaction: whether the subject shares, whether it waits for
 * consent, and that no recording is kept without consent. When sharing changes, the members' access is checked again.
 */
export async function settle(tx: Tx, wake: Wake, subject: LockedSubject) {
  const consents = await newestConsents(subject.id, tx);
  const sharing = covers(consents, 'SHARING', null);
  const recorded = recordedPhones(consents);
  if (recorded.length === 0) await silenceRecordings(tx, wake, subject.id);
  else await releaseHeldRecordings(tx, wake, subject.id);
  await dropCallRecordings(tx, subject.id, { OR: [{ phone: null }, { phone: { notIn: recorded } }] });
  const given = consents.some(({ kind }) => covers(consents, kind, subject.phone));
  const status = statusWith(subject.status, given);
  if (sharing !== subject.sharing || status !== subject.status) {
    await tx.subject.update({ where: { id: subject.id }, data: { sharing, status } });
  }
  await append(tx, topics.subject(subject.id), 'consent-changed', { subjectId: subject.id }, subject.id);
  wake(topics.subject(subject.id));
  if (sharing === subject.sharing) return;
  const members = await tx.membership.findMany({
    where: { subjectId: subject.id },
    select: { userId: true },
  });
  for (const { userId } of members) wake(topics.access(userId));
}

/** The phones for which recording is granted. */
function recordedPhones(consents: readonly Consent[]): string[] {
  return consents.flatMap(({ kind, status, phone }) =>
    kind === 'RECORDING' && status === 'GRANTED' && phone ? [phone] : [],
  );
}

/** A subject becomes active with its first consent, and waits for consent again when none is left. */
export function statusWith(status: SubjectStatus, consentGiven: boolean): SubjectStatus {
  if (consentGiven) return status === 'DRAFT' || status === 'AWAITING_CONSENT' ? 'ACTIVE' : status;
  return status === 'ACTIVE' ? 'AWAITING_CONSENT' : status;
}
