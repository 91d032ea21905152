import { Prisma } from '#api/generated/prisma/client.ts';
import { db, prepared, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { Reach, SubjectAccess } from '#api/subjects/policy.ts';

/** How far a viewer reads in a book whose owner and subject they are not. */
function reachAsMember({ userId, impersonatorId }: Viewer): Reach {
  return impersonatorId === null ? { userId } : 'OPEN';
}

/**
 * The audiences that keep their story, chapter or keepsake from somebody who reads so far, at this moment: their day
 * has not come, they don't open by a death that has happened, and the reader isn't among their members. Written so that
 * the database joins each table once: with every table more, a statement takes twice as long to plan.
 */
function closed(reach: Exclude<Reach, 'ALL'>): Prisma.AudienceWhereInput {
  const conditions: Prisma.AudienceWhereInput[] = [
    { OR: [{ opensAt: null }, { opensAt: { gt: clock.now() } }] },
    { OR: [{ afterDeath: false }, { subject: { is: { status: { not: 'MEMORIAL' } } } }] },
  ];
  if (reach !== 'OPEN')
    conditions.push({ members: { none: { membership: { is: { userId: reach.userId } } } } });
  return { AND: conditions };
}

/** Rows that no audience keeps from the reader: stories, chapters and keepsakes alike. */
function admitted(reach: Exclude<Reach, 'ALL'>) {
  return { NOT: { audience: { is: closed(reach) } } };
}

/** Chapters that are not hidden, or in a book that the reader edits. */
function shown(reach: Exclude<Reach, 'ALL'>): Prisma.ChapterWhereInput {
  if (reach === 'OPEN') return { hidden: false };
  const editedBook: Prisma.SubjectWhereInput = {
    members: { some: { userId: reach.userId, role: 'EDITOR' } },
  };
  return { OR: [{ hidden: false }, { subject: { is: editedBook } }] };
}

function chapterAdmits(reach: Reach): Prisma.ChapterWhereInput {
  return reach === 'ALL' ? {} : { AND: [admitted(reach), shown(reach)] };
}

function cardAdmits(reach: Reach): Prisma.CardWhereInput {
  return reach === 'ALL' ? {} : { AND: [admitted(reach), { chapter: { is: chapterAdmits(reach) } }] };
}

function mediaAdmits(reach: Reach): Prisma.MediaWhereInput {
  if (reach === 'ALL') return {};
  return { AND: [admitted(reach), { OR: [{ cardId: null }, { card: { is: cardAdmits(reach) } }] }] };
}

/** The chapters of one subject that somebody who stands so may see: by their audience, and whether they are hidden. */
export function chaptersFor({ reach }: SubjectAccess): Prisma.ChapterWhereInput {
  return chapterAdmits(reach);
}

/** The stories of one subject whose audience, and whose chapter, admits somebody who stands so. */
export function cardsFor({ reach }: SubjectAccess): Prisma.CardWhereInput {
  return cardAdmits(reach);
}

/** The stories whose audience, and whose chapter, admits everyone, also somebody without an account. */
export function cardsForEveryone(): Prisma.CardWhereInput {
  return cardAdmits('OPEN');
}

/** The stories that are kept from somebody who stands so; null where none is. */
export function cardsKeptFrom({ reach }: SubjectAccess): Prisma.CardWhereInput | null {
  return reach === 'ALL' ? null : { NOT: cardAdmits(reach) };
}

/** The keepsakes that are kept from them; null where none is. */
export function mediaKeptFrom({ reach }: SubjectAccess): Prisma.MediaWhereInput | null {
  return reach === 'ALL' ? null : { NOT: mediaAdmits(reach) };
}

/** The keepsakes of one subject whose audience, and whose story's, admits somebody who stands so. */
export function mediaFor({ reach }: SubjectAccess): Prisma.MediaWhereInput {
  return mediaAdmits(reach);
}

/** The audiences that are not open to everyone yet. */
export function limitingAudiences(): Prisma.AudienceWhereInput {
  return closed('OPEN');
}

/** Of these subjects, those whose books have an audience at all. */
export async function limitedBooks(subjectIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.audience.findMany({
    where: { subjectId: { in: [...subjectIds] } },
    distinct: 'subjectId',
    select: { subjectId: true },
  });
  return new Set(rows.map(({ subjectId }) => subjectId));
}

/** The same over the stories of all subjects, for reads that begin at a story or a chapter. */
export function cardsForViewer(viewer: Viewer): Prisma.CardWhereInput {
  return { OR: [{ subject: { is: readsAll(viewer) } }, cardAdmits(reachAsMember(viewer))] };
}

/** The same over the chapters of all subjects. */
export function chaptersForViewer(viewer: Viewer): Prisma.ChapterWhereInput {
  return { OR: [{ subject: { is: readsAll(viewer) } }, chapterAdmits(reachAsMember(viewer))] };
}

/** The same over the keepsakes of all subjects. */
export function mediaForViewer(viewer: Viewer): Prisma.MediaWhereInput {
  return { OR: [{ subject: { is: readsAll(viewer) } }, mediaAdmits(reachAsMember(viewer))] };
}

/** The subjects of which a viewer reads whatever its audience: their own, and those about themself. */
function readsAll({ userId, impersonatorId }: Viewer): Prisma.SubjectWhereInput {
  if (impersonatorId !== null) return { id: { in: [] } };
  return { OR: [{ selfUserId: userId }, { members: { some: { userId, role: 'OWNER' } } }] };
}

/** The same rule as `cardsFor` as SQL over card c: each argument is an SQL expression. */
export function cardAdmitsInSql(card: string, at: { readsAll: string; userId: string; now: string }): string {
  return `(${at.readsAll} or (${admitsInSql(`card_id = ${card}.id`, at)} and ${chapterOpensInSql(`${card}.chapter_id`, at)}))`;
}

/** The same rule as `chaptersFor` as SQL over chapter c. */
export function chapterAdmitsInSql(
  chapter: string,
  at: { readsAll: string; userId: string; now: string },
): string {
  return `(${at.readsAll} or ${chapterOpensInSql(`${chapter}.id`, at)})`;
}

function chapterOpensInSql(chapterId: string, at: { userId: string; now: string }): string {
  return `(${admitsInSql(`chapter_id = ${chapterId}`, at)}
    and not exists (select 1 from chapter h where h.id = ${chapterId} and h.hidden
      and not exists (select 1 from membership e
        where e.subject_id = h.subject_id and e.user_id = ${at.userId} and e.role = 'EDITOR')))`;
}

function admitsInSql(target: string, at: { userId: string; now: string }): string {
  return `not exists (select 1 from audience a where a.${target} and ${closedInSql(at)})`;
}

/** The same rule as `closed` as SQL over audience a. */
function closedInSql({ userId, now }: { userId: string; now: string }): string {
  return `not coalesce(a.opens_at <= ${now}, false)
    and not (a.after_death and exists (select 1 from subject d where d.id = a.subject_id and d.status = 'MEMORIAL'))
    and not exists (select 1 from audience_member n join membership m on m.id = n.membership_id
      where n.audience_id = a.id and m.user_id = ${userId})`;
}

/** The parameters for `cardAdmitsInSql` and `chapterAdmitsInSql`. */
export function reachInSql({ reach }: SubjectAccess): {
  readsAll: boolean;
  userId: string | null;
  now: Date;
} {
  return {
    readsAll: reach === 'ALL',
    userId: typeof reach === 'object' ? reach.userId : null,
    now: clock.now(),
  };
}

/** Stories, each by itself or by its chapter. */
export type Stories = { cardIds: readonly string[]; chapterIds: readonly string[] };

/**
 * The stories that their audience, or their chapter's, keeps from readers who stand so; null where it keeps none. What
 * is merely hidden is not among them.
 */
async function storiesKeptFrom(subjectAccesses: readonly SubjectAccess[]): Promise<Stories | null> {
  const limited = new Map(
    subjectAccesses.flatMap((each) => (each.reach === 'ALL' ? [] : [[each.subjectId, reachInSql(each)]])),
  );
  if (!limited.size) return null;
  const { rows } = await prepared.query<{ cardId: string | null; chapterId: string | null }>({
    name: 'stories-kept',
    text: `select a.card_id::text as "cardId", a.chapter_id::text as "chapterId"
      from unnest($1::uuid[], $2::uuid[]) q(subject_id, user_id) join audience a on a.subject_id = q.subject_id
      where a.media_id is null and ${closedInSql({ userId: 'q.user_id', now: '$3::timestamptz' })}`,
    values: [[...limited.keys()], [...limited.values()].map(({ userId }) => userId), clock.now()],
  });
  if (!rows.length) return null;
  return {
    cardIds: rows.flatMap(({ cardId }) => cardId ?? []),
    chapterIds: rows.flatMap(({ chapterId }) => chapterId ?? []),
  };
}

/** A message and its conversation. */
type Words = { id: string; conversationId: string };

/**
 * The messages on which sentences of these stories rest, of any revision or proposed to them, and the interviewer's
 * answers to them, which may repeat them: up to what the person says next. `among`: only those of these conversations.
 */
export function wordsOf(
  { cardIds, chapterIds }: Stories,
  { among, tx = db }: { among?: readonly string[]; tx?: Tx } = {},
): Promise<Words[]> {
  const there = among
    ? Prisma.sql`and m.conversation_id = any(${[...new Set(among)]}::uuid[])`
    : Prisma.empty;
  return tx.$queryRaw<Words[]>`
    with story as (
      select id from card where id = any(${[...cardIds]}::uuid[]) or chapter_id = any(${[...chapterIds]}::uuid[])
    ), rested_on as (
      select o.message_id
      from story k join sentence e on e.card_id = k.id join source o on o.sentence_id = e.id
      union
      select (o.source ->> 'messageId')::uuid
      from story k join proposal p on p.card_id = k.id
        cross join jsonb_array_elements(p.sentences) e (sentence)
        cross join jsonb_array_elements(e.sentence -> 'sources') o (source)
    ), said as materialized (
      select m.id, m.conversation_id, m.seq, m.role
      from rested_on r join message m on m.id = r.message_id ${there}
    )
    select id::text as id, conversation_id::text as "conversationId" from said
    union
    select r.id::text, r.conversation_id::text
    from said s
      cross join lateral (select min(a.seq) as seq from message a
        where a.conversation_id = s.conversation_id and a.seq > s.seq and a.role = 'assistant') answer
      cross join lateral (select min(u.seq) as seq from message u
        where u.conversation_id = s.conversation_id and u.seq > answer.seq and u.role = 'user') after
      join message r on r.conversation_id = s.conversation_id
        and r.seq >= answer.seq and r.seq < coalesce(after.seq, 2147483647)
    where s.role = 'user'`;
}

/** The words of all stories of a book that an audience limits. */
export async function limitedWords(tx: Tx, subjectId: string): Promise<Words[]> {
  const audiences = await tx.audience.findMany({
    where: { AND: [limitingAudiences(), { subjectId, mediaId: null }] },
    select: { cardId: true, chapterId: true },
  });
  if (!audiences.length) return [];
  const cardIds = audiences.flatMap(({ cardId }) => cardId ?? []);
  const chapterIds = audiences.flatMap(({ chapterId }) => chapterId ?? []);
  return wordsOf({ cardIds, chapterIds }, { tx });
}

/** Words that audiences keep from somebody: their messages, and the conversations that these are in. */
export type KeptWords = { messageIds: ReadonlySet<string>; conversationIds: ReadonlySet<string> };

const noWords: KeptWords = { messageIds: new Set(), conversationIds: new Set() };

/**
 * The words that audiences keep from readers who stand so, in these conversations or in whole books. Where no story is
 * kept from them, one look into an index says so.
 */
export async function wordsKeptFrom(
  subjectAccesses: readonly SubjectAccess[],
  among?: readonly string[],
): Promise<KeptWords> {
  const stories = await storiesKeptFrom(subjectAccesses);
  if (!stories) return noWords;
  const words = await wordsOf(stories, { ...(among && { among }) });
  return {
    messageIds: new Set(words.map(({ id }) => id)),
    conversationIds: new Set(words.map(({ conversationId }) => conversationId)),
  };
}

type Row = { opensAt: Date | null; afterDeath: boolean; subject: { status: string } };

/** Whether an audience is open to everyone by now. */
export function isOpened({ opensAt, afterDeath, subject }: Row): boolean {
  return (opensAt !== null && opensAt <= clock.now()) || (afterDeath && subject.status === 'MEMORIAL');
}
