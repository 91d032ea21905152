import { holdPhone } from '#api/accounts/phones/codes.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { endWithin, isLive, lockConversation } from '#api/conversations/service/end.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
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
async function isWrittenFrom(tx: Tx, { phone, subjectId }: Others): Promise<boolean> {
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

/** Whether a text came so long ago that another conversation may have begun on its phone since. */
export function hasWaited(at: Date): boolean {
  return clock.now().getTime() - at.getTime() > quietMs;
}

/** Locks the turns of others on this phone, and then the phone. Must run before the subject is locked. */
export async function holdOthers(tx: Tx, others: Others): Promise<string[]> {
  const ids = await takeTurnsOf(tx, others);
  await holdPhone(tx, others.phone);
  return ids;
}

/**
 * Takes the turn locks of the conversations by text of others on this phone, so that nothing is heard in them meanwhile.
 * Must run before the phone and the subject are locked, because storing words takes the turn lock first. Returns their ids.
 */
export async function takeTurnsOf(tx: Tx, others: Others): Promise<string[]> {
  const live = await tx.conversation.findMany({
    where: liveOf(others),
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  for (const { id } of live) await takeTurn(tx, id);
  return live.map(({ id }) => id);
}

/**
 * Ends the conversations by text that others left on this phone, so that only a new one is live. The caller holds the
 * phone and the turns in them. Returns false, and ends nothing, while somebody writes from the phone.
 */
export async function endIdleTexts(
  tx: Tx,
  wake: Wake,
  others: Others,
  ids: readonly string[],
): Promise<boolean> {
  if (await isWrittenFrom(tx, others)) return false;
  for (const id of ids) {
    const conversation = await lockConversation(tx, id);
    if (conversation && isLive(conversation)) await endWithin(tx, wake, conversation, 'SILENCE');
  }
  return true;
}

const liveOf = ({ phone, subjectId }: Others): Prisma.ConversationWhereInput => ({
  ...({ phone, channel: 'SMS', status: 'IN_PROGRESS', silent: false } as const),
  ...(subjectId && { subjectId: { not: subjectId } }),
});
