import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { append, appendEach } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';

/** A conversation's state, title or writing state has changed. */
export type ConversationChanged = { conversationId: string };
/** A message became private or readable, or was corrected. */
export type MessageChanged = { messageId: string };

/** The answer of a conversation as it grows; it is broadcast and not stored. */
export type Progress = {
  messageId: string;
  text: string;
  done: boolean;
  /** Whether the answer is to private words. */
  private: boolean;
  /** The name of its model; `built-in` for our own interviewer. */
  madeBy: string;
  /** The version of the agent prompt that it follows, if any. */
  agentVersionId: string | null;
};

/** Notifies the subject's subscribers that one of its conversations has changed. */
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

/** Notifies the subject's subscribers and the admins' stream that messages have changed. */
export async function messagesChanged(tx: Tx, wake: Wake, subjectId: string, messageIds: readonly string[]) {
  if (!messageIds.length) return;
  const changes = messageIds.map((messageId) => ({ messageId }) satisfies MessageChanged);
  for (const topic of [topics.subject(subjectId), topics.changes()]) {
    await appendEach(tx, topic, 'message-changed', changes, subjectId);
    wake(topic);
  }
}

/** Wakes the subscribers of messages, who read the message table itself as the log. */
export function messageAdded(wake: Wake, subjectId: string) {
  wake(topics.messagesOf(subjectId));
  wake(topics.messages());
}
