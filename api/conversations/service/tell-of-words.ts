import { limitingAudiences, type Stories, wordsOf } from '#api/audiences/policy.ts';
import { conversationChanged, messagesChanged } from '#api/conversations/events.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';

/** Notifies open call logs that from now on others may read the words on which these stories of a book rest. */
export async function tellOfWords(tx: Tx, wake: Wake, subjectId: string, stories: Stories): Promise<void> {
  const words = await wordsOf(stories, { tx });
  const ids = words.map(({ id }) => id);
  await messagesChanged(tx, wake, subjectId, ids);
  for (const id of new Set(words.map(({ conversationId }) => conversationId)))
    await conversationChanged(tx, wake, subjectId, id);
}

/** The same for a story that was added to, or has another chapter, where an audience limits it now. */
export async function tellOfLimitedWords(
  tx: Tx,
  wake: Wake,
  subjectId: string,
  cardId: string,
): Promise<void> {
  const limited = { audience: { is: limitingAudiences() } };
  const isLimited = await tx.card.count({
    where: { id: cardId, OR: [limited, { chapter: { is: limited } }] },
  });
  if (isLimited) await tellOfWords(tx, wake, subjectId, { cardIds: [cardId], chapterIds: [] });
}
