import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { messageIdOf } from '#api/texts/service/hear-words.ts';

/** A text of an unknown phone as the team may read it now; `text` is null while its words are private. */
export type ShownText = {
  id: string;
  text: string | null;
  sentAt: Date;
  /** Where it stands once it is the subject's. */
  conversationId: string | null;
  messageId: string | null;
};

/** The newest texts that are shown. */
const mostShown = 10;

/**
 * The newest texts of a conflict about an unknown phone, oldest first; `isOpen` tells whether the words of those that are
 * not the subject's may be read. Of those that are the subject's by now, the words
 * are shown as in their conversation: corrected, and not while they are private or deleted or an audience keeps them. Without
 * consent to sharing, no words are shown.
 */
export async function shownTexts({
  id,
  subjectId,
  isOpen,
  subjectAccess,
}: {
  id: string;
  subjectId: string;
  isOpen: boolean;
  /** The team's; null without any. */
  subjectAccess: SubjectAccess | null;
}): Promise<ShownText[]> {
  const shared = subjectAccess?.shared ?? false;
  // Texts of a shared phone may be any of its people's, until one of them has got them.
  const mayRead = shared && isOpen;
  const rows = await db.conflictText.findMany({
    where: { conflictId: id },
    orderBy: [{ text: { at: 'desc' } }, { textId: 'desc' }],
    take: mostShown,
    select: { private: true, text: { select: { id: true, text: true, at: true, assigned: true } } },
  });
  if (rows.length === 0) return [];
  const messages = await db.message.findMany({
    where: {
      ...{ subjectId, conversation: { silent: true } },
      clientMessageId: { in: rows.map(({ text }) => messageIdOf(text.id)) },
    },
  });
  const kept = await wordsKeptFrom(
    subjectAccess ? [subjectAccess] : [],
    messages.map(({ conversationId }) => conversationId),
  );
  const byText = new Map(messages.map((message) => [message.clientMessageId, message]));
  return rows.toReversed().map(({ private: asksForPrivacy, text }) => {
    const message = byText.get(messageIdOf(text.id));
    const isShown = message
      ? !message.private && message.deletedAt === null && !kept.messageIds.has(message.id)
      : !asksForPrivacy;
    const mayShow = message ? shared : mayRead;
    return {
      ...{ id: text.id, sentAt: text.at },
      text: mayShow && isShown ? (message?.correctedText ?? message?.text ?? text.text) : null,
      ...{ conversationId: message?.conversationId ?? null, messageId: message?.id ?? null },
    };
  });
}
