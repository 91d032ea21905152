import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { closedSpans, hasUntimedClosedWords, type Sound } from '../policy.ts';
import { subtract } from '../spans.ts';

/**
 * The sound of a keepsake as somebody may hear it: unchanged (`AS_IT_IS`), with silence in place of private and deleted
 * words and of those that an audience keeps from them, or `NOT_AT_ALL` when those can't be silenced. Only words that are
 * in the book can be so.
 */
export async function keepsakeSound(
  subjectAccess: SubjectAccess,
  mediaId: string,
): Promise<Sound | 'AS_IT_IS' | 'NOT_AT_ALL'> {
  const inBook = await db.oldRecording.findUnique({
    where: { mediaId },
    select: { conversation: { select: { id: true, recording: true } } },
  });
  const { conversation } = inBook ?? {};
  if (!conversation || subjectAccess.can('READ_PRIVATE')) return 'AS_IT_IS';
  const kept = await wordsKeptFrom([subjectAccess], [conversation.id]);
  if (await hasUntimedClosedWords(conversation.id, kept.messageIds)) return 'NOT_AT_ALL';
  const closed = await closedSpans(conversation.id, kept.messageIds);
  if (closed.length === 0) return 'AS_IT_IS';
  const { recording } = conversation;
  if (!recording?.storageKey || recording.durationMs === null || recording.silencedAt) return 'NOT_AT_ALL';
  const { storageKey, mediaType, durationMs } = recording;
  const heard = subtract([{ startMs: 0, endMs: durationMs + 1_000 }], closed);
  return { id: mediaId, storageKey, mediaType, stretch: null, heard };
}
