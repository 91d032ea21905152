import { type Stories, wordsOf } from '#api/audiences/policy.ts';
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
