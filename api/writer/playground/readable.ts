import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { hasConsent } from '#api/consent/policy.ts';
import type { Conversation } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** Returns the access to a subject: an admin's own, or the team's. */
export type AccessAt = (subjectId: string) => Promise<SubjectAccess | null>;

/** Returns a conversation that may be read and shown to a model. Throws `NotFound`, or `WrongState` with the reason. */
export async function readableConversation(accessAt: AccessAt, id: string): Promise<Conversation> {
  const conversation = await db.conversation.findUnique({ where: { id } });
  const subjectAccess = conversation && (await accessAt(conversation.subjectId));
  if (!conversation || !subjectAccess?.can('READ_TRANSCRIPTS'))
    throw new NotFound('Conversation', ['conversationId']);
  if ((await wordsKeptFrom([subjectAccess], [id])).messageIds.size > 0)
    throw new WrongState('Some of its words are for others: the audience of a story keeps them', [
      'conversationId',
    ]);
  if (!(await hasConsent(db, conversation.subjectId, 'AI_WRITING')))
    throw new WrongState('The person has not agreed that a language model sees their words', [
      'conversationId',
    ]);
  return conversation;
}

/** The numbers of the private turns. An answer to the conversation is withheld once they change. */
export async function privateTurns(conversationId: string): Promise<string> {
  const turns = await db.message.findMany({
    where: { conversationId, private: true },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  });
  return turns.map(({ seq }) => seq).join();
}

/** Whether the words that an answer is based on may still be seen. */
export async function isStillReadable(
  accessAt: AccessAt,
  answer: { conversationId: string | null; privateMark: string },
): Promise<boolean> {
  if (answer.conversationId === null) return true;
  const readable = await readableConversation(accessAt, answer.conversationId).catch(() => null);
  return readable !== null && (await privateTurns(readable.id)) === answer.privateMark;
}
