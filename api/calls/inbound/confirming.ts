import { biographyWrite } from '#api/biography/jobs.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { forgetThemes } from '#api/conversations/engine/named-themes.ts';
import { conversationChanged, messagesChanged } from '#api/conversations/events.ts';
import { isLive, lockConversation } from '#api/conversations/service/end.ts';
import type { CallConfirmation } from '#api/generated/prisma/enums.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { silenceRecordingOf } from '#api/recordings/erasing.ts';
import { mustStill } from '#api/subjects/policy.ts';

/**
 * Records once that the subject was the caller; from then on the words count as the subject's. If the call has ended
 * and the subject consented to AI writing, the writer is started.
 */
export async function noteConfirmed(tx: Tx, wake: Wake, conversationId: string, by: CallConfirmation) {
  const conversation = await lockConversation(tx, conversationId);
  if (!conversation) return;
  const { subjectId } = conversation;
  const { count } = await tx.call.updateMany({
    where: { conversationId, inbound: true, confirmedAt: null, refusedAt: null },
    data: { confirmedAt: clock.now(), confirmedBy: by },
  });
  if (!count) return;
  const messageCount = await tx.message.count({ where: { conversationId, role: 'user' } });
  const isWritten = conversation.status === 'COMPLETED' && messageCount > 0;
  if (isWritten && (await hasConsent(tx, subjectId, 'AI_WRITING'))) {
    await tx.conversation.update({ where: { id: conversationId }, data: { writing: 'WRITING' } });
    await enqueue(tx, biographyWrite, { conversationId }, { subjectId });
  }
  await conversationChanged(tx, wake, subjectId, conversationId);
}

/**
 * Records an owner's or the subject's statement of who called. If it was somebody else, the words are made private
 * and erased 30 days later, and the topics that they asked to avoid are forgotten. The statement can't be changed.
 */
export async function confirmCaller(
  viewer: Viewer,
  { id, isSubject }: { id: string; isSubject: boolean },
): Promise<void> {
  await transaction(async (tx, wake) => {
    const conversation = await lockConversation(tx, id);
    const call = await tx.call.findUnique({ where: { conversationId: id } });
    if (!conversation || !call?.inbound) throw new NotFound('Conversation', ['id']);
    const { subjectId } = conversation;
    await mustStill(tx, viewer, 'MANAGE_SUBJECT', subjectId);
    if (isLive(conversation)) throw new WrongState('The call is still going on', ['id']);
    if (call.confirmedAt || call.refusedAt) {
      if (isSubject === (call.confirmedAt !== null)) return;
      throw new WrongState('It was said already who called', ['id']);
    }
    if (isSubject) await noteConfirmed(tx, wake, id, 'FAMILY');
    else await refuse(tx, wake, { conversationId: id, subjectId });
    await audit(tx, viewer, isSubject ? 'call.confirmed' : 'call.refused', { subjectId, targetId: id });
  });
}

async function refuse(
  tx: Tx,
  wake: Wake,
  { conversationId, subjectId }: { conversationId: string; subjectId: string },
) {
  const refusedAt = clock.now();
  await tx.call.update({ where: { conversationId }, data: { refusedAt } });
  await silenceRecordingOf(tx, { conversationId, subjectId });
  const messages = await tx.message.findMany({ where: { conversationId }, select: { id: true } });
  await tx.message.updateMany({
    where: { conversationId },
    data: { private: true, deletedAt: refusedAt },
  });
  const messageIds = messages.map(({ id }) => id);
  await forgetThemes(tx, subjectId, messageIds);
  await messagesChanged(tx, wake, subjectId, messageIds);
  await conversationChanged(tx, wake, subjectId, conversationId);
}
