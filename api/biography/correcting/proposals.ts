import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { cardChanged } from '../events.ts';
import type { ProposedSentence } from '../pipeline/amend.ts';
import type { RestingCard } from './cards.ts';
import type { Proof } from './proof.ts';
import { type Corrected, moveSpans, restsOnChanged } from './spans.ts';

/**
 * Updates open proposals after a correction: sentences to be added are corrected, and replacements are
 * proposed again where their words changed. A proposal left empty is settled. Without `proof` no text is
 * corrected.
 */
export async function correctProposals(tx: Tx, message: Corrected, proof: Proof | null) {
  const proposals = await tx.proposal.findMany({
    where: { subjectId: message.subjectId },
    select: { id: true, status: true, sentences: true },
  });
  for (const { id, status, sentences } of proposals) {
    const all = sentences as unknown as ProposedSentence[];
    if (!all.some((sentence) => restsOn(sentence, message))) continue;
    const remaining = all.flatMap((sentence) => {
      const moved = moveSpans(sentence, message);
      if (status !== 'OPEN' || sentence.decided || !proof || !restsOn(sentence, message)) return moved;
      if (sentence.replaces !== undefined) return restsOnChanged(sentence.sources, message) ? [] : moved;
      const { text } = proof.mended(sentence);
      return text === null ? [] : { ...moved, text };
    });
    const isEmpty = remaining.every(({ decided }) => decided);
    const settled = isEmpty && status === 'OPEN' ? 'DECLINED' : status;
    await tx.proposal.update({
      where: { id },
      data: { sentences: remaining.map(toStoredSentence), status: settled },
    });
  }
}

/**
 * Proposes the corrected sentences of a card that the machine may not change; a sentence whose words are
 * gone is proposed without text.
 */
export async function propose(
  tx: Tx,
  wake: Wake,
  message: Corrected,
  { card, conversationId, sentences, proof }: RestingCard,
) {
  const { id: cardId, subjectId } = card;
  const proposed = sentences.flatMap((sentence) => {
    if (sentence.hidden || !restsOn(sentence, message)) return [];
    const { text, sources } = proof.mended(sentence);
    const isGone = sources.every(({ start, end }) => start === end);
    if (text === sentence.text || (text === null && !isGone)) return [];
    return toStoredSentence({
      paragraph: sentence.paragraph,
      text: text ?? '',
      sources,
      replaces: sentence.text,
    });
  });
  if (proposed.length)
    await tx.proposal.create({ data: { subjectId, cardId, conversationId, sentences: proposed } });
  await cardChanged(tx, wake, subjectId, cardId);
}

function restsOn({ sources }: Pick<ProposedSentence, 'sources'>, { id }: Corrected): boolean {
  return sources.some(({ messageId }) => messageId === id);
}

/** The proposed sentence as plain data, as it is stored. */
function toStoredSentence({ sources, ...sentence }: ProposedSentence) {
  return { ...sentence, sources: sources.map((source) => ({ ...source })) };
}
