import { endText } from '#api/conversations/service/end.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

const minute = 60_000;
/** A person who wrote within this time is not interrupted by another question. */
const quietMs = 20 * minute;

/** The others who write from a phone: all of its subjects, but for `subjectId` if it is given. */
export type Others = { phone: string; subjectId?: string };

/**
 * Whether somebody else writes from this phone now: their conversation goes on, or a text of theirs still waits to be
 * told. The next text would otherwise be taken for an answer to our new question.
 */
export async function isWrittenFrom(tx: Tx, { phone, subjectId }: Others): Promise<boolean> {
  const quietSince = new Date(clock.now().getTime() - quietMs);
  const live = await tx.conversation.count({
    where: {
      ...liveOf({ phone, subjectId }),
      OR: [{ lastHeardAt: { gt: quietSince } }, { startedAt: { gt: quietSince } }],
    },
  });
  if (live) return true;
  const waiting = { phone, tells: true, toldAt: null, assigned: false, at: { gt: quietSince } };
  const ofOthers = subjectId ? { OR: [{ subjectId: null }, { subjectId: { not: subjectId } }] } : {};
  return (await tx.inboundText.count({ where: { ...waiting, ...ofOthers } })) > 0;
}

/** Ends the conversations by text that others left on this phone, so that only a new one is live. */
export async function endIdleTexts(others: Others) {
  if (await isWrittenFrom(db, others)) return;
  const idle = await db.conversation.findMany({ where: liveOf(others), select: { id: true } });
  for (const { id } of idle) await endText(id, 'SILENCE');
}

const liveOf = ({ phone, subjectId }: Others): Prisma.ConversationWhereInput => ({
  ...({ phone, channel: 'SMS', status: 'IN_PROGRESS', silent: false } as const),
  ...(subjectId && { subjectId: { not: subjectId } }),
});
