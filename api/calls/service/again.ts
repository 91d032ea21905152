import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { nextCallAt } from '#api/subjects/calls.ts';

/** How often a call is tried in all. */
export const mostTries = 3;

/** Whether the person is called again after this call was missed: by another try, or at a scheduled time. */
export async function isCalledAgain(conversationId: string): Promise<boolean> {
  const { attempt, subject } = await db.call.findUniqueOrThrow({
    where: { conversationId },
    select: { attempt: true, subject: { include: { callTimes: true } } },
  });
  if (attempt < mostTries) return true;
  return (
    subject.scheduledBy === 'PHONE' && nextCallAt({ ...subject, callsAgreed: true }, clock.now()) !== null
  );
}

/** Makes this call's try the last one. */
export async function callNoMore(conversationId: string): Promise<void> {
  await db.call.update({ where: { conversationId }, data: { attempt: mostTries } });
}

type Missed = { subjectId: string; scheduledFor: Date | null; createdAt: Date };

/** Whether the person was called or called us after this call, for another reason; no further try is made then. */
export async function isOvertaken(tx: Tx, { subjectId, scheduledFor, createdAt }: Missed): Promise<boolean> {
  const newer = await tx.call.count({
    where: {
      ...{ subjectId, line: 'PROVIDER', createdAt: { gt: createdAt } },
      OR: [{ scheduledFor: null }, { scheduledFor: { not: scheduledFor } }],
      conversation: { status: { in: ['RINGING', 'IN_PROGRESS', 'COMPLETED', 'MISSED'] } },
    },
  });
  return newer > 0;
}
