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
 * Makes words private or readable again, and with them the interviewer's answer, which may repeat them; one answer to
 * several messages is private while one of them is. In the same transaction it hides or shows the sentences that are
 * based on them, and the themes that they ask to avoid, which the interviewer avoids either way. An answer that is
 * being made is made again. When a member makes words private, their account is stored so that they can undo it;
 * nobody else can undo what the person asks for.
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
    // The turn lock orders this with answers: one stored earlier is found here, and one stored later sees that the
    // words are private.
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
    await tx.saidAudience.deleteMany({ where: { messageId: { in: changed } } });
    if (isPrivate && !bySelf && !actsForAnother(viewer)) {
      const byHand = { userId: viewer.userId, at: clock.now() };
      await tx.privateByHand.upsert({
        where: { messageId: id },
        create: { messageId: id, ...byHand },
        update: byHand,
      });
    }
    await (isPrivate ? hidePrivateSentences : showAgain)(tx, wake, changed);
    await (isPrivate ? confideThemes : openThemes)(tx, subjectId, changed);
    await messagesChanged(tx, wake, subjectId, changed);
    return subjectId;
  });
  // The current answer, even in a later conversation, was begun with the words as they were.
  const live = subjectId && (await liveConversation(subjectId));
  if (live) stopAnswering(live.id);
}
