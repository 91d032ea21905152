import { Prisma } from '#api/generated/prisma/client.ts';
import { languageOf } from '#api/language/languages.ts';
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
  const hidden = secretBytesOf('conflict-phone', `${subjectId}:${phone}`).toString('base64url');
  return `phone:${hidden}:${newestTextId}`;
}

type PhoneRow = { phone: string };
type TextRow = { id: string; phone: string; text: string };

/** The condition on a row `t` of `inbound_text` that it came from a phone that nobody had, so that it may be anyone's. */
const isNobodys = Prisma.sql`(t.subject_id is null and not t.tells and t.may_be_of = '{}')`;

/** Finds texts of phones that nobody has and that may be the subject's. Settled texts are not read again. */
export async function findPhonesOf(
  subjectId: string,
  book: ReconciledBook,
  signal: AbortSignal,
): Promise<FoundConflict[]> {
  const since = new Date(clock.now().getTime() - keptForMs);
  const phones = await db.$queryRaw<PhoneRow[]>`
    select t.phone from inbound_text t where t.at > ${since}
    group by t.phone
    having bool_or(${isNobodys})
      and not exists (select 1 from subject s where s.phone = t.phone)
      and not exists (select 1 from "user" u where u."phoneNumber" = t.phone)
      and not exists (select 1 from consent_request r where r.phone = t.phone)
    order by max(t.at) desc limit ${mostPhones}`;
  if (!phones.length) return [];
  const { fullName, preferredName, codeWord, language, privateThemes } = await db.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: {
      fullName: true,
      preferredName: true,
      codeWord: true,
      language: true,
      privateThemes: { select: { theme: true } },
    },
  });
  const subject = {
    ...{ fullName, preferredName, codeWord, language: languageOf(language) },
    privateThemes: privateThemes.map(({ theme }) => theme),
  };
  const isOpen = await openTo(subjectId);
  const found: FoundConflict[] = [];
  for (let at = 0; at < phones.length; at += atATime) {
    const part = phones.slice(at, at + atATime);
    const texts = await textsOf(part, since, isOpen);
    const read = part.map(({ phone }, n) => ({ id: `${n}`, texts: texts.get(phone) ?? [] }));
    const named = await runInWorker(
      findPhones,
      { book, subject, phones: read.filter((each) => each.texts.length > 0) },
      { subjectId, deadlineMs: readingMs, signal, background: true },
    );
    for (const { id, reason, texts: parts, matches } of named) {
      const newest = read[Number(id)]?.texts.at(-1);
      if (!newest) continue;
      const key = keyOfPhone(subjectId, newest.phone, newest.id);
      found.push({
        ...{ kind: 'UNKNOWN_PHONE', key, about: null, reason, left: null, right: null },
        ...{ texts: parts, matches },
      });
    }
  }
  return found;
}

/**
 * The condition on a row `t` of `inbound_text` that it is nobody's and not settled for the subject: it came after the last
 * text of its phone that was settled, or it is in an open conflict, as the texts of one that was undone.
 */
async function openTo(subjectId: string, tx: Tx = db): Promise<Prisma.Sql> {
  const phones = await tx.conflict.findMany({
    where: { subjectId, kind: 'UNKNOWN_PHONE', status: { not: 'OPEN' } },
    select: { key: true },
  });
  const settledIds = phones.map(({ key }) => key.slice(key.lastIndexOf(':') + 1));
  return Prisma.sql`${isNobodys} and (
    not exists (
      select 1 from inbound_text s
      where s.id = any(${settledIds}::uuid[]) and s.phone = t.phone and (s.at, s.id) >= (t.at, t.id))
    or exists (
      select 1 from conflict_text p join conflict c on c.id = p.conflict_id
      where p.text_id = t.id and c.subject_id = ${subjectId}::uuid and c.status = 'OPEN'))`;
}

async function textsOf(
  phones: readonly PhoneRow[],
  since: Date,
  isOpen: Prisma.Sql,
): Promise<Map<string, TextRow[]>> {
  const rows = await db.$queryRaw<TextRow[]>`
    select r.id::text as id, r.phone, r.text
    from unnest(${phones.map(({ phone }) => phone)}::text[]) as p (phone)
    cross join lateral (
      select t.id, t.phone, t.text, t.at from inbound_text t
      where t.phone = p.phone and t.at > ${since} and ${isOpen}
      order by t.at desc, t.id desc limit ${mostTexts}) r
    order by r.at, r.id`;
  return Map.groupBy(rows, ({ phone }) => phone);
}

/** The newest text of a phone that is nobody's and not settled for the subject. */
export async function newestTextId(
  tx: Tx,
  { subjectId, phone }: { subjectId: string; phone: string },
): Promise<string | null> {
  const [newest] = await tx.$queryRaw<{ id: string }[]>`
    select t.id::text as id from inbound_text t where t.phone = ${phone} and ${await openTo(subjectId, tx)}
    order by t.at desc, t.id desc limit 1`;
  return newest?.id ?? null;
}
