import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { secretBytesOf } from '#api/platform/domain-values/one-time-code.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import type { FoundConflict, ReconciledBook } from './finding/book.ts';
import { findPhones } from './text-tasks.ts';

/** Texts are erased after 30 days; the search reads no older ones. */
const keptForMs = 30 * 24 * 3_600_000;
/** The newest phones that are searched, and the newest texts of each. */
const mostPhones = 2_000;
const mostTexts = 50;
/** The number of phones that a worker reads at once. */
const atATime = 200;
const readingMs = 60_000;

/** The key of a conflict about a phone: it reveals no number, and has the id of the newest text that was read. */
export function keyOfPhone(subjectId: string, phone: string, newestTextId: string): string {
  return `${keyBefore(subjectId, phone)}${newestTextId}`;
}

function keyBefore(subjectId: string, phone: string): string {
  return `phone:${secretBytesOf('conflict-phone', `${subjectId}:${phone}`).toString('base64url')}:`;
}

type PhoneRow = { phone: string; newestId: string };
type TextRow = { id: string; phone: string; text: string };

/** Finds texts of phones that nobody has and that may be the subject's. A phone's settled texts are not read again. */
export async function findPhonesOf(
  subjectId: string,
  book: ReconciledBook,
  signal: AbortSignal,
): Promise<FoundConflict[]> {
  const since = new Date(clock.now().getTime() - keptForMs);
  const phones = await db.$queryRaw<PhoneRow[]>`
    select t.phone, (array_agg(t.id::text order by t.at desc, t.id desc))[1] as "newestId"
    from inbound_text t where t.at > ${since}
    group by t.phone
    having bool_or(t.subject_id is null)
      and not exists (select 1 from subject s where s.phone = t.phone)
      and not exists (select 1 from "user" u where u."phoneNumber" = t.phone)
      and not exists (select 1 from consent_request r where r.phone = t.phone)
    order by max(t.at) desc limit ${mostPhones}`;
  if (!phones.length) return [];
  const { fullName, preferredName, codeWord, privateThemes } = await db.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: {
      fullName: true,
      preferredName: true,
      codeWord: true,
      privateThemes: { select: { theme: true } },
    },
  });
  const subject = {
    ...{ fullName, preferredName, codeWord },
    privateThemes: privateThemes.map(({ theme }) => theme),
  };
  const settledTextIds = await settledByPhone(subjectId);
  const found: FoundConflict[] = [];
  for (let at = 0; at < phones.length; at += atATime) {
    const part = phones.slice(at, at + atATime);
    const texts = await textsOf(part, { subjectId, since, settledTextIds });
    const read = part.map(({ phone }, n) => ({ id: `${n}`, texts: texts.get(phone) ?? [] }));
    const named = await runInWorker(
      findPhones,
      { book, subject, phones: read.filter((each) => each.texts.length > 0) },
      { subjectId, deadlineMs: readingMs, signal, background: true },
    );
    for (const { id, reason, texts: parts, matches } of named) {
      const row = part[Number(id)];
      if (!row) continue;
      const key = keyOfPhone(subjectId, row.phone, row.newestId);
      found.push({
        ...{ kind: 'UNKNOWN_PHONE', key, about: null, reason, left: null, right: null },
        ...{ texts: parts, matches },
      });
    }
  }
  return found;
}

/** For each phone whose texts were settled, by its part of the key: the newest text that was settled. */
async function settledByPhone(subjectId: string): Promise<Map<string, string>> {
  const settled = await db.conflict.findMany({
    where: { subjectId, kind: 'UNKNOWN_PHONE', status: { not: 'OPEN' } },
    orderBy: { decidedAt: 'asc' },
    select: { key: true },
  });
  return new Map(
    settled.map(({ key }) => {
      const end = key.lastIndexOf(':') + 1;
      return [key.slice(0, end), key.slice(end)];
    }),
  );
}

async function textsOf(
  phones: readonly PhoneRow[],
  {
    subjectId,
    since,
    settledTextIds,
  }: { subjectId: string; since: Date; settledTextIds: ReadonlyMap<string, string> },
): Promise<Map<string, TextRow[]>> {
  const after = phones.map(({ phone }) => settledTextIds.get(keyBefore(subjectId, phone)) ?? null);
  const rows = await db.$queryRaw<TextRow[]>`
    select r.id::text as id, r.phone, r.text
    from unnest(${phones.map(({ phone }) => phone)}::text[], ${after}::uuid[]) as p (phone, after_id)
    left join inbound_text s on s.id = p.after_id
    cross join lateral (
      select t.id, t.phone, t.text, t.at from inbound_text t
      where t.phone = p.phone and t.at > ${since} and t.subject_id is null
        and (s.id is null or (t.at, t.id) > (s.at, s.id))
      order by t.at desc, t.id desc limit ${mostTexts}) r
    order by r.at, r.id`;
  return Map.groupBy(rows, ({ phone }) => phone);
}

/** The newest text of a phone. */
export async function newestTextId(tx: Tx, phone: string): Promise<string | null> {
  const newest = await tx.inboundText.findFirst({
    where: { phone },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  return newest?.id ?? null;
}
