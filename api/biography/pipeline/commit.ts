import { copyAudience } from '#api/audiences/service.ts';
import { tellOfLimitedWords } from '#api/conversations/service/tell-of-words.ts';
import { tieToldKeepsakes } from '#api/keepsakes/service/tie-told.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { addCard, addRevision, type Kept, sentencesOf } from '../book.ts';
import { chapterByNow, chapterFor, dropEmptyUnsorted } from '../chapters.ts';
import { cardChanged, noteActivity } from '../events.ts';
import { withTypographicMarks } from '../title-marks.ts';
import { printBody } from '../writing/bodies.ts';
import type { CardDraft, Refusal, SourcedSentence, Written } from '../writing/writer.ts';
import { amendCard, type ProposedSentence } from './amend.ts';
import { onlyProposes } from './cards.ts';
import type { Work } from './load.ts';
import { keepMentions, tiePeople } from './mentions.ts';
import type { ProvenDrafts } from './proving.ts';

/** The largest lengths of a card's body and title, in characters. */
export const bodyLimit = 40_000;
export const titleLimit = 160;

export type Committed = { newCardIds: string[]; refusals: Refusal[] };

/**
 * Writes drafts into the book. The caller holds the book's lock and has read it (`work`) in this
 * transaction. The drafts have already been checked against the same words, so every sentence is supported
 * by its sources.
 */
export async function commitDrafts(
  tx: Tx,
  wake: Wake,
  work: Work,
  written: Omit<Written, 'cards'>,
  { cards, amendments, refusals }: ProvenDrafts,
): Promise<Committed> {
  const { subjectId, request } = work;
  const texts = new Map(request.messages.map(({ id, text }) => [id, text]));
  const personIds = await keepMentions(tx, subjectId, written, texts);
  const newCardIds: string[] = [];
  const cardIds: string[] = [];

  for (const draft of cards) {
    const place = { tx, wake, work, written, draft, paragraphs: draft.paragraphs };
    const added = draft.cardId === null ? 'NO_ROOM' : await addTo(place, draft.cardId);
    const placed = added === 'NO_ROOM' ? await addNew(place) : added;
    if (!placed) continue;
    cardIds.push(placed.id);
    if (placed.isNew) newCardIds.push(placed.id);
    if (placed.isNew && draft.cardId) await copyAudience(tx, { cardId: draft.cardId }, { cardId: placed.id });
    await tellOfLimitedWords(tx, wake, subjectId, placed.id);
    await tiePeople(
      tx,
      subjectId,
      placed.id,
      draft.people.flatMap((name) => personIds.get(name) ?? []),
    );
  }
  for (const amendment of amendments) await amendCard(tx, wake, work, written, amendment);
  await tieToldKeepsakes(tx, wake, { subjectId, cardIds, conversationId: request.conversation.id });
  return { newCardIds, refusals };
}

type Place = {
  tx: Tx;
  wake: Wake;
  work: Work;
  written: Pick<Written, 'writer' | 'versionIds'>;
  draft: CardDraft;
  paragraphs: SourcedSentence[][];
};
type Placed = { id: string; isNew: boolean } | null;

async function addNew({ tx, wake, work, written, draft, paragraphs }: Place): Promise<Placed> {
  const { subjectId, request } = work;
  const bookSentences = request.cards.flatMap((card) => card.paragraphs.flat());
  const fresh = withoutKnownSentences(paragraphs, bookSentences);
  if (fresh.length === 0) return null;
  const subject = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { publishesAutomatically: true },
  });
  const id = await addCard(
    tx,
    {
      subjectId,
      chapterId: await chapterFor(tx, subjectId, draft.chapterKey),
      status: subject.publishesAutomatically ? 'PUBLISHED' : 'DRAFT',
      mark: draft.mark,
      touchedByPerson: false,
    },
    {
      title: withTypographicMarks(draft.title).slice(0, titleLimit),
      happened: draft.happened,
      place: draft.place?.slice(0, titleLimit) ?? null,
      authorId: null,
      writer: written.writer,
      versionIds: written.versionIds,
      conversationId: request.conversation.id,
      sentences: keptFrom(fresh, 0),
    },
  );
  await noteActivity(tx, 'story-written', { subjectId, cardId: id, actorId: null });
  await cardChanged(tx, wake, subjectId, id);
  return { id, isNew: true };
}

