import { conversationChanged } from '#api/conversations/events.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { holdBook } from '../book.ts';
import { cardChanged } from '../events.ts';
import { chooseWriter } from '../writers.ts';
import type { CardDraft, ExistingCard, Written } from '../writing/writer.ts';
import { covers } from './cards.ts';
import { titleLimit } from './commit.ts';
import { loadWork, type Work } from './load.ts';

/**
 * Finds titles for what lost them when words became private: the conversation's own, with its summary, and
 * those of its machine-written cards. Made from the open words alone. Safe to run twice.
 */
export async function retitleConversation(conversationId: string, signal: AbortSignal): Promise<void> {
  const work = await loadWork(db, conversationId);
  if (work === 'NOTHING' || work === 'CONSENT') return;
  const writer = await chooseWriter();
  // As if nothing were told yet: a story that has its card already would get no title.
  const written = await writer.write({ ...work.request, cards: [] }, signal);
  const held = await transaction(async (tx, wake) => {
    if (!(await holdBook(tx, work.subjectId))) return true;
    const now = await loadWork(tx, conversationId);
    if (now === 'NOTHING' || now === 'CONSENT') return true;
    if (now.mark !== work.mark) return false;
    const { count } = await tx.conversation.updateMany({
      where: { id: conversationId, writing: 'WRITTEN', title: null },
      data: {
        title: written.title.trim().slice(0, titleLimit) || 'A short talk',
        summary: written.summary.trim() || null,
      },
    });
    if (count) await conversationChanged(tx, wake, work.subjectId, conversationId);
    for (const { cardId, title } of titlesFor(now, written)) {
      const card = await tx.card.update({ where: { id: cardId }, data: { title } });
      await tx.cardRevision.updateMany({ where: { cardId, number: card.revision }, data: { title } });
      await cardChanged(tx, wake, work.subjectId, cardId);
    }
    return true;
  });
  if (!held) throw new Error('The book changed while it was titled');
}

/** For each card that bears its chapter's name alone, the draft that shares most of its words. */
function titlesFor({ request }: Work, { cards: drafts }: Written): { cardId: string; title: string }[] {
  const titles = new Map(request.chapters.map(({ key, title }) => [key, title]));
  return request.cards.flatMap((card) => {
    const untitled = card.title === titles.get(card.chapterKey ?? '') && !card.touchedByPerson;
    if (!untitled) return [];
    const [best] = drafts
      .map((draft) => ({ draft, shared: sharedBy(draft, card) }))
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared);
    return best ? [{ cardId: card.id, title: best.draft.title.slice(0, titleLimit) }] : [];
  });
}

function sharedBy(draft: CardDraft, card: ExistingCard): number {
  const own = card.paragraphs.flat().flatMap((sentence) => sentence.sources);
  const drafted = draft.paragraphs.flat().flatMap((sentence) => sentence.sources);
  return own.filter((source) => drafted.some((other) => covers(other, source) || covers(source, other)))
    .length;
}
