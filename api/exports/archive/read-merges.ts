import type { z } from 'zod';
import { mediaFor } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { keptMedia } from '#api/keepsakes/policy.ts';
import type { Merge } from '#api/people/service/merges.ts';
import { mergedFacts, mergesOf } from '#api/people/service/merges.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import type { ExportedMerge } from '../format.ts';
import { exportedConversations } from './read-versions.ts';

/**
 * The merges of people with what an import needs to undo them, as far as it is in the export. A merge is left out where
 * nothing in the export names the person any more, as it couldn't be undone.
 */
export async function readMerges(subjectAccess: SubjectAccess): Promise<z.output<typeof ExportedMerge>[]> {
  const merges = await mergesOf(subjectAccess.subjectId);
  if (!merges.length) return [];
  const { mentions, cardIds, mediaIds } = await readExported(subjectAccess, merges);
  const people = await db.person.findMany({
    where: { subjectId: subjectAccess.subjectId },
    select: { id: true },
  });
  const kept = merges.flatMap((merge) => {
    const named = merge.mentionIds.flatMap((id) => {
      const mention = mentions.get(id);
      return mention?.personId === merge.personId ? mention : [];
    });
    return merge.other.found && !named.length ? [] : { ...merge, named };
  });
  const known = new Set([...people.map(({ id }) => id), ...kept.map(({ other }) => other.id)]);
  return kept.map(({ other, personId, createdAt, named, ...merge }) => {
    const { id, name, relationship, aliases, living, born, died, found } = other;
    return {
      ...{ id, personId, name, relationship, aliases, living, born, died, found },
      mentions: named.map(({ messageId, start, end }) => ({ messageId, start, end })),
      cardIds: merge.cardIds.filter((cardId) => cardIds.has(cardId)),
      mediaIds: merge.mediaIds.filter((mediaId) => mediaIds.has(mediaId)),
      addedMediaIds: merge.addedMediaIds.filter((mediaId) => mediaIds.has(mediaId)),
      relatives: merge.relatives.flatMap(({ relativeId, kind, isAdded }) =>
        known.has(relativeId) ? { personId: relativeId, kind, isAdded } : [],
      ),
      decisions: merge.decisions.flatMap(({ cardId, isIn, before, after }) =>
        cardIds.has(cardId) ? { cardId, isIn, before, after } : [],
      ),
      // Only the person who got these facts can lose them by an undo, and this person isn't exported.
      ...(merge.keptId &&
        known.has(merge.keptId) && {
          keptId: merge.keptId,
          addedAliases: merge.addedAliases,
          addedFacts: mergedFacts.filter((fact) => merge.addedFacts.includes(fact)),
          wasFound: merge.wasFound,
        }),
      createdAt: createdAt.toISOString(),
    };
  });
}

/** The mentions, stories and keepsakes of merges that the export has. */
async function readExported(subjectAccess: SubjectAccess, merges: readonly Merge[]) {
  const { subjectId } = subjectAccess;
  const open = subjectAccess.can('READ_PRIVATE') ? {} : { private: false, deletedAt: null };
  const mentions = subjectAccess.can('READ_TRANSCRIPTS')
    ? await db.mention.findMany({
        where: {
          id: { in: merges.flatMap(({ mentionIds }) => mentionIds) },
          message: { is: { ...open, conversation: { is: exportedConversations } } },
        },
        orderBy: [{ messageId: 'asc' }, { start: 'asc' }, { id: 'asc' }],
        select: { id: true, personId: true, messageId: true, start: true, end: true },
      })
    : [];
  const cardIds = merges.flatMap((merge) => [
    ...merge.cardIds,
    ...merge.decisions.map(({ cardId }) => cardId),
  ]);
  const cards = await db.card.findMany({
    where: { AND: [{ id: { in: cardIds }, subjectId }, visibleCards(subjectAccess)] },
    select: { id: true },
  });
  const media = await db.media.findMany({
    where: {
      AND: [
        { id: { in: merges.flatMap(({ mediaIds }) => mediaIds) }, subjectId },
        keptMedia,
        mediaFor(subjectAccess),
      ],
    },
    select: { id: true },
  });
  return {
    mentions: new Map(mentions.map((mention) => [mention.id, mention])),
    cardIds: new Set(cards.map(({ id }) => id)),
    mediaIds: new Set(media.map(({ id }) => id)),
  };
}
