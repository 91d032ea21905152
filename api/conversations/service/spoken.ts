import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { messageAdded, messagesChanged, type Progress } from '#api/conversations/events.ts';
import type { TurnKind } from '#api/conversations/interviewer/request.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { type ConversationEndReason, endWithin, lockConversation } from './end.ts';

/** Replaces an answer in the transcript of which nothing was heard. */
const unheard = '…';

/** An answer that is being spoken; what made it is given while it may not be stored yet. */
export type Spoken = Pick<Progress, 'messageId' | 'private'> &
  Partial<Pick<Progress, 'madeBy' | 'agentVersionId'>>;

/**
 * Cuts an interrupted answer to the part that was heard. If its question was cut off, the question counts as not
 * asked. If the answer is still being made, that is stopped and its beginning stored.
 */
export async function keepHeard(conversationId: string, spoken: Spoken, heard: string): Promise<void> {
  const text = heard.trim() || unheard;
  const { madeBy = null, agentVersionId = null } = spoken;
  const isMade = await transaction(async (tx, wake) => {
    await takeTurn(tx, conversationId);
    const conversation = await lockConversation(tx, conversationId);
    if (!conversation) return true;
    const { subjectId, lastSeq, phone } = conversation;
    const message = await tx.message.findFirst({
      where: { id: spoken.messageId, conversationId, role: 'assistant' },
    });
    if (message) {
      if (!message.text.startsWith(heard.trim()) || message.text === text) return true;
      const isAsked = !message.text.slice(text.length).includes('?');
      await tx.message.update({
        where: { id: message.id },
        data: { text, ...(!isAsked && { questionKey: null, requestId: null }) },
      });
      if (!isAsked && message.requestId) await takeBackAsking(tx, message.requestId);
      await messagesChanged(tx, wake, subjectId, [message.id]);
      return true;
    }
    if (conversation.status !== 'IN_PROGRESS' || conversation.awaitingSeq === null) return true;
    await tx.message.create({
      data: {
        ...{ id: spoken.messageId, subjectId, conversationId, seq: lastSeq + 1, role: 'assistant' },
        ...{ text, phone, private: spoken.private, turnKind: 'FOLLOW_UP', madeBy, agentVersionId },
      },
    });
    await tx.conversation.update({
      where: { id: conversationId },
      data: { lastSeq: lastSeq + 1, awaitingSeq: null },
    });
    messageAdded(wake, subjectId);
    return false;
  });
  if (!isMade) stopAnswering(conversationId);
}

/**
 * Withdraws the answer to the last words, of which nothing that matters was heard: they are answered again, together
 * with the words that follow. The next message takes its place. Returns its id, or null when there is no such answer
 * or the conversation has ended.
 */
export async function withdrawAnswer(conversationId: string): Promise<string | null> {
  return transaction(async (tx) => {
    await takeTurn(tx, conversationId);
    const conversation = await lockConversation(tx, conversationId);
    if (conversation?.status !== 'IN_PROGRESS' || conversation.awaitingSeq !== null) return null;
    const [last, before] = await tx.message.findMany({
      where: { conversationId },
      orderBy: { seq: 'desc' },
      take: 2,
    });
    if (last?.role !== 'assistant' || before?.role !== 'user') return null;
    if (last.requestId) await takeBackAsking(tx, last.requestId);
    await tx.message.delete({ where: { id: last.id } });
    await tx.conversation.update({
      where: { id: conversationId },
      data: {
        ...{ lastSeq: before.seq, awaitingSeq: before.seq },
        ...((last.turnKind === 'ASK' || last.turnKind === 'FOLLOW_UP') && {
          questionsAsked: { decrement: 1 },
        }),
      },
    });
    return last.id;
  });
}

/** Queues a family's question again that was not heard. */
async function takeBackAsking(tx: Tx, id: string) {
  await tx.questionRequest.updateMany({
    where: { id, status: 'ASKED' },
    data: { status: 'QUEUED', tries: { decrement: 1 } },
  });
}

export type Aside = { text: string; kind: Extract<TurnKind, 'WAIT' | 'CLOSE'> };

/**
 * Says something that answers nobody, such as a word into a silence or a goodbye. With a reason, the conversation
 * ends with it, and `alongside` runs in the same transaction. Returns null when an answer is due, which takes precedence,
 * or when the conversation is over.
 */
export async function sayAside(
  conversationId: string,
  { text, kind }: Aside,
  reason: ConversationEndReason | null = null,
  alongside?: (tx: Tx, wake: Wake) => Promise<void>,
): Promise<{ messageId: string; text: string } | null> {
  const said = await transaction(async (tx, wake) => {
    await takeTurn(tx, conversationId);
    const conversation = await lockConversation(tx, conversationId);
    if (conversation?.status !== 'IN_PROGRESS') return null;
    if (!reason && conversation.awaitingSeq !== null) return null;
    const { subjectId, lastSeq, phone } = conversation;
    const messageId = newId();
    await tx.message.create({
      data: {
        ...{ id: messageId, subjectId, conversationId, seq: lastSeq + 1, role: 'assistant' },
        ...{ text, phone, turnKind: kind, madeBy: 'built-in' },
      },
    });
    await tx.conversation.update({ where: { id: conversationId }, data: { lastSeq: lastSeq + 1 } });
    if (reason) await endWithin(tx, wake, conversation, reason);
    await alongside?.(tx, wake);
    messageAdded(wake, subjectId);
    return { messageId, text };
  });
  if (reason) stopAnswering(conversationId);
  return said;
}
