import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import { endWithin, lockConversation } from '#api/conversations/service/end.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

/** How a call ends that nobody talked on. */
export type Untaken = {
  status: 'MISSED' | 'FAILED' | 'CANCELLED';
  reason:
    | 'BUSY'
    | 'NO_ANSWER'
    | 'MACHINE'
    | 'NOT_PLACED'
    | 'CANCELLED'
    | 'CONSENT_WITHDRAWN'
    | 'OUT_OF_HOURS';
};

/** Notes that nobody talked, if it still rings; whatever it has become meanwhile stays. */
export async function settleUntaken(tx: Tx, wake: Wake, conversationId: string, { status, reason }: Untaken) {
  const conversation = await lockConversation(tx, conversationId);
  if (conversation?.status !== 'RINGING') return;
  await tx.conversation.update({
    where: { id: conversationId },
    data: { status, endReason: reason, endedAt: clock.now(), awaitingSeq: null, answeringUntil: null },
  });
  await conversationChanged(tx, wake, conversation.subjectId, conversationId);
}

/** The provider says that the call is over: who talked has hung up, and where it only rang nobody took it. */
export async function settleOver(conversationId: string, untaken: Untaken) {
  await transaction(async (tx, wake) => {
    const conversation = await lockConversation(tx, conversationId);
    if (conversation?.status === 'IN_PROGRESS') await endWithin(tx, wake, conversation, 'HUNG_UP');
    else await settleUntaken(tx, wake, conversationId, untaken);
  });
  stopAnswering(conversationId);
}
