import { openSentence } from '#api/biography/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { openSpans, openStretchOf, withSound } from '#api/recordings/policy.ts';
import type { Span } from '#api/recordings/spans.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { printableCards } from './read-cards.ts';

/** The sound of one source of a chosen sentence: a stretch of a stored recording, and what everybody may hear of it. */
type HighlightPart = {
  cardId: string;
  storageKey: string;
  mediaType: string;
  stretch: Span;
  heard: readonly Span[];
};

/** The longest highlight. */
export const mostHighlightMs = 10 * 60_000;
/** The media type of recordings that can be joined. */
export const joinable = 'audio/webm';

/**
 * The sound of the chosen sentences in their order, of those that are in published stories and that the reader may read.
 * `found` is the number of different ones, also of those without sound. Only what everybody may hear is in it, also for
 * the person themself, because the file is made to be given away.
 */
export async function readHighlight(
  subjectAccess: SubjectAccess,
  sentenceIds: readonly string[],
): Promise<{ found: number; parts: HighlightPart[] }> {
  const rows = await db.sentence.findMany({
    where: {
      ...openSentence,
      id: { in: [...sentenceIds] },
      card: { is: printableCards(subjectAccess, { chapterKeys: [], cardIds: [] }) },
    },
    select: {
      ...{ id: true, cardId: true, revision: true },
      card: { select: { revision: true } },
      sources: {
        orderBy: { id: 'asc' },
        select: { start: true, end: true, message: { select: withSound } },
      },
    },
  });
  const current = new Map(
    rows.filter(({ revision, card }) => revision === card.revision).map((row) => [row.id, row]),
  );
  const sentences = sentenceIds.flatMap((id) => current.get(id) ?? []);
  const sources = sentences.flatMap(({ cardId, sources }) =>
    sources.map((source) => ({ ...source, cardId })),
  );
  const conversationIds = [...new Set(sources.map(({ message }) => message.conversationId))];
  const spans = await openSpans(conversationIds);
  const heardIn = new Map(conversationIds.map((id, at) => [id, spans[at] ?? []]));
  const parts = sources.flatMap(({ cardId, message, ...words }) => {
    const sound = openStretchOf(message, words);
    return sound ? [{ cardId, ...sound, heard: heardIn.get(message.conversationId) ?? [] }] : [];
  });
  return { found: current.size, parts };
}

/** Whether a published story that the reader may read has sound that can be joined. */
export async function hasVoice(subjectAccess: SubjectAccess): Promise<boolean> {
  const sentence = await db.sentence.findFirst({
    where: {
      ...openSentence,
      subjectId: subjectAccess.subjectId,
      card: { is: printableCards(subjectAccess, { chapterKeys: [], cardIds: [] }) },
      sources: {
        some: {
          message: {
            is: {
              ...{ private: false, deletedAt: null, audioStartMs: { not: null }, audioEndMs: { not: null } },
              conversation: {
                is: {
                  recording: { is: { silencedAt: null, storageKey: { not: null }, mediaType: joinable } },
                },
              },
            },
          },
        },
      },
    },
    select: { id: true },
  });
  return sentence !== null;
}
