import { textSubject } from '#api/consent/texting.ts';
import { messageAdded } from '#api/conversations/events.ts';
import type { EndReason, TurnDraft } from '#api/conversations/interviewer/interviewer.ts';
import { endWithin, lockConversation } from '#api/conversations/service/end.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { settleQuestions } from '#api/questions/service.ts';
import { takeTurn } from './turn-lock.ts';
import type { Awaited } from './turn-request.ts';

export type AnswerToStore = {
  id: string;
  conversationId: string;
  /**
   * The lease under which the answer was made. If another process holds the lease by now, that process's answer
   * counts.
   */
  leaseUntil: Date;
  interviewer: string;
  awaited: Awaited;
  draft: TurnDraft;
};

/**
 * Stores an answer and carries out its effects if it still answers everything that was said. Returns false when more
 * was said or made private meanwhile, when another process answered, or when the conversation has ended.
 */
export async function storeAnswer(answer: AnswerToStore): Promise<boolean> {
  const { id, conversationId, leaseUntil, interviewer, awaited, draft } = answer;
  return transaction(async (tx, wake) => {
    await takeTurn(tx, conversationId);
    const conversation = await lockConversation(tx, conversationId);
    if (conversation?.status !== 'IN_PROGRESS' || conversation.awaitingSeq !== awaited.seq) return false;
    if (conversation.answeringUntil?.getTime() !== leaseUntil.getTime()) return false;
    if (!(await isAsPrivate(tx, conversationId, awaited))) return false;

    const { subjectId, phone, lastSeq } = conversation;
    const reason = endReasonOf(draft);
    if (conversation.channel === 'SMS' && !(await sendText(tx, { id, subjectId, phone, awaited, draft }))) {
      await endWithin(tx, wake, conversation, reason ?? 'NOT_TEXTED');
      return false;
    }
    await tx.$executeRaw`
      insert into message (id, subject_id, conversation_id, seq, role, text, phone, private, question_key,
        request_id, turn_kind, made_by, agent_prompt_version_id, created_at)
      values (${id}::uuid, ${subjectId}::uuid, ${conversationId}::uuid, ${lastSeq + 1}, 'assistant',
        ${draft.text}, ${phone}, ${awaited.private},
        ${draft.questionKey}, ${draft.requestId}::uuid, ${draft.plan.kind}, ${draft.by},
        ${followedBy(draft.by, awaited)}::uuid, clock_timestamp())`;
    await tx.conversation.update({
      where: { id: conversationId },
      data: {
        lastSeq: lastSeq + 1,
        awaitingSeq: null,
        answeringUntil: null,
        answerTries: 0,
        answerFailure: null,
        interviewer,
        agentVersionId: awaited.version?.id ?? null,
        ...(draft.plan.ask && { questionsAsked: { increment: 1 } }),
      },
    });
    await settleRequests(tx, conversationId, awaited, draft);
    if (reason) await endWithin(tx, wake, conversation, reason);
    messageAdded(wake, subjectId);
    return true;
  });
}

/** The agent prompt's version that an answer followed. The built-in interviewer follows none. */
export function followedBy(madeBy: string, { version }: Awaited): string | null {
  return madeBy === 'built-in' ? null : (version?.id ?? null);
}

/**
 * Queues the text message in the transaction that stores the answer. Returns false when the phone may not be texted.
 */
function sendText(
  tx: Tx,
  of: { id: string; subjectId: string; phone: string | null; awaited: Awaited; draft: TurnDraft },
): Promise<boolean> {
  const { id: messageId, subjectId, phone, awaited, draft } = of;
  const isOpening = awaited.seq === 0;
  const isUrgent = draft.plan.kind === 'CRISIS';
  return textSubject(tx, subjectId, {
    kind: isUrgent ? 'said-at-once' : isOpening ? 'said-by-schedule' : 'said-in-answer',
    data: { messageId },
    dedupeKey: `said:${messageId}`,
    phone,
  });
}

/** Whether the same messages are private as when the answer was begun. */
async function isAsPrivate(tx: Tx, conversationId: string, { seq, privateSeqs }: Awaited): Promise<boolean> {
  const now = await tx.message.findMany({
    where: { conversationId, private: true, seq: { lte: seq } },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  });
  return now.map((message) => message.seq).join() === privateSeqs.join();
}

/** Stores what the words and this turn did to the family’s questions. */
async function settleRequests(tx: Tx, conversationId: string, { seq }: Awaited, draft: TurnDraft) {
  const settled = draft.plan.effects.filter((each) => each.effect === 'REQUEST');
  if (!settled.length) return;
  const answeredMessage = await tx.message.findUnique({
    where: { conversationId_seq: { conversationId, seq } },
    select: { id: true },
  });
  await settleQuestions(tx, settled, { conversationId, messageId: answeredMessage?.id ?? null });
}

function endReasonOf(draft: TurnDraft): EndReason | null {
  const end = draft.plan.effects.find((effect) => effect.effect === 'END');
  return end?.effect === 'END' ? end.reason : null;
}
