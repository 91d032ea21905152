/** The names of the streams. */
export const topics = {
  /** Every message, for the admin desk. */
  messages: () => 'messages',
  /** The messages of one subject. */
  messagesOf: (subjectId: string) => `messages:${subjectId}`,
  /** Other changes of a subject: changed conversations and messages. */
  subject: (subjectId: string) => `subject:${subjectId}`,
  /** The stories of a subject: written, edited, published, hidden, corrected. */
  stories: (subjectId: string) => `stories:${subjectId}`,
  /** The people of a subject's stories: added, corrected, related, merged. */
  people: (subjectId: string) => `people:${subjectId}`,
  /** The keepsakes of a subject: added, described, deleted, restored, shown to others. */
  keepsakes: (subjectId: string) => `keepsakes:${subjectId}`,
  /** The members of a subject: joined, left, got other rights. */
  members: (subjectId: string) => `members:${subjectId}`,
  /** Message changes of all subjects, for the admin desk. */
  changes: () => 'changes',
  /** The growing answer of a conversation; not stored. */
  reply: (conversationId: string) => `reply:${conversationId}`,
  /** The current answer of a conversation is outdated: a message was added, or it has ended. */
  answering: (conversationId: string) => `answering:${conversationId}`,
  /** The progress of a file that is being made. */
  making: (id: string) => `making:${id}`,
  /** The progress of a playground run. */
  playgroundRun: (id: string) => `playground:${id}`,
  /** The people who have the editor of a text of the admin desk open. */
  deskEditors: (kind: string, id: string) => `desk-editors:${kind}:${id}`,
  /** A user's rights may have changed: sign-out, ban, ended membership. */
  access: (userId: string) => `access:${userId}`,
} as const;

/** Whether the topic is sent to every process, with or without subscribers: it is rare and must not arrive late. */
export function isBroadcast(topic: string): boolean {
  return topic.startsWith(topics.access('')) || topic.startsWith(topics.answering(''));
}
