import { evidenceOf } from '#api/biography/correcting/evidence.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { groundSentences } from '#api/biography/text-tasks.ts';
import type { SourceSpan } from '#api/biography/writing/writer.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type { BookSentence, FoundConflict, ReconciledBook } from './finding/book.ts';
import { peopleForTeam } from './policy.ts';

/** The maximum of messages per person that are compared for names. */
const mostMessages = 200;

/** Loads the parts of a subject's stories that the team may read, without hidden ones. */
export async function loadBook(subjectAccess: SubjectAccess): Promise<ReconciledBook> {
  const { subjectId } = subjectAccess;
  const [subject, people, cards, places] = await Promise.all([
    db.subject.findUniqueOrThrow({ where: { id: subjectId }, select: { birthDate: true, language: true } }),
    db.person.findMany({
      where: { AND: [{ subjectId }, peopleForTeam(subjectAccess)] },
      orderBy: { id: 'asc' },
      select: {
        ...{ id: true, name: true, aliases: true, relationship: true, membershipId: true, found: true },
        mentions: {
          where: { message: { private: false } },
          select: { messageId: true },
          take: mostMessages,
        },
      },
    }),
    db.card.findMany({
      where: { AND: [{ subjectId, status: { not: 'HIDDEN' } }, visibleCards(subjectAccess)] },
      orderBy: { id: 'asc' },
      select: {
        ...{ id: true, title: true, happened: true, place: true },
        people: { select: { person: { select: { name: true } } } },
      },
    }),
    db.place.findMany({
      where: { subjectId, offList: false },
      orderBy: { id: 'asc' },
      select: { name: true },
    }),
  ]);
  const sentences = await readSentences(cards.map(({ id }) => id));
  return {
    language: languageOf(subject.language),
    birthDate: subject.birthDate,
    people: people.map(({ relationship, membershipId, mentions, found, ...person }) => ({
      ...person,
      relation: relationship,
      messageIds: mentions.map(({ messageId }) => messageId),
      isMember: membershipId !== null,
      isGiven: !found,
    })),
    places: places.map(({ name }) => name),
    cards: cards.map(({ place, people: named, ...card }) => ({
      ...card,
      people: named.map(({ person }) => person.name),
      places: place ? [place] : [],
      sentences: sentences.get(card.id) ?? [],
    })),
  };
}

async function readSentences(cardIds: readonly string[]): Promise<Map<string, BookSentence[]>> {
  const rows = await db.$queryRaw<{ cardId: string; id: string; text: string; sources: SourceSpan[] }[]>`
    select s.card_id::text as "cardId", s.id::text as id, s.text,
      coalesce((select jsonb_agg(jsonb_build_object('messageId', o.message_id, 'start', o.start, 'end', o."end") order by o.id)
        from source o where o.sentence_id = s.id), '[]') as sources
    from card c join sentence s on s.card_id = c.id and s.revision = c.revision
    where c.id = any(${cardIds}::uuid[]) and not s.hidden and not exists (
      select 1 from source o join message m on m.id = o.message_id
      where o.sentence_id = s.id and (m.private or m.deleted_at is not null))
    order by s.card_id, s.position`;
  const byCard = new Map<string, BookSentence[]>();
  for (const { cardId, ...sentence } of rows) {
    const together = byCard.get(cardId);
    if (together) together.push(sentence);
    else byCard.set(cardId, [sentence]);
  }
  return byCard;
}

type SourcedRow = {
  id: string;
  cardId: string;
  text: string;
  hash: string;
  /** Whether it has no source with words, or one beyond the end of its message. */
  isLost: boolean;
  sources: SourceSpan[];
  /** The conversation of one of its sources, and a message of it. */
  conversationId: string | null;
  messageId: string | null;
};

const provingMs = 20_000;

/**
 * Finds sentences of the writer without a valid source: none with words, one beyond the end of its message, or a
 * corrected message whose words no longer carry them.
 */
export async function findLostSources(
  subjectAccess: SubjectAccess,
  signal: AbortSignal,
): Promise<FoundConflict[]> {
  const visible = await db.card.findMany({
    where: {
      AND: [{ subjectId: subjectAccess.subjectId, status: { not: 'HIDDEN' } }, visibleCards(subjectAccess)],
    },
    select: { id: true },
  });
  // Spans count UTF-16 units; an emoji has two.
  const rows = await db.$queryRaw<SourcedRow[]>`
    select s.id::text as id, s.card_id::text as "cardId", s.text, md5(s.text) as hash,
      count(o.id) filter (where o.start < o."end") = 0 or coalesce(bool_or(o."end" > length(m.shown)
        + length(regexp_replace(m.shown, '[^\\U00010000-\\U0010FFFF]', '', 'g'))), false) as "isLost",
      coalesce(jsonb_agg(jsonb_build_object('messageId', o.message_id, 'start', o.start, 'end', o."end") order by o.id)
        filter (where o.start < o."end"), '[]') as sources,
      min(m.conversation_id::text) as "conversationId", min(m.id::text) as "messageId"
    from card c
    join sentence s on s.card_id = c.id and s.revision = c.revision
    join card_revision r on r.card_id = c.id and r.number = c.revision
    left join source o on o.sentence_id = s.id
    left join lateral (
      select id, conversation_id, corrected_text, private or deleted_at is not null as withheld,
        coalesce(corrected_text, text) as shown
      from message where id = o.message_id) m on true
    where c.id = any(${visible.map(({ id }) => id)}::uuid[]) and not s.hidden and r.author_id is null and r.writer is not null
    group by s.id
    having not coalesce(bool_or(m.withheld), false) and (
      bool_or(m.corrected_text is not null) or count(o.id) filter (where o.start < o."end") = 0
      or bool_or(o."end" > length(m.shown)))
    order by s.id`;
  const uncarried = await findUncarried(
    subjectAccess.subjectId,
    rows.filter(({ isLost }) => !isLost),
    signal,
  );
  const lost = rows.filter((row) => row.isLost || uncarried.has(row.id));
  return lost.slice(0, mostLost).map(({ id, cardId, hash }) => ({
    ...{ kind: 'SOURCE_GONE', key: `gone:${cardId}:${hash}`, about: null, reason: null, right: null },
    left: { cardId, personId: null, sentenceId: id, words: null, value: null },
  }));
}

const mostLost = 100;

/** The ids of the sentences that the words of their sources, as shown now, do not carry. */
async function findUncarried(
  subjectId: string,
  rows: readonly SourcedRow[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const uncarried = new Set<string>();
  for (const [, resting] of Map.groupBy(rows, ({ conversationId }) => conversationId)) {
    const messageId = resting[0]?.messageId;
    if (!messageId) continue;
    const sentences = resting.map(({ text, sources }) => ({ text, sources }));
    const { messages, told, given } = await evidenceOf(db, messageId, sentences);
    const holds = await runInWorker(
      groundSentences,
      { sentences, messages, told, given },
      { subjectId, deadlineMs: provingMs, signal, background: true },
    );
    for (const [at, { id }] of resting.entries()) if (!holds[at]) uncarried.add(id);
  }
  return uncarried;
}
