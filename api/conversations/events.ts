import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';

/** What of a conversation has changed: its state, its title, its writing. */
export type ConversationChanged = { conversationId: string };
/** A message became private or readable, or was corrected. */
export type MessageChanged = { messageId: string };

/** The answer of a conversation as it grows. It passes by and is kept nowhere. */
export type Progress = {
  messageId: string;
  text: string;
  done: boolean;
  /** An answer to private words. */
  private: boolean;
};

/** Tells those who follow a subject that one of its conversations has changed. */
export async function conversationChanged(tx: Tx, wake: Wake, subjectId: string, conversationId: string) {
  const topic = topics.subject(subjectId);
  await append(
    tx,
    topic,
    'conversation-changed',
    { conversationId } satisfies ConversationChanged,
    subjectId,
  );
  wake(topic);
}

/** Tells those who follow a subject, and the desk, that messages have changed. */
export async function messagesChanged(tx: Tx, wake: Wake, subjectId: string, messageIds: readonly string[]) {
  for (const topic of [topics.subject(subjectId), topics.changes()]) {
    for (const messageId of messageIds) {
      await append(tx, topic, 'message-changed', { messageId } satisfies MessageChanged, subjectId);
    }
    if (messageIds.length) wake(topic);
  }
}

/** Messages are their own log: whoever follows them only needs to look again. */
export function messageAdded(wake: Wake, subjectId: string) {
  wake(topics.messagesOf(subjectId));
  wake(topics.messages());
}
