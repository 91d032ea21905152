import type { Tx } from '#api/platform/database/database.ts';
import type { ExistingCard, SourcedSentence, SourceSpan } from '../writing/writer.ts';

type Row = { cardId: string; paragraph: number; text: string; sources: SourceSpan[] };

/** The book as a writer sees it: the open sentences of every card. A card with nothing to show is left out. */
export async function loadCards(tx: Tx, subjectId: string): Promise<ExistingCard[]> {
  const cards = await tx.card.findMany({
    where: { subjectId },
    orderBy: { id: 'asc' },
    include: {
      chapter: { select: { key: true } },
      people: { orderBy: { personId: 'asc' }, select: { person: { select: { name: true } } } },
      subject: { select: { publishesAutomatically: true } },
    },
  });
  const sentences = await openSentences(tx, subjectId);
  const places = await tx.mention.findMany({
    where: { subjectId, placeId: { not: null } },
    orderBy: { id: 'asc' },
    select: { messageId: true, start: true, end: true, place: { select: { name: true } } },
  });
  return cards.flatMap((card) => {
    const own = sentences.get(card.id);
    if (!own) return [];
    const sources = own.flatMap((sentence) => sentence.sources);
    const named = places.filter((mention) => sources.some((source) => covers(source, mention)));
    return [
      {
        id: card.id,
        title: card.title,
        chapterKey: card.chapter.key,
        paragraphs: paragraphsOf(own),
        happened: card.happened,
        people: card.people.map(({ person }) => person.name),
        places: [...new Set([card.place, ...named.map(({ place }) => place?.name)])].flatMap(
          (place) => place ?? [],
        ),
        touchedByPerson: onlyProposes({ ...card, ...card.subject }),
      },
    ];
  });
}

/**
 * Whether the machine only proposes on a card: a person has written in it, confirmed it, or published it where
 * nothing is published unseen.
 */
export function onlyProposes(card: {
  touchedByPerson: boolean;
  mark: string;
  status: string;
  publishesAutomatically: boolean;
}): boolean {
  return (
    card.touchedByPerson ||
    card.mark === 'CONFIRMED' ||
    (card.status === 'PUBLISHED' && !card.publishesAutomatically)
  );
}

/** Sentences grouped by their paragraph, in order. */
export function paragraphsOf<S extends SourcedSentence & { paragraph: number }>(
  sentences: readonly S[],
): SourcedSentence[][] {
  const paragraphs = new Map<number, SourcedSentence[]>();
  for (const { paragraph, text, sources } of sentences) {
    paragraphs.set(paragraph, [...(paragraphs.get(paragraph) ?? []), { text, sources }]);
  }
  return [...paragraphs.values()];
}

/** Whether a span lies within another of the same message. */
export function covers(outer: SourceSpan, inner: SourceSpan): boolean {
  return outer.messageId === inner.messageId && outer.start <= inner.start && inner.end <= outer.end;
}

async function openSentences(tx: Tx, subjectId: string): Promise<Map<string, Row[]>> {
  const rows = await tx.$queryRaw<Row[]>`
    select s.card_id::text as "cardId", s.paragraph, s.text,
      coalesce((select jsonb_agg(jsonb_build_object('messageId', o.message_id, 'start', o.start, 'end', o."end") order by o.id)
        from source o where o.sentence_id = s.id), '[]') as sources
    from card c join sentence s on s.card_id = c.id and s.revision = c.revision
    where c.subject_id = ${subjectId}::uuid and not s.hidden
    order by s.card_id, s.position`;
  const byCard = new Map<string, Row[]>();
  for (const row of rows) byCard.set(row.cardId, [...(byCard.get(row.cardId) ?? []), row]);
  return byCard;
}
