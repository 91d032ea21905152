import { mediaAddress } from '#api/accounts/cross-domain/media-address.ts';
import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { db } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { isHeard } from './policy.ts';
import type { Words } from './spans.ts';

/**
 * The address of the recording of a message's words; null when there is none. A reader without the transcript, or from
 * whom an audience keeps the words, can hear the sources of stories they see.
 */
export async function soundOfWords(
  viewer: Viewer | null,
  subjectAccess: SubjectAccess,
  { messageId, start, end }: Words & { messageId: string },
): Promise<string | null> {
  const message = await db.message.findUnique({
    where: { id: messageId },
    select: {
      ...{ private: true, deletedAt: true, conversationId: true, audioStartMs: true, audioEndMs: true },
      conversation: { select: { recording: true } },
    },
  });
  if (!message || !isHeard(message)) return null;
  const { messageIds } = await wordsKeptFrom([subjectAccess], [message.conversationId]);
  if (subjectAccess.can('READ_TRANSCRIPTS') && !messageIds.has(messageId))
    return addressOf(messageId, viewer, { start, end });
  const sources = await db.source.findMany({
    where: {
      messageId,
      start: { lt: end },
      end: { gt: start },
      sentence: {
        hidden: false,
        card: { AND: [{ subjectId: subjectAccess.subjectId }, visibleCards(subjectAccess)] },
      },
    },
    include: { sentence: { select: { revision: true, card: { select: { revision: true } } } } },
    orderBy: { id: 'asc' },
  });
  const told = sources.find(({ sentence }) => sentence.revision === sentence.card.revision);
  return told ? addressOf(told.id, viewer, { start, end }) : null;
}

function addressOf(id: string, viewer: Viewer | null, { start, end }: Words): string {
  const address = mediaAddress(id, viewer);
  return `${address}${address.includes('?') ? '&' : '?'}start=${start}&end=${end}`;
}
