/** The names of the streams. */
export const topics = {
  /** Every message, for the desk. */
  messages: () => 'messages',
  /** The messages of one subject. */
  messagesOf: (subjectId: string) => `messages:${subjectId}`,
  /** What else happens at a subject: conversations that change, messages that change. */
  subject: (subjectId: string) => `subject:${subjectId}`,
  /** The stories of a subject: written, edited, published, hidden, corrected. */
  stories: (subjectId: string) => `stories:${subjectId}`,
  /** Message changes anywhere, for the desk. */
  changes: () => 'changes',
  /** The answer of a conversation as it grows; not kept. */
  reply: (conversationId: string) => `reply:${conversationId}`,
  /** The answer at hand in a conversation no longer fits: more was said, or it has ended. */
  answering: (conversationId: string) => `answering:${conversationId}`,
  /** A file that is being made: how far it is. */
  making: (id: string) => `making:${id}`,
  /** A run of the playground has come further. */
  playgroundRun: (id: string) => `playground:${id}`,
  /** Somebody's rights may have changed: signed out, banned, a membership ended. */
  access: (userId: string) => `access:${userId}`,
} as const;

/** Whether every process hears of it, followed there or not: it is seldom, and late it would be wrong. */
export function isHeardEverywhere(topic: string): boolean {
  return topic.startsWith(topics.access('')) || topic.startsWith(topics.answering(''));
}
