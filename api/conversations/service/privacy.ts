import { hidePrivateSentences, showAgain } from '#api/biography/privacy.ts';
import { exchangeAt, turnsOf } from '#api/conversations/engine/history.ts';
import { confideThemes, openThemes } from '#api/conversations/engine/named-themes.ts';
import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import { liveConversation } from '#api/conversations/service/begin.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';

/**
 * Makes what the person said private, or readable again, and with it what the interviewer answered, which may
 * say the words back: one answer to several messages is private while one of them is. Sentences of the book that
 * rest on them are hidden, or shown, in the same transaction; so is what they asked not to be asked about, which the
 * interviewer minds either way. An answer in the making is made anew. Of what somebody of the family makes private it is kept who did
 * it, so that they can undo it; what the person asks for themself nobody else undoes.
 */
export async function setMessagePrivate(
  viewer: Viewer,
  { id, isPrivate, bySelf }: { id: string; isPrivate: boolean; bySelf: boolean },
): Promise<void> {
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
    const concerned = [id, ...(follows ? answers.map((turn) => turn.id) : [])];
    if (bySelf || !isPrivate) await tx.privateByHand.deleteMany({ where: { messageId: { in: concerned } } });
    const changing = await tx.message.findMany({
      where: { id: { in: concerned }, private: !isPrivate },
      select: { id: true },
    });
    if (!changing.length) return null;
    const changed = changing.map((turn) => turn.id);
    await tx.message.updateMany({
      where: { id: { in: changed } },
      data: isPrivate ? { private: true } : { private: false, deletedAt: null },
    });
    if (isPrivate && !bySelf && !actsForAnother(viewer)) {
      const byHand = { userId: viewer.userId, at: clock.now() };
      await tx.privateByHand.upsert({
        where: { messageId: id },
        create: { messageId: id, ...byHand },
        update: byHand,
      });
    }
    await (isPrivate ? hidePrivateSentences : showAgain)(tx, changed);
    await (isPrivate ? confideThemes : openThemes)(tx, subjectId, changed);
    await messagesChanged(tx, wake, subjectId, changed);
    return subjectId;
  });
  // Whatever is being said now was begun with the words as they were, also those of an earlier conversation.
  const live = subjectId && (await liveConversation(subjectId));
  if (live) stopAnswering(live.id);
}