/**
 * Adds to a card, or proposes the addition (null). When the card is gone or has no room, the draft becomes
 * a new card.
 */
async function addTo(place: Place, cardId: string): Promise<Placed | 'NO_ROOM'> {
  const { tx, wake, work, written, draft, paragraphs } = place;
  const { subjectId, request } = work;
  const known = request.cards.find((card) => card.id === cardId);
  if (!known) return 'NO_ROOM';
  const fresh = withoutKnownSentences(paragraphs, known.paragraphs.flat());
  if (fresh.length === 0) return null;
  if (printBody([...known.paragraphs, ...fresh]).length > bodyLimit) return 'NO_ROOM';
  const card = await tx.card.findUniqueOrThrow({
    where: { id: cardId },
    include: { subject: { select: { publishesAutomatically: true } } },
  });
  if (onlyProposes({ ...card, ...card.subject })) {
    await propose(place, cardId, fresh);
    return null;
  }
  const old = await sentencesOf(tx, cardId, card.revision);
  const next = Math.max(-1, ...old.map((sentence) => sentence.paragraph)) + 1;
  const happened = card.happened ?? draft.happened;
  const sentences = [...old, ...keptFrom(fresh, next)];
  const chapter = await chapterByNow(tx, subjectId, request, card, { sentences, happened });
  await addRevision(
    tx,
    card,
    {
      title: card.title,
      happened,
      place: card.place ?? draft.place?.slice(0, titleLimit) ?? null,
      authorId: null,
      writer: written.writer,
      versionIds: written.versionIds,
      conversationId: request.conversation.id,
      sentences,
    },
    { mark: draft.mark === 'INFERRED' ? 'INFERRED' : card.mark, ...chapter },
  );
  await dropEmptyUnsorted(tx, subjectId);
  await noteActivity(tx, 'story-edited', { subjectId, cardId, actorId: null });
  await cardChanged(tx, wake, subjectId, cardId);
  return { id: cardId, isNew: false };
}

/** The sentences of a proposal: each names the sentence it would replace, or null if it is added. */
/** Proposes sentences to the family, except those that were proposed before. */
async function propose({ tx, wake, work }: Place, cardId: string, paragraphs: SourcedSentence[][]) {
  const { subjectId, request } = work;
  const earlier = await tx.proposal.findMany({ where: { cardId }, select: { sentences: true } });
  const proposedBefore = earlier.flatMap(({ sentences }) => sentences as unknown as ProposedSentence[]);
  const fresh = withoutKnownSentences(paragraphs, proposedBefore);
  if (fresh.length === 0) return;
  await tx.proposal.create({
    data: {
      subjectId,
      cardId,
      conversationId: request.conversation.id,
      sentences: keptFrom(fresh, 0).map(({ paragraph, text, sources }) => ({
        paragraph,
        text,
        sources: sources.map((source) => ({ ...source })),
      })),
    },
  });
  await tellOfLimitedWords(tx, wake, subjectId, cardId);
  await cardChanged(tx, wake, subjectId, cardId);
}

function keptFrom(paragraphs: readonly SourcedSentence[][], first: number): Kept[] {
  return paragraphs.flatMap((sentences, at) =>
    sentences.map(({ text, sources }) => ({ paragraph: first + at, text, hidden: false, sources })),
  );
}

/** Paragraphs without the sentences that are already in the book with the same text and the same sources. */
function withoutKnownSentences(paragraphs: readonly SourcedSentence[][], known: readonly SourcedSentence[]) {
  const key = ({ text, sources }: SourcedSentence) =>
    `${text}|${sources.map(({ messageId, start, end }) => `${messageId}:${start}-${end}`).join()}`;
  const seen = new Set(known.map(key));
  return paragraphs
    .map((sentences) => sentences.filter((sentence) => !seen.has(key(sentence))))
    .filter((sentences) => sentences.length > 0);
}
