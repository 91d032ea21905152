import { biographyWrite } from '#api/biography/jobs.ts';
import { hangUpCall } from '#api/calls/hang-up.ts';
import { tellOfCaller } from '#api/calls/inbound/telling.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { historyOf, turnsOf, unanswered } from '#api/conversations/engine/history.ts';
import { setWordsAside } from '#api/conversations/engine/instruction-reading.ts';
import { readLastAnswer } from '#api/conversations/engine/reading.ts';
import { stopAnswering } from '#api/conversations/engine/stop-answering.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { conversationChanged } from '#api/conversations/events.ts';
import { openQuestion } from '#api/conversations/interviewer/answering/open-question.ts';
import type { EndReason } from '#api/conversations/interviewer/interviewer.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Channel, ConversationStatus } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { NotFound } from '#api/platform/errors.ts';
import { enqueue } from '#api/platform/jobs.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { requeueUnanswered, settleQuestions, unansweredQuestions } from '#api/questions/service.ts';
import { queueRecordingFetch } from '#api/recordings/calls/keeping.ts';
import { dropCallRecordings } from '#api/recordings/calls/removing.ts';
import { joinRecording } from '#api/recordings/joining.ts';

/**
 * Why a conversation ended: the interviewer closed it, somebody ended it or hung up, the line dropped, or nobody
 * spoke for long.
 */
export type ConversationEndReason =
  | EndReason
  | 'ENDED_BY_HAND'
  | 'SILENCE'
  | 'HUNG_UP'
  | 'DROPPED'
  | 'WRONG_PERSON'
  | 'NOT_AGAIN'
  /** A conversation by text ended because another began by phone or in the browser. */
  | 'OTHER_CHANNEL'
  /** A conversation by text ended because its phone may no longer be texted. */
  | 'NOT_TEXTED'
  /** All texts that the team assigned are in it. */
  | 'TEXTS_ADDED';

export type LockedConversation = {
  id: string;
  subjectId: string;
  channel: Channel;
  status: ConversationStatus;
  phone: string | null;
  lastSeq: number;
  awaitingSeq: number | null;
  answeringUntil: Date | null;
  silent: boolean;
};

/** Locks a conversation until the transaction ends. */
export async function lockConversation(tx: Tx, id: string): Promise<LockedConversation | null> {
  const [conversation] = await tx.$queryRaw<LockedConversation[]>`
    select id::text as id, subject_id::text as "subjectId", channel::text as channel, status::text as status, phone,
      last_seq as "lastSeq", awaiting_seq as "awaitingSeq", answering_until as "answeringUntil", silent
    from conversation where id = ${id}::uuid for update`;
  return conversation ?? null;
}

export function isLive({ status }: Pick<LockedConversation, 'status'>): boolean {
  return status === 'IN_PROGRESS' || status === 'RINGING';
}

/** Ends a conversation for everybody in it; one that has already ended is not changed. */
export async function endConversation(viewer: Viewer, id: string): Promise<void> {
  await transaction(async (tx, wake) => {
    const conversation = await lockConversation(tx, id);
    if (!conversation) throw new NotFound('Conversation', ['id']);
    if (isLive(conversation)) await endWithin(tx, wake, conversation, 'ENDED_BY_HAND', viewer.userId);
  });
  stopAnswering(id);
}

const live = { status: { in: ['RINGING', 'IN_PROGRESS'] } } satisfies Prisma.ConversationWhereInput;

/**
 * Takes the turn locks of the live conversations of these subjects. It must run before the subjects are locked,
 * because storing words also takes the turn lock first.
 */
