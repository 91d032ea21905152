import { instructionReading } from '#api/conversations/engine/instruction-reading.ts';
import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { storeUtterance } from '#api/conversations/engine/store-utterance.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { messageAdded } from '#api/conversations/events.ts';
import { lockConversation } from '#api/conversations/service/end.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import type { PendingRequest } from './pending-request.ts';

/** Words on a call, with the id under which they are stored. */
export type CallerUtterance = { conversationId: string; id: string; text: string };

/** An answer to a caller: `spoken` is said, and the message with `messageId` is what the transcript stores. */
export type CallerAnswer = { messageId: string; spoken: string; waits: PendingRequest | null };

/** `spoken` is said to the caller; `kept` is stored in the transcript and contains no story text and no secret. */
export type Reply = {
  spoken: string;
  kept: string;
  waits?: PendingRequest | null;
};

/**
 * Stores a request, its answer and its effects in one transaction. A secret, such as a code word, is private. Returns
 * null when the conversation is over.
 */
export async function keepExchange(
  { conversationId, id, text, isSecret }: CallerUtterance & { isSecret: boolean },
  decide: (tx: Tx, wake: Wake, messageId: string) => Promise<Reply>,
): Promise<CallerAnswer | null> {
  const answer = await transaction(async (tx, wake): Promise<CallerAnswer | null> => {
    await takeTurn(tx, conversationId);
    const said = {
      ...{ conversationId, text, clientMessageId: id, private: isSecret, announces: false },
      reading: instructionReading(text),
    };
    const { row } = await storeUtterance((sql, values) => tx.$queryRawUnsafe(sql, ...values), said);
    if (!row) return null;
    const messageId = newId();
    const { spoken, kept, waits = null } = await decide(tx, wake, messageId);
    const reply = { conversationId, messageId, text: kept, private: false };
    if (!(await storeReply(tx, wake, reply))) return null;
    // The recording must not contain words that the transcript omits.
    if (spoken !== kept)
      await tx.callRecording.updateMany({
        where: { conversationId },
        data: { unheard: { push: messageId } },
      });
    const awaits = waits ? { ...waits, messageId } : Prisma.DbNull;
    await tx.call.update({ where: { conversationId }, data: { awaits } });
    return { messageId, spoken, waits };
  });
  stopAnswering(conversationId);
  return answer;
}

/** Stores the answer to a request, so that no other is awaited. Returns false when the conversation is over. */
export async function storeReply(
  tx: Tx,
  wake: Wake,
  reply: { conversationId: string; messageId: string; text: string; private: boolean },
): Promise<boolean> {
  const { conversationId, messageId: id, ...said } = reply;
  const conversation = await lockConversation(tx, conversationId);
  if (conversation?.status !== 'IN_PROGRESS') return false;
  const { subjectId, lastSeq, phone } = conversation;
  const seq = lastSeq + 1;
  await tx.message.create({
    data: {
      ...{ id, subjectId, conversationId, seq, role: 'assistant' },
      ...{ ...said, phone, turnKind: 'REASSURE', madeBy: 'built-in' },
    },
  });
  await tx.conversation.update({
    where: { id: conversationId },
    data: { lastSeq: seq, awaitingSeq: null },
  });
  messageAdded(wake, subjectId);
  return true;
}
