import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { storeUtterance } from '#api/conversations/engine/store-utterance.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { messageAdded } from '#api/conversations/events.ts';
import { lockConversation } from '#api/conversations/service/end.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import type { PendingRequest } from './pending-request.ts';

/** Words on a call, by the id under which they are kept. */
export type Said = { conversationId: string; id: string; text: string };

/** What is spoken; what is kept of it is the message. */
export type CallerAnswer = { messageId: string; spoken: string; waits: PendingRequest | null };

/** What is answered, and what of it stands in the transcript: nothing that was kept, and no secret. */
export type Reply = {
  spoken: string;
  kept: string;
  waits?: PendingRequest | null;
};

/** Words that ask something of us: they tell nothing, so nothing is written from them. */
function asksOnly(text: string): UtteranceReading {
  return {
    spans: [
      {
        act: 'INSTRUCTS',
        label: 'instruct',
        labels: ['instruct'],
        doubtful: false,
        start: 0,
        end: text.length,
      },
    ],
  };
}

/**
 * Keeps what was asked and what was answered to it, with what follows from it, in one transaction. A secret, such as a
 * code word, is private. Null when the conversation is over.
 */
export async function keepExchange(
  { conversationId, id, text, isSecret }: Said & { isSecret: boolean },
  decide: (tx: Tx, wake: Wake, messageId: string) => Promise<Reply>,
): Promise<CallerAnswer | null> {
  const answer = await transaction(async (tx, wake): Promise<CallerAnswer | null> => {
    await takeTurn(tx, conversationId);
    const said = {
      ...{ conversationId, text, clientMessageId: id, private: isSecret, announces: false },
      reading: asksOnly(text),
    };
    const { row } = await storeUtterance((sql, values) => tx.$queryRawUnsafe(sql, ...values), said);
    if (!row) return null;
    const messageId = newId();
    const { spoken, kept, waits = null } = await decide(tx, wake, messageId);
    const conversation = await lockConversation(tx, conversationId);
    if (conversation?.status !== 'IN_PROGRESS') return null;
    const { subjectId, lastSeq, phone } = conversation;
    await tx.message.create({
      data: {
        ...{ id: messageId, subjectId, conversationId, seq: lastSeq + 1, role: 'assistant' },
        ...{ text: kept, phone, turnKind: 'REASSURE', madeBy: 'built-in' },
      },
    });
    await tx.conversation.update({
      where: { id: conversationId },
      data: { lastSeq: lastSeq + 1, awaitingSeq: null },
    });
    await tx.call.update({ where: { conversationId }, data: { awaits: waits ?? Prisma.DbNull } });
    messageAdded(wake, subjectId);
    return { messageId, spoken, waits };
  });
  stopAnswering(conversationId);
  return answer;
}