export async function takeTurnsAt(tx: Tx, subjectIds: readonly string[]) {
  const going = await tx.conversation.findMany({
    where: { subjectId: { in: [...subjectIds] }, ...live },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  for (const { id } of going) await takeTurn(tx, id);
}

/** Ends the live conversation of a subject that the caller has locked. */
export async function endLive(tx: Tx, wake: Wake, subjectId: string) {
  const going = await tx.conversation.findFirst({ where: { subjectId, ...live }, select: { id: true } });
  const conversation = going && (await lockConversation(tx, going.id));
  if (conversation && isLive(conversation)) await endWithin(tx, wake, conversation, 'ENDED_BY_HAND');
}

/**
 * Ends a subject's live conversation by text, so that another can begin. `mustBegin` throws, and nothing ends, if the
 * other may not; it may lock the subject.
 */
export async function endLiveText(subjectId: string, mustBegin?: (tx: Tx) => Promise<unknown>) {
  const byText = await db.conversation.findFirst({
    where: { subjectId, channel: 'SMS', status: 'IN_PROGRESS' },
    select: { id: true },
  });
  if (byText) await endText(byText.id, 'OTHER_CHANNEL', mustBegin);
}

/** Ends a conversation by text, unless `mayEnd` throws; one that has already ended is not changed. */
export async function endText(
  id: string,
  reason: ConversationEndReason,
  mayEnd?: (tx: Tx) => Promise<unknown>,
) {
  await transaction(async (tx, wake) => {
    await takeTurn(tx, id);
    const conversation = await lockConversation(tx, id);
    if (conversation?.status !== 'IN_PROGRESS') return;
    await mayEnd?.(tx);
    await endWithin(tx, wake, conversation, reason);
  });
  stopAnswering(id);
}

/**
 * Ends a live, locked conversation. If the subject consented to AI writing and said something, the writer's job is
 * queued in the same transaction.
 */
export async function endWithin(
  tx: Tx,
  wake: Wake,
  conversation: LockedConversation,
  reason: ConversationEndReason,
  actorId: string | null = null,
) {
  const { id, subjectId } = conversation;
  // A call that was ended by hand must still be hung up; a call that the interviewer closes hangs up after its
  // goodbye.
  if (reason === 'ENDED_BY_HAND') await enqueueHangUp(tx, conversation);
  const isRinging = conversation.status === 'RINGING';
  const firstUtterance = await tx.message.findFirst({
    where: { conversationId: id, role: 'user' },
    select: { id: true },
  });
  // A question by text that nobody answered counts as missed, like a call. A call that the wrong person answered
  // counts as missed too.
  const call = await tx.call.findUnique({ where: { conversationId: id } });
  const unconfirmed = call?.inbound === true && !call.confirmedAt;
  const silent = !firstUtterance && (conversation.channel === 'SMS' || call?.inbound === true);
  const isSomebodyElse = reason === 'WRONG_PERSON' || reason === 'NOT_AGAIN';
  const missed = isSomebodyElse || silent;
  if (isSomebodyElse) {
    await setWordsAside(tx, id);
    await dropCallRecordings(tx, subjectId, { id });
  }
  const hadNoTalk = isRinging || missed;
  const mayWrite = !unconfirmed && (await hasConsent(tx, subjectId, 'AI_WRITING'));
  const writes = !hadNoTalk && firstUtterance !== null && mayWrite;
  await tx.conversation.update({
    where: { id },
    data: {
      status: isRinging ? 'CANCELLED' : missed ? 'MISSED' : 'COMPLETED',
      endedAt: clock.now(),
      endReason: reason,
      awaitingSeq: null,
      answeringUntil: null,
      writing: writes ? 'WRITING' : null,
    },
  });
  const withoutAnswer: ConversationEndReason[] = [
    ...(['ENDED_BY_HAND', 'SILENCE', 'HUNG_UP', 'DROPPED'] as const),
    ...(['OTHER_CHANNEL', 'NOT_TEXTED'] as const),
  ];
  const settlesQuestions = withoutAnswer.includes(reason) && !unconfirmed && !conversation.silent;
  if (settlesQuestions) await settleLastWords(tx, conversation);
  if (unconfirmed && !hadNoTalk) await tellOfCaller(tx, { conversationId: id, subjectId });
  await requeueUnanswered(tx, conversation);
  if (writes) await enqueue(tx, biographyWrite, { conversationId: id }, { subjectId });
  if (await tx.recording.count({ where: { conversationId: id } }))
    await enqueue(tx, joinRecording, { conversationId: id }, { subjectId });
  await queueRecordingFetch(tx, id);
  if (!hadNoTalk) await tx.activity.create({ data: { subjectId, actorId, kind: 'conversation-ended' } });
  await conversationChanged(tx, wake, subjectId, id);
}

async function enqueueHangUp(tx: Tx, { id, subjectId }: LockedConversation) {
  const call = await tx.call.findUnique({ where: { conversationId: id }, select: { line: true } });
  if (call?.line === 'PROVIDER') await enqueue(tx, hangUpCall, { conversationId: id }, { subjectId });
}

/** Words that end a conversation without our answer still count as answers to the family's questions. */
async function settleLastWords(tx: Tx, { id, subjectId }: LockedConversation) {
  const { waiting, asked } = await unansweredQuestions(subjectId, tx);
  const questions = [...waiting, ...asked];
  if (!questions.length) return;
  const turns = await turnsOf(id, tx);
  const said = unanswered(turns);
  const last = said.at(-1);
  if (!last) return;
  const history = historyOf(turns.slice(0, turns.length - said.length));
  const text = said.map((turn) => turn.text).join('\n');
  // Private words settle only the question that they answer.
  const open = said.some((turn) => turn.private)
    ? questions.filter((question) => question.id === openQuestion(history)?.requestId)
    : questions;
  const subject = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { language: true },
  });
  const language = languageOf(subject.language);
  const effects = await readLastAnswer(
    { text, history, channel: 'WEB', language, questions: open },
    subjectId,
  );
  const settled = effects.filter((each) => each.effect === 'REQUEST');
  await settleQuestions(tx, settled, { conversationId: id, messageId: last.id });
}
