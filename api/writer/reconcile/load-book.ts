import { visibleCards } from '#api/biography/policy.ts';
import type { SourceSpan } from '#api/biography/writing/writer.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type { BookSentence, FoundConflict, ReconciledBook } from './finding/book.ts';
import { peopleForTeam } from './policy.ts';

/** The maximum of messages per person that are compared for names. */
const mostMessages = 200;

/** Loads the parts of a subject's stories that the team may read, without hidden ones. */
export async function loadBook(subjectAccess: SubjectAccess): Promise<ReconciledBook> {
  const { subjectId } = subjectAccess;
  const [subject, people, cards] = await Promise.all([
    db.subject.findUniqueOrThrow({ where: { id: subjectId }, select: { birthDate: true } }),
    db.person.findMany({
      where: { AND: [{ subjectId }, peopleForTeam(subjectAccess)] },
      orderBy: { id: 'asc' },
      select: {
        ...{ id: true, name: true, aliases: true, relationship: true, membershipId: true },
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
  ]);
  const sentences = await readSentences(cards.map(({ id }) => id));
  return {
    birthDate: subject.birthDate,
    people: people.map(({ relationship, membershipId, mentions, ...person }) => ({
      ...person,
      relation: relationship,
      messageIds: mentions.map(({ messageId }) => messageId),
      isMember: membershipId !== null,
    })),
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

/** Finds sentences of the writer without a valid source: none, or one beyond the end of its message. */
export async function findLostSources(subjectAccess: SubjectAccess): Promise<FoundConflict[]> {
  const visible = await db.card.findMany({
    where: {
      AND: [{ subjectId: subjectAccess.subjectId, status: { not: 'HIDDEN' } }, visibleCards(subjectAccess)],
    },
    select: { id: true },
  });
  // Spans count UTF-16 units; an emoji has two.
  const rows = await db.$queryRaw<{ id: string; cardId: string; hash: string }[]>`
    select s.id::text as id, s.card_id::text as "cardId", md5(s.text) as hash
    from card c
    join sentence s on s.card_id = c.id and s.revision = c.revision
    join card_revision r on r.card_id = c.id and r.number = c.revision
    where c.id = any(${visible.map(({ id }) => id)}::uuid[]) and not s.hidden and r.author_id is null and r.writer is not null
      and (not exists (select 1 from source o where o.sentence_id = s.id)
        or exists (select 1 from source o join message m on m.id = o.message_id where o.sentence_id = s.id
          and not m.private and m.deleted_at is null and o."end" > length(coalesce(m.corrected_text, m.text))
            + length(regexp_replace(coalesce(m.corrected_text, m.text), '[^\\U00010000-\\U0010FFFF]', '', 'g'))))
    order by s.id limit 100`;
  return rows.map(({ id, cardId, hash }) => ({
    ...{ kind: 'SOURCE_GONE', key: `gone:${cardId}:${hash}`, about: null, reason: null, right: null },
    left: { cardId, personId: null, sentenceId: id, words: null, value: null },
  }));
}
