import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { addRevision, type Kept } from '../book.ts';
import { contentOf, givesAway } from '../echo.ts';
import { cardChanged, noteActivity } from '../events.ts';
import { BUILT_IN_WRITER } from '../writing/compose.ts';
import type { Proof } from './proof.ts';
import type { Corrected } from './spans.ts';

export type CardRow = Prisma.CardGetPayload<{ include: { chapter: { select: { title: true } } } }>;

/** A card that rests on corrected words, with its sentences as they were before. */
export type RestingCard = { card: CardRow; conversationId: string; sentences: Kept[]; proof: Proof };

/** The date and place that came from words which the correction replaced; null when there are none. */
export type LostFacts = { date: string | null; place: string | null };

/**
 * Rewrites a machine-written card from the corrected words as a new revision. Does nothing when the card
 * reads as before.
 */
export async function correctCard(
  tx: Tx,
  wake: Wake,
  message: Corrected,
  { card, conversationId, sentences, proof, gone }: RestingCard & { gone: readonly LostFacts[] },
) {
  const { id: cardId, subjectId } = card;
  const mended = sentences.map((sentence): Kept => {
    if (!sentence.sources.some(({ messageId }) => messageId === message.id)) return sentence;
    const { text, sources } = proof.mended(sentence);
    // A sentence that its words no longer support is hidden in its place, so that it can return if the
    // words do.
    return {
      ...sentence,
      sources,
      text: text ?? sentence.text,
      hidden: text === null || proof.isConfided(sentence),
    };
  });
  const next = mended.filter(
    (sentence, at) =>
      sentence.hidden || !mended.slice(0, at).some((earlier) => saysTheSame(earlier, sentence)),
  );
  const facts = await factsLeft(tx, message, card, next, gone);
  const reads = (all: readonly Kept[]) => all.map(({ text, hidden }) => (hidden ? '' : text)).join('|');
  const same = reads(next) === reads(sentences);
  if (same && facts.title === card.title && facts.happened === card.happened && facts.place === card.place)
    return;
  const { writer } = await tx.cardRevision.findUniqueOrThrow({
    where: { cardId_number: { cardId, number: card.revision } },
    select: { writer: true },
  });
  const revision = {
    ...facts,
    note: 'As corrected in the transcript',
    authorId: null,
    writer: writer ?? BUILT_IN_WRITER,
    conversationId,
    sentences: next,
  };
  await addRevision(tx, card, revision, statusAfter(card, sentences, next));
  await noteActivity(tx, 'story-edited', { subjectId, cardId, actorId: null });
  await cardChanged(tx, wake, subjectId, cardId);
}

/**
 * Corrects the text of hidden sentences in place. It adds no revision and records no activity, because
 * nobody may learn that these sentences exist.
 */
export async function mendHidden(
  tx: Tx,
  message: Corrected,
  { id: cardId, revision }: CardRow,
  sentences: readonly Kept[],
  proof: Proof,
) {
  for (const [position, sentence] of sentences.entries()) {
    if (!sentence.hidden || !sentence.sources.some(({ messageId }) => messageId === message.id)) continue;
    const { text } = proof.mended(sentence);
    if (text !== null)
      await tx.sentence.updateMany({ where: { cardId, revision, position }, data: { text } });
  }
}

function saysTheSame(left: Kept, right: Kept): boolean {
  return (
    !left.hidden &&
    left.text === right.text &&
    left.sources.some((source) =>
      right.sources.some(
        ({ messageId, start, end }) =>
          source.messageId === messageId && source.start < end && start < source.end,
      ),
    )
  );
}

/**
 * A card with nothing left to show is hidden. When it has text again it returns as a draft, for the family
 * to check.
 */
function statusAfter(card: CardRow, before: readonly Kept[], after: readonly Kept[]) {
  const empty = (sentences: readonly Kept[]) => sentences.every(({ hidden }) => hidden);
  if (empty(after)) return { status: 'HIDDEN' as const };
  return empty(before) && card.status === 'HIDDEN' ? { status: 'DRAFT' as const } : {};
}

/** The card's title, date and place without those that stood only in words which the correction replaced. */
async function factsLeft(
  tx: Tx,
  { before, comparison }: Corrected,
  { title, happened, place, chapter }: CardRow,
  sentences: readonly Kept[],
  gone: readonly LostFacts[],
) {
  const visible = sentences.filter(({ hidden }) => !hidden);
  const fallen = await contentOf(comparison.changes.map(({ from }) => before.slice(from.start, from.end)));
  const open = await contentOf(visible.map(({ text }) => text));
  const messageIds = visible.flatMap(({ sources }) => sources.map(({ messageId }) => messageId));
  const stands = async (where: Prisma.MentionWhereInput) =>
    (await tx.mention.count({ where: { messageId: { in: messageIds }, ...where } })) > 0;
  const dateGone = happened !== null && gone.some(({ date }) => date === happened);
  const placeGone = place !== null && gone.some((each) => each.place === place);
  return {
    title: givesAway(title, fallen, open) ? chapter.title : title,
    happened: dateGone && !(await stands({ date: happened })) ? null : happened,
    place: placeGone && !(await stands({ place: { is: { name: place } } })) ? null : place,
  };
}
