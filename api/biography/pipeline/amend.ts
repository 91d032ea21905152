import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { addRevision, type Kept, sentencesOf } from '../book.ts';
import { chapterByNow, dropEmptyUnsorted } from '../chapters.ts';
import { cardChanged, noteActivity } from '../events.ts';
import { forgetMentions } from '../withdrawal.ts';
import { findDates } from '../writing/dates.ts';
import type { Amendment, SourcedSentence, SourceSpan, Written } from '../writing/writer.ts';
import { onlyProposes } from './cards.ts';
import type { Work } from './load.ts';

export type ProposedSentence = SourcedSentence & { paragraph: number; replaces?: string };

/**
 * Changes a sentence of the book that the person put right in this conversation, as a revision of its card; on a card
 * that a person has touched it proposes that. It was proved before.
 */
export async function amendCard(
  tx: Tx,
  wake: Wake,
  { subjectId, request }: Work,
  { writer, versionIds }: Pick<Written, 'writer' | 'versionIds'>,
  { cardId, replaces, sentence, wrong, right }: Amendment,
) {
  const conversationId = request.conversation.id;
  const card = await tx.card.findUniqueOrThrow({
    where: { id: cardId },
    include: { subject: { select: { publishesAutomatically: true } } },
  });
  const old = await sentencesOf(tx, cardId, card.revision);
  const at = old.findIndex(({ text, hidden }) => text === replaces.text && !hidden);
  const before = old[at];
  if (!before) return;
  if (onlyProposes({ ...card, ...card.subject })) {
    const proposed: ProposedSentence = { ...sentence, paragraph: before.paragraph, replaces: before.text };
    const sentences = [{ ...proposed, sources: proposed.sources.map((source) => ({ ...source })) }];
    await tx.proposal.create({ data: { subjectId, cardId, conversationId, sentences } });
  } else {
    const happened = happenedAfter(card.happened, replaces.text, sentence.text);
    const sentences = old.with(at, { ...before, ...sentence } satisfies Kept);
    const revision = {
      title: card.title.replaceAll(wrong, right),
      happened,
      place: card.place === wrong ? right : card.place,
      note: 'As corrected by what was said later',
      authorId: null,
      writer,
      versionIds,
      conversationId,
      sentences,
    };
    const chapter = await chapterByNow(tx, subjectId, request, card, { sentences, happened });
    await addRevision(tx, card, revision, chapter);
    await dropEmptyUnsorted(tx, subjectId);
    await forgetWrong(tx, subjectId, cardId, before.sources, wrong);
    await noteActivity(tx, 'story-edited', { subjectId, cardId, actorId: null });
  }
  await cardChanged(tx, wake, subjectId, cardId);
}

/** The card's date, when it was that of the sentence. */
function happenedAfter(happened: string | null, before: string, after: string): string | null {
  const dated = findDates(before).some(({ edtf }) => edtf === happened);
  return dated ? (findDates(after)[0]?.edtf ?? null) : happened;
}

/** Whoever and wherever was only named by mistake is not kept among the people and places. */
async function forgetWrong(
  tx: Tx,
  subjectId: string,
  cardId: string,
  sources: readonly SourceSpan[],
  wrong: string,
) {
  for (const { messageId, start, end } of sources) {
    const named = [{ person: { is: { name: wrong, found: true } } }, { place: { is: { name: wrong } } }];
    await forgetMentions(tx, subjectId, { messageId, start: { gte: start }, end: { lte: end }, OR: named }, [
      cardId,
    ]);
  }
}
