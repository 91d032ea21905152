import { takeTextsBack } from '#api/consent/asking.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { setWordsAside } from '#api/conversations/engine/instruction-reading.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { lockConversation } from '#api/conversations/service/end.ts';
import type { PauseReason } from '#api/generated/prisma/enums.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { dropCallRecordings } from '#api/recordings/calls/removing.ts';
import { ownersToTell } from '../inbound/telling.ts';

type OneCall = { conversationId: string; subjectId: string };
type Answered = OneCall & { reason: PauseReason };

/**
 * Pauses calls and texts until somebody resumes them, because of what the person who answered a call said, and tells the
 * owners. A pause that somebody made stays theirs. A number that was changed during the call is not the one that was
 * wrong.
 */
export async function pauseForAnswer(tx: Tx, { reason, ...call }: Answered): Promise<void> {
  const { conversationId, subjectId } = call;
  const subject = await lockSubject(tx, subjectId);
  if (subject?.status !== 'ACTIVE' && subject?.status !== 'PAUSED') return;
  const { phone } = await tx.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    select: { phone: true },
  });
  if (reason === 'WRONG_NUMBER' && phone !== subject.phone) return;
  const isNew = subject.status === 'ACTIVE';
  if (isNew) {
    await tx.subject.update({ where: { id: subjectId }, data: { status: 'PAUSED', pausedBecause: reason } });
    if (subject.phone) await takeTextsBack(tx, subjectId, subject.phone);
  }
  const { preferredName, timeZone } = subject;
  for (const { id, email, own } of await ownersOrSelf(tx, subjectId)) {
    await notify(tx, {
      kind: 'calls-stopped',
      channel: 'mail',
      recipient: email,
      data: {
        ...{ subjectName: preferredName, said: reason, isNew, own, timeZone },
        at: clock.now().toISOString(),
        url: `${publicUrl()}/dashboard/${subjectId}/settings/`,
      },
      dedupeKey: `${toldOfPauseKey(call)}${id}`,
      subjectId,
    });
  }
}

/** The same for a call that was over before its goodbye: what was said on it is told by nobody. */
export async function notePause(answered: Answered): Promise<void> {
  const { conversationId, subjectId } = answered;
  await transaction(async (tx) => {
    await takeTurn(tx, conversationId);
    await lockConversation(tx, conversationId);
    await setWordsAside(tx, conversationId);
    await pauseForAnswer(tx, answered);
    await dropCallRecordings(tx, subjectId, { id: conversationId });
  });
}

/** Whether the owners got the letter about a pause after this call. */
export async function wereToldOfPause(tx: Tx, call: OneCall): Promise<boolean> {
  const { subjectId } = call;
  const dedupeKey = { startsWith: toldOfPauseKey(call) };
  return (await tx.notice.count({ where: { subjectId, kind: 'calls-stopped', dedupeKey } })) > 0;
}

function toldOfPauseKey({ conversationId }: { conversationId: string }): string {
  return `calls-stopped:${conversationId}:`;
}

/** The owners without the subject; the subject alone where nobody else looks after the book. */
async function ownersOrSelf(tx: Tx, subjectId: string) {
  const owners = await ownersToTell(tx, subjectId);
  if (owners.length) return owners.map((owner) => ({ ...owner, own: false }));
  const self = await tx.user.findFirst({
    where: { selfSubject: { id: subjectId } },
    select: { id: true, email: true },
  });
  return self ? [{ ...self, own: true }] : [];
}
