import { tellOfLimitedWords } from '#api/conversations/service/tell-of-words.ts';
import type { Language } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { addRevision, type Kept, sentencesOf } from '../book.ts';
import { chapterByNow, dropEmptyUnsorted } from '../chapters.ts';
import { cardChanged, noteActivity } from '../events.ts';
import { forgetMentions } from '../withdrawal.ts';
import { writingLanguage } from '../writing/languages.ts';
import type { Amendment, SourcedSentence, SourceSpan, Written } from '../writing/writer.ts';
import { onlyProposes } from './cards.ts';
import type { Work } from './load.ts';

export type ProposedSentence = SourcedSentence & {
  paragraph: number;
  replaces?: string;
  /** Whether the family has decided on this sentence; other sentences of the proposal may still be open. */
  decided?: boolean;
};

/**
 * Changes a sentence of the book that the person corrected in this conversation, as a new revision of its
 * card. On a card that a person has touched, it only proposes the change. The sentence has already been
 * checked against its sources.
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
    const happened = happenedAfter(card.happened, replaces.text, sentence.text, request.subject.language);
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
    await forgetWrong(tx, wake, subjectId, cardId, before.sources, wrong);
    await noteActivity(tx, 'story-edited', { subjectId, cardId, actorId: null });
  }
  await tellOfLimitedWords(tx, wake, subjectId, cardId);
  await cardChanged(tx, wake, subjectId, cardId);
}

/** The card's new date, if its old date came from the sentence. */
function happenedAfter(
  happened: string | null,
  before: string,
  after: string,
  language: Language | undefined,
): string | null {
  const { findDates } = writingLanguage(language);
  const dated = findDates(before).some(({ edtf }) => edtf === happened);
  return dated ? (findDates(after)[0]?.edtf ?? null) : happened;
}

/** Removes people and places that were only named by mistake. */
async function forgetWrong(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  cardId: string,
  sources: readonly SourceSpan[],
  wrong: string,
) {
  for (const { messageId, start, end } of sources) {
    const named = [{ person: { is: { name: wrong, found: true } } }, { place: { is: { name: wrong } } }];
    const where = { messageId, start: { gte: start }, end: { lte: end }, OR: named };
    await forgetMentions(tx, wake, subjectId, where, [cardId]);
  }
}
