import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import { endWithin, lockConversation } from '#api/conversations/service/end.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

/** How a call ended that nobody talked on. */
export type Untaken = {
  status: 'MISSED' | 'FAILED' | 'CANCELLED';
  reason:
    | 'BUSY'
    | 'NO_ANSWER'
    | 'MACHINE'
    | 'NOT_PLACED'
    | 'NOT_DIALLED'
    | 'CANCELLED'
    | 'CONSENT_WITHDRAWN'
    | 'OUT_OF_HOURS'
    /** The book was paused, calls were turned off or the number was removed before it was dialled. */
    | 'NOT_ALLOWED';
};

/** The phone rang, and nobody took the call. */
export const unanswered: Untaken = { status: 'MISSED', reason: 'NO_ANSWER' };
/** The phone service could not be reached or took no request, so no phone rang. */
export const notDialled: Untaken = { status: 'FAILED', reason: 'NOT_DIALLED' };

/** Records that nobody talked if the call still rings; any other state is not changed. */
export async function settleUntaken(tx: Tx, wake: Wake, conversationId: string, { status, reason }: Untaken) {
  const conversation = await lockConversation(tx, conversationId);
  if (conversation?.status !== 'RINGING') return;
  await tx.conversation.update({
    where: { id: conversationId },
    data: { status, endReason: reason, endedAt: clock.now(), awaitingSeq: null, answeringUntil: null },
  });
  await conversationChanged(tx, wake, conversation.subjectId, conversationId);
}

/**
 * Handles the provider's report that the call is over: a live conversation was hung up, a ringing one was not
 * answered.
 */
export async function settleOver(conversationId: string, untaken: Untaken) {
  await transaction(async (tx, wake) => {
    const conversation = await lockConversation(tx, conversationId);
    if (conversation?.status === 'IN_PROGRESS') await endWithin(tx, wake, conversation, 'HUNG_UP');
    else await settleUntaken(tx, wake, conversationId, untaken);
  });
  stopAnswering(conversationId);
}
