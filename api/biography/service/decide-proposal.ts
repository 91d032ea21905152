import { isDeepStrictEqual } from 'node:util';
import { tieToldKeepsakes } from '#api/keepsakes/service/tie-told.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { addRevision, type Kept, sentencesOf } from '../book.ts';
import { cardChanged, noteActivity } from '../events.ts';
import type { ProposedSentence } from '../pipeline/amend.ts';
import { covers } from '../pipeline/cards.ts';
import { tiePeople } from '../pipeline/mentions.ts';
import { decidesProposals } from '../policy.ts';
import { cardAt } from './card-at.ts';

/** A proposed sentence as the family saw it. */
export type SeenSentence = { text: string; replaces?: string | null | undefined };

/**
 * Applies the machine's proposal to the card as a new revision, or declines it. With `only`, decides on those
 * sentences and leaves the others open. Each sentence can be decided once. Returns the card's id.
 */
export async function decideProposal(
  viewer: Viewer,
  id: string,
  accept: boolean,
  only: readonly SeenSentence[] | null = null,
): Promise<string> {
  return transaction(async (tx, wake) => {
    const found = await tx.proposal.findUnique({ where: { id }, select: { cardId: true } });
    if (!found) throw new NotFound('Proposal', ['id']);
    const card = await cardAt(tx, viewer, found.cardId);
    const { subjectId } = card;
    if (!decidesProposals(await subjectAccessAt(viewer, subjectId, tx)))
      throw new NotFound('Proposal', ['id']);
    const proposal = await tx.proposal.findUniqueOrThrow({ where: { id } });
    if (proposal.status !== 'OPEN') throw new WrongState('This was decided already', ['id']);

    const all = proposal.sentences as unknown as ProposedSentence[];
    const proposed = chosenFrom(all, only);
    const sentences = all.map((each) => (proposed.includes(each) ? { ...each, decided: true } : each));
    const status = accept ? 'ACCEPTED' : 'DECLINED';
    await tx.proposal.update({
      where: { id },
      data: {
        sentences: sentences.map(toStored),
        ...(sentences.every(({ decided }) => decided) && { status, decidedById: viewer.userId }),
      },
    });
    if (accept) {
      const before = await sentencesOf(tx, card.id, card.revision);
      const old = before
        .map((sentence) => applyProposal(sentence, proposed))
        .filter(({ text }) => text !== '');
      const first = Math.max(-1, ...old.map((sentence) => sentence.paragraph)) + 1;
      const added = proposed
        .filter(({ replaces }) => replaces === undefined)
        .map(
          ({ paragraph, text, sources }): Kept => ({
            paragraph: first + paragraph,
            text,
            sources,
            hidden: false,
          }),
        );
      const text = [...old, ...added];
      const { title, happened, place } = card;
      await addRevision(
        tx,
        card,
        {
          ...{ title, happened, place },
          authorId: viewer.userId,
          writer: null,
          conversationId: proposal.conversationId,
          sentences: text,
        },
        { mark: 'CONFIRMED', ...(text.every(({ hidden }) => hidden) && { status: 'HIDDEN' }) },
      );
      const { conversationId } = proposal;
      await tieToldKeepsakes(tx, wake, { subjectId, cardIds: [card.id], conversationId });
      await tieWhomTheyName(tx, card, [...old.filter((sentence) => !before.includes(sentence)), ...added]);
      await noteActivity(tx, 'story-edited', { subjectId, cardId: card.id, actorId: viewer.userId });
    }
    await cardChanged(tx, wake, subjectId, card.id);
    return card.id;
  });
}

/** The sentences to decide on; throws WrongState when one of them is no longer open. */
function chosenFrom(
  all: readonly ProposedSentence[],
  only: readonly SeenSentence[] | null,
): ProposedSentence[] {
  const open = all.filter(({ decided }) => !decided);
  const chosen = only
    ? only.map((seen) =>
        open.find(
          ({ text, replaces }) => text === seen.text && (replaces ?? null) === (seen.replaces ?? null),
        ),
      )
    : open;
  const found = chosen.filter((each) => each !== undefined);
  if (found.length < chosen.length || (only && !found.length))
    throw new WrongState('This was decided already', ['sentences']);
  return found;
}

/** The proposed sentence as plain data. */
function toStored({ sources, ...sentence }: ProposedSentence) {
  return { ...sentence, sources: sources.map((source) => ({ ...source })) };
}

/**
 * The proposed version of a sentence, with no text if it is to be removed. A sentence that was edited since
 * stays as it is.
 */
function applyProposal(sentence: Kept, proposed: readonly ProposedSentence[]): Kept {
  const next = proposed.find(
    ({ replaces, sources }) =>
      replaces === sentence.text &&
      // When the person corrected a sentence, the sources of the correction come after its own sources.
      isDeepStrictEqual(sources.slice(0, sentence.sources.length), sentence.sources),
  );
  return next && !sentence.hidden
    ? { ...sentence, text: next.text, sources: next.sources, edited: false }
    : sentence;
}

async function tieWhomTheyName(tx: Tx, card: { id: string; subjectId: string }, sentences: readonly Kept[]) {
  const sources = sentences.flatMap((sentence) => sentence.sources);
  const mentions = await tx.mention.findMany({
    where: { messageId: { in: sources.map((source) => source.messageId) }, personId: { not: null } },
  });
  const here = mentions.filter((mention) => sources.some((source) => covers(source, mention)));
  await tiePeople(
    tx,
    card.subjectId,
    card.id,
    here.flatMap(({ personId }) => personId ?? []),
  );
}
