import { takeTextsBack } from '#api/consent/asking.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import type { PauseReason } from '#api/generated/prisma/enums.ts';
import { notify } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { ownersToTell } from '../inbound/telling.ts';

type Answered = { conversationId: string; subjectId: string; reason: PauseReason };

/**
 * Pauses calls and texts until somebody resumes them, after what was said by whoever answered a call, and tells the
 * owners. A number that was changed during the call is not the one that was wrong.
 */
export async function pauseForAnswer(tx: Tx, { conversationId, subjectId, reason }: Answered): Promise<void> {
  const subject = await lockSubject(tx, subjectId);
  if (subject?.status !== 'ACTIVE' && subject?.status !== 'PAUSED') return;
  const { phone } = await tx.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    select: { phone: true },
  });
  if (reason === 'WRONG_NUMBER' && phone !== subject.phone) return;
  await tx.subject.update({ where: { id: subjectId }, data: { status: 'PAUSED', pausedBecause: reason } });
  if (subject.phone) await takeTextsBack(tx, subjectId, subject.phone);
  const { preferredName, timeZone } = subject;
  for (const { id, email } of await ownersOrSelf(tx, subjectId)) {
    await notify(tx, {
      kind: 'calls-stopped',
      channel: 'mail',
      recipient: email,
      data: {
        subjectName: preferredName,
        said: reason,
        at: clock.now().toISOString(),
        timeZone,
        url: `${publicUrl()}/dashboard/${subjectId}/settings/`,
      },
      dedupeKey: `calls-stopped:${conversationId}:${id}`,
      subjectId,
    });
  }
}

/** The owners without the subject; the subject alone where nobody else looks after the book. */
async function ownersOrSelf(tx: Tx, subjectId: string) {
  const owners = await ownersToTell(tx, subjectId);
  if (owners.length) return owners;
  const self = await tx.user.findFirst({
    where: { selfSubject: { id: subjectId } },
    select: { id: true, email: true },
  });
  return self ? [self] : [];
}
