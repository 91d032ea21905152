import { hidePrivateSentences, showAgain } from '#api/biography/privacy.ts';
import { exchangeAt, turnsOf } from '#api/conversations/engine/history.ts';
import { confideThemes, openThemes } from '#api/conversations/engine/named-themes.ts';
import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import { liveConversation } from '#api/conversations/service/begin.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { NotFound } from '#api/platform/errors.ts';

/**
 * Makes what the person said private, or readable again, and with it what the interviewer answered, which may
 * say the words back: one answer to several messages is private while one of them is. Sentences of the book that
 * rest on them are hidden, or shown, in the same transaction; so is what they asked not to be asked about, which the
 * interviewer minds either way. An answer in the making is made anew.
 */
export async function setMessagePrivate(id: string, isPrivate: boolean): Promise<void> {
  const subjectId = await transaction(async (tx, wake) => {
    const message = await tx.message.findUnique({
      where: { id },
      select: { subjectId: true, conversationId: true, seq: true, role: true },
    });
    if (!message) throw new NotFound('Message', ['id']);
    const { subjectId, conversationId, seq, role } = message;
    // An answer is kept before, and is found here, or after, and finds that the words are private.
    await takeTurn(tx, conversationId);
    const { said, answers } = exchangeAt(await turnsOf(conversationId, tx), seq);
    const others = said.filter((turn) => turn.id !== id);
    const follows = role === 'user' && (isPrivate || others.every((turn) => !turn.private));
    const changing = await tx.message.findMany({
      where: { id: { in: [id, ...(follows ? answers.map((turn) => turn.id) : [])] }, private: !isPrivate },
      select: { id: true },
    });
    if (!changing.length) return null;
    const changed = changing.map((turn) => turn.id);
    await tx.message.updateMany({
      where: { id: { in: changed } },
      data: isPrivate ? { private: true } : { private: false, deletedAt: null },
    });
    await (isPrivate ? hidePrivateSentences : showAgain)(tx, changed);
    await (isPrivate ? confideThemes : openThemes)(tx, subjectId, changed);
    await messagesChanged(tx, wake, subjectId, changed);
    return subjectId;
  });
  // Whatever is being said now was begun with the words as they were, also those of an earlier conversation.
  const live = subjectId && (await liveConversation(subjectId));
  if (live) stopAnswering(live.id);
}
