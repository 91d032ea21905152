import { hidePrivateSentences, showAgain } from '#api/biography/privacy.ts';
import { turnsOf } from '#api/conversations/engine/history.ts';
import { confideThemes, openThemes } from '#api/conversations/engine/named-themes.ts';
import { messagesChanged } from '#api/conversations/events.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { NotFound } from '#api/platform/errors.ts';

/**
 * Makes what the person said private, or readable again, and with it what the interviewer answered, which may
 * say the words back. Sentences of the book that rest on them are hidden, or shown, in the same transaction; so is
 * what they asked not to be asked about, which the interviewer minds either way.
 */
export async function setMessagePrivate(id: string, isPrivate: boolean): Promise<void> {
  await transaction(async (tx, wake) => {
    const message = await tx.message.findUnique({
      where: { id },
      select: { subjectId: true, conversationId: true, seq: true, role: true },
    });
    if (!message) throw new NotFound('Message', ['id']);
    const { subjectId, conversationId, seq, role } = message;
    const after = (await turnsOf(conversationId, tx)).filter((turn) => turn.seq > seq);
    const nextSaid = after.find((turn) => turn.role === 'user')?.seq ?? Number.POSITIVE_INFINITY;
    const answers = role === 'user' ? after.filter((turn) => turn.seq < nextSaid) : [];
    const ids = [id, ...answers.map((turn) => turn.id)];
    const changing = await tx.message.findMany({
      where: { id: { in: ids }, private: !isPrivate },
      select: { id: true },
    });
    if (!changing.length) return;
    const changed = changing.map((turn) => turn.id);
    await tx.message.updateMany({ where: { id: { in: changed } }, data: { private: isPrivate } });
    await (isPrivate ? hidePrivateSentences : showAgain)(tx, changed);
    await (isPrivate ? confideThemes : openThemes)(tx, wake, subjectId, changed);
    await messagesChanged(tx, wake, subjectId, changed);
  });
}
