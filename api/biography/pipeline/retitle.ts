import { conversationChanged } from '#api/conversations/events.ts';
import { tellOfLimitedWords } from '#api/conversations/service/tell-of-words.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { updateKeepsakeQuestions } from '#api/questions/service.ts';
import { holdBook } from '../book.ts';
import { chapterByNow, dropEmptyUnsorted } from '../chapters.ts';
import { cardChanged } from '../events.ts';
import { withTypographicMarks } from '../title-marks.ts';
import { chooseWriter } from '../writers.ts';
import { sortKey } from '../writing/dates.ts';
import type { CardDraft, ExistingCard, Written } from '../writing/writer.ts';
import { nestsWithOneOf } from './cards.ts';
import { titleLimit } from './commit.ts';
import { loadWork, type Work } from './load.ts';
import { keepMentions, tiePeople } from './mentions.ts';

/**
 * Restores what a conversation and its machine-written cards lost when words became private or were
 * corrected: title, summary, date, place and people. It uses only readable words. Safe to run twice.
 */
export async function retitleConversation(conversationId: string, signal: AbortSignal): Promise<void> {
  const work = await loadWork(db, conversationId);
  if (work === 'NOTHING' || work === 'CONSENT') return;
  const writer = await chooseWriter(work.subjectId);
  // The request leaves out the existing cards, because a story that already has a card would get no title.
  const written = await writer.write({ ...work.request, cards: [] }, signal);
  const isUpToDate = await transaction(async (tx, wake) => {
    if (!(await holdBook(tx, work.subjectId))) return true;
    const now = await loadWork(tx, conversationId);
    if (now === 'NOTHING' || now === 'CONSENT') return true;
    if (now.mark !== work.mark) return false;
    const { count } = await tx.conversation.updateMany({
      where: { id: conversationId, writing: 'WRITTEN', title: null },
      data: {
        title: withTypographicMarks(written.title.trim()).slice(0, titleLimit) || 'A short talk',
        summary: withTypographicMarks(written.summary.trim()) || null,
      },
    });
    if (count) await conversationChanged(tx, wake, work.subjectId, conversationId);
    const texts = new Map(now.request.messages.map(({ id, text }) => [id, text]));
    const personIds = await keepMentions(tx, work.subjectId, written, texts);
    for (const { card, draft } of draftsFor(now, written)) {
      await tiePeople(
        tx,
        work.subjectId,
        card.id,
        draft.people.flatMap((name) => personIds.get(name) ?? []),
      );
      await giveFacts(tx, wake, now, card, draft);
    }
    return true;
  });
  if (!isUpToDate) throw new Error('The book changed while it was titled');
}

/** For each card that the machine may change, the draft that shares the most words with it. */
function draftsFor(
  { request }: Work,
  { cards: drafts }: Written,
): { card: ExistingCard; draft: CardDraft }[] {
  return request.cards.flatMap((card) => {
    if (card.touchedByPerson) return [];
    const [best] = drafts
      .map((draft) => ({ draft, shared: sharedBy(draft, card) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared);
    return best ? [{ card, draft: best.draft }] : [];
  });
}

/**
 * Gives a card back what it lost (a title when it only has its chapter's name, a date, a place) and the
 * chapter that its text belongs to now.
 */
async function giveFacts(
  tx: Tx,
  wake: Wake,
  { subjectId, request }: Work,
  card: ExistingCard,
  draft: CardDraft,
) {
  const { id: cardId } = card;
  const chapter = request.chapters.find(({ key }) => key === card.chapterKey);
  const { revision, place, chapterId } = await tx.card.findUniqueOrThrow({
    where: { id: cardId },
    select: { revision: true, place: true, chapterId: true },
  });
  const found = {
    ...(card.title === chapter?.title && { title: withTypographicMarks(draft.title).slice(0, titleLimit) }),
    ...(card.happened === null && draft.happened && { happened: draft.happened }),
    ...(place === null && draft.place && { place: draft.place.slice(0, titleLimit) }),
  };
  const happened = card.happened ?? draft.happened;
  const now = { sentences: card.paragraphs.flat(), happened };
  const moved = await chapterByNow(tx, subjectId, request, { chapterId }, now);
  if (!Object.keys({ ...found, ...moved }).length) return;
  const happenedKey = found.happened && { happenedKey: sortKey(found.happened) };
  await tx.card.update({ where: { id: cardId }, data: { ...found, ...happenedKey, ...moved } });
  if (moved.chapterId) {
    await updateKeepsakeQuestions(tx, cardId);
    await tellOfLimitedWords(tx, wake, subjectId, cardId);
  }
  await dropEmptyUnsorted(tx, subjectId);
  await tx.cardRevision.updateMany({ where: { cardId, number: revision }, data: found });
  await cardChanged(tx, wake, subjectId, cardId);
}

function sharedBy(draft: CardDraft, card: ExistingCard): number {
  const isShared = nestsWithOneOf(draft.paragraphs.flat().flatMap((sentence) => sentence.sources));
  return card.paragraphs
    .flat()
    .flatMap((sentence) => sentence.sources)
    .filter(isShared).length;
}
