import { hasConsent } from '#api/consent/policy.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { sentencesOf } from '../book.ts';
import { contentOf, givesAway } from '../echo.ts';
import { biographyRetitle, biographyWrite } from '../jobs.ts';
import { onlyProposes } from '../pipeline/cards.ts';
import { correctCard, mendHidden } from './cards.ts';
import type { Stretch } from './comparison.ts';
import { proveCorrection } from './proof.ts';
import { correctProposals, propose } from './proposals.ts';
import { type Corrected, moveFindings, moveMentions, moveSources } from './spans.ts';

/**
 * Applies a correction of a misheard message to the book, in the transaction that stores the correction.
 * Every source keeps pointing at its words. Machine-written text that nobody has touched is rewritten from
 * the corrected words; for other text the machine proposes the change. A job finds titles, dates, places
 * and people from the corrected words again. Undoing a correction works the same way. The caller holds the
 * book's lock, has already written the correction, and holds no lock on a conversation that has ended.
 */
export async function correctBook(
  tx: Tx,
  wake: Wake,
  { id, before, after }: { id: string; before: string; after: string },
) {
  const {
    subjectId,
    conversationId,
    private: isPrivate,
  } = await tx.message.findUniqueOrThrow({
    where: { id },
    select: { subjectId: true, conversationId: true, private: true },
  });
  const cards = await tx.card.findMany({
    where: { subjectId, sentences: { some: { sources: { some: { messageId: id } } } } },
    orderBy: { id: 'asc' },
    include: { chapter: { select: { title: true } }, subject: { select: { publishesAutomatically: true } } },
  });
  const cardIds = cards.map((card) => card.id);
  const wordings = new Map(
    await Promise.all(
      cards.map(async (card) => [card.id, await sentencesOf(tx, card.id, card.revision)] as const),
    ),
  );
  const words = { id, subjectId, before, after };
  const { message, proof } = await proveCorrection(tx, words, [...wordings.values()].flat());

  await moveSources(tx, message);
  await moveFindings(tx, message);
  const gone = await moveMentions(tx, wake, message, cardIds);
  // Without the subject's consent the machine writes nothing, not even a corrected word.
  const mayWrite = await hasConsent(tx, subjectId, 'AI_WRITING');
  await correctProposals(tx, message, mayWrite ? proof : null);
  if (!mayWrite) return;
  for (const card of cards) {
    const sentences = wordings.get(card.id) ?? [];
    const proposes = onlyProposes({ ...card, ...card.subject });
    if (isPrivate) await mendHidden(tx, message, card, proposes ? [] : sentences, proof);
    else if (proposes) await propose(tx, wake, message, { card, conversationId, sentences, proof });
    else await correctCard(tx, wake, message, { card, conversationId, sentences, proof, gone });
  }
  if (!isPrivate) await writeAnew(tx, wake, message, conversationId, proof.made);
}

/**
 * Queues the job that finds titles and facts again. Also queues the writer when the correction added
 * sentences that are not in the book.
 */
async function writeAnew(
  tx: Tx,
  wake: Wake,
  message: Corrected,
  conversationId: string,
  made: readonly Stretch[],
) {
  const { subjectId, comparison } = message;
  const conversation = await tx.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    select: { status: true, writing: true, title: true, summary: true },
  });
  if (conversation.status !== 'COMPLETED' || !comparison.changes.length) return;
  const open = await tx.message.findMany({
    where: { conversationId, private: false },
    select: { text: true, correctedText: true },
  });
  const said = await contentOf(open.map(({ text, correctedText }) => correctedText ?? text));
  const fallen = await contentOf(wordsGone(message));
  const titleAndSummary = [conversation.title, conversation.summary].filter((each) => each !== null);
  const untitled = titleAndSummary.some((each) => givesAway(each, fallen, said));
  const unwritten = conversation.writing === 'WRITTEN' && (await hasUntold(tx, message, made));
  if (untitled || unwritten) {
    await tx.conversation.update({
      where: { id: conversationId },
      data: { ...(untitled && { title: null, summary: null }), ...(unwritten && { writing: 'WRITING' }) },
    });
    await conversationChanged(tx, wake, subjectId, conversationId);
  }
  if (unwritten) await enqueue(tx, biographyWrite, { conversationId }, { subjectId });
  if (conversation.writing !== null) await enqueue(tx, biographyRetitle, { conversationId }, { subjectId });
}

/** The words that the correction removed. */
export function wordsGone({ before, comparison }: Corrected): string[] {
  return comparison.changes.map(({ from }) => before.slice(from.start, from.end));
}

/** Whether the correction made a sentence that no source of the book covers. */
async function hasUntold(tx: Tx, { id }: Corrected, made: readonly Stretch[]): Promise<boolean> {
  if (!made.length) return false;
  const sources = await tx.source.findMany({ where: { messageId: id }, select: { start: true, end: true } });
  return made.some(({ start, end }) => !sources.some((source) => source.start < end && start < source.end));
}
