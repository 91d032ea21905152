import type { Tx } from '#api/platform/database/database.ts';
import type { ExistingCard, SourcedSentence, SourceSpan } from '../writing/writer.ts';

type Row = { cardId: string; paragraph: number; text: string; sources: SourceSpan[] };

/**
 * The book as a writer sees it: the visible sentences of every card. A card with nothing to show is left
 * out.
 */
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
 * Whether the machine may only propose changes to a card: a person has edited it, confirmed it, or
 * published it in a family where publishing needs a review.
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
    const together = paragraphs.get(paragraph);
    if (together) together.push({ text, sources });
    else paragraphs.set(paragraph, [{ text, sources }]);
  }
  return [...paragraphs.values()];
}

/** Whether a span lies within another of the same message. */
export function covers(outer: SourceSpan, inner: SourceSpan): boolean {
  return outer.messageId === inner.messageId && outer.start <= inner.start && inner.end <= outer.end;
}

/**
 * Returns a test whether a span lies within one of these or contains one of them. Each test looks at only a
 * few spans: a long story has a thousand, and comparing a million pairs would block the thread.
 */
export function nestsWithOneOf(spans: readonly SourceSpan[]): (span: SourceSpan) => boolean {
  const byMessage = new Map<string, SourceSpan[]>();
  for (const span of spans) {
    const together = byMessage.get(span.messageId);
    if (together) together.push(span);
    else byMessage.set(span.messageId, [span]);
  }
  const ends = new Map([...byMessage].map(([id, together]) => [id, endsByStart(together)]));
  return ({ messageId, start, end }) => {
    const known = ends.get(messageId);
    if (!known) return false;
    const { starts, farthest, nearest } = known;
    const before = countUpTo(starts, start);
    const from = countUpTo(starts, start - 1);
    return (farthest[before - 1] ?? Number.NEGATIVE_INFINITY) >= end || (nearest[from] ?? end + 1) <= end;
  };
}

/**
 * The span starts in order. For each, the farthest end among spans that start no later, and the nearest end
 * among spans that start no earlier.
 */
function endsByStart(spans: readonly SourceSpan[]) {
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  const farthest = sorted.map(({ end }) => end);
  for (let at = 1; at < farthest.length; at++)
    farthest[at] = Math.max(farthest[at] ?? 0, farthest[at - 1] ?? 0);
  const nearest = sorted.map(({ end }) => end);
  for (let at = nearest.length - 2; at >= 0; at--)
    nearest[at] = Math.min(nearest[at] ?? 0, nearest[at + 1] ?? 0);
  return { starts: sorted.map(({ start }) => start), farthest, nearest };
}

/** How many of these sorted numbers are at most `most`. */
function countUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
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
  for (const row of rows) {
    const together = byCard.get(row.cardId);
    if (together) together.push(row);
    else byCard.set(row.cardId, [row]);
  }
  return byCard;
}
