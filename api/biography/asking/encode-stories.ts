import { Prisma } from '#api/generated/prisma/client.ts';
import { encodeSentences } from '#api/language/sentence-encoder.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { log } from '#api/platform/log.ts';
import { languagesWithMeanings } from './languages.ts';
import { MEANING_VERSION, packVectors, sentencesOf, unpackVectors } from './meanings.ts';
import { type WrittenByHand, writtenByHand } from './written-by-hand.ts';

const AT_ONCE = 50;
const DAY_MS = 24 * 3_600_000;

type Unencoded = { id: string; subjectId: string; revision: number };

/**
 * Encodes what stories say by hand, where no meaning of this version and revision is stored yet. What was said is
 * encoded with its messages. Of all subjects and times, or of those given.
 */
export async function encodeStories(
  among: { subjectId?: string; since?: Date },
  signal?: AbortSignal,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const cards = await unencoded(among, after);
    const texts = await writtenByHand(cards.map(({ id }) => id));
    for (const card of cards) {
      const written = texts.get(card.id);
      if (!written) continue;
      try {
        await encodeStory(card, written, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // One story that can't be encoded doesn't stop the others.
        log.warn({ error }, 'a story has no meaning to be found by');
      }
    }
    after = cards.at(-1)?.id;
    if (cards.length < AT_ONCE) return;
  }
}

/** Stories that changed within the last day, for the job that runs every few minutes. */
export function encodeRecentStories(signal: AbortSignal): Promise<void> {
  return encodeStories({ since: new Date(clock.now().getTime() - DAY_MS) }, signal);
}

/** The next stories with sentences by hand and without meaning, after this one. */
function unencoded(
  { subjectId, since }: { subjectId?: string; since?: Date },
  after: string | undefined,
): Promise<Unencoded[]> {
  return db.$queryRaw<Unencoded[]>`
    select card.id::text as id, card.subject_id::text as "subjectId", card.revision
    from card join subject on subject.id = card.subject_id
    where subject.language = any(${languagesWithMeanings}::text[])
      and ${since ? Prisma.sql`card.updated_at >= ${since}` : Prisma.sql`true`}
      and ${subjectId ? Prisma.sql`card.subject_id = ${subjectId}::uuid` : Prisma.sql`true`}
      and ${after ? Prisma.sql`card.id > ${after}::uuid` : Prisma.sql`true`}
      and exists (select 1 from sentence where sentence.card_id = card.id and sentence.revision = card.revision
        and not sentence.hidden and not exists (select 1 from source where source.sentence_id = sentence.id))
      and not exists (select 1 from story_meaning where story_meaning.card_id = card.id
        and story_meaning.revision = card.revision and story_meaning.version = ${MEANING_VERSION})
    order by card.id limit ${AT_ONCE}`;
}

async function encodeStory(
  { id, subjectId, revision }: Unencoded,
  { text, sentenceIds }: WrittenByHand,
  signal?: AbortSignal,
) {
  const parts = sentencesOf(text).map((sentence) => sentence.text);
  const vectors = await encodeSentences(parts, { subjectId, background: true, ...(signal && { signal }) });
  // Sentences may have been hidden meanwhile; the lock makes that wait, which then deletes this meaning.
  await db.$executeRaw`
    with unchanged as (
      select id from sentence where id = any(${[...sentenceIds]}::uuid[]) and not hidden for share
    )
    insert into story_meaning (card_id, subject_id, revision, vectors, version)
    select id, subject_id, revision, ${Buffer.from(packVectors(vectors))}, ${MEANING_VERSION}::int
    from card where id = ${id}::uuid and revision = ${revision}
      and (select count(*) from unchanged) = ${sentenceIds.length}
    on conflict (card_id) do update
      set revision = excluded.revision, vectors = excluded.vectors, version = excluded.version`;
}

/** The vectors of what these cards say by hand in their current revision. */
export async function readStoryMeanings(
  cards: readonly { id: string; revision: number }[],
): Promise<Map<string, Uint8Array>> {
  const rows = await db.storyMeaning.findMany({
    where: { cardId: { in: cards.map(({ id }) => id) }, version: MEANING_VERSION },
    select: { cardId: true, revision: true, vectors: true },
  });
  const revisions = new Map(cards.map(({ id, revision }) => [id, revision]));
  return new Map(
    rows.flatMap(({ cardId, revision, vectors }) =>
      revisions.get(cardId) === revision ? [[cardId, vectors] as const] : [],
    ),
  );
}

/** The number of stories whose vectors are in memory at a time. */
const RANKED_AT_ONCE = 100;

/**
 * The cards in the order in which their sentences by hand are nearest to a vector, without reading their texts. Those
 * without a stored meaning follow in the order given.
 */
export async function nearestFirst<C extends { id: string; revision: number }>(
  cards: readonly C[],
  vector: Float32Array,
): Promise<C[]> {
  const nearness = new Map<string, number>();
  for (let start = 0; start < cards.length; start += RANKED_AT_ONCE) {
    const meanings = await readStoryMeanings(cards.slice(start, start + RANKED_AT_ONCE));
    for (const [id, packed] of meanings)
      nearness.set(id, Math.max(...unpackVectors(packed).map((sentence) => product(sentence, vector))));
  }
  const nearnessOf = ({ id }: C) => nearness.get(id) ?? Number.NEGATIVE_INFINITY;
  // Not their difference, which is no number where both have no meaning.
  return cards.toSorted((one, other) =>
    nearnessOf(one) === nearnessOf(other) ? 0 : nearnessOf(one) > nearnessOf(other) ? -1 : 1,
  );
}

function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
