import type { Channel, ConversationStatus } from '#api/generated/prisma/enums.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { dayThere } from '#api/platform/domain-values/time-zone.ts';
import { type Called, isCallTime, nextCallAt } from '#api/subjects/calls.ts';
import { nextReachable, type Reached } from '../hours.ts';

/** Between the end of one try of a call and the next. */
export const againAfterMs = 45 * 60_000;
/** No call is tried on a later day than the one after its own; this covers both in any time zone. */
export const triedForMs = 50 * 3_600_000;

/**
 * How a try came to nothing: the phone rang and the person did not talk; the phone service could not put the call
 * through; or no phone was dialled.
 */
export type Failing = 'UNANSWERED' | 'NOT_CONNECTED' | 'NOT_DIALLED';

/** How often each may happen to a call. One that can't be put through is tried only once more: its number may be wrong. */
export const mostTries: Record<Failing, number> = { UNANSWERED: 3, NOT_CONNECTED: 2, NOT_DIALLED: 3 };

type Ended = { status: ConversationStatus; endReason: string | null };

/** How this try came to nothing; null for one that is live, was answered, or was called off by somebody. */
export function failingOf({ status, endReason }: Ended): Failing | null {
  if (status === 'MISSED') return 'UNANSWERED';
  if (endReason === 'NOT_DIALLED' || endReason === 'OUT_OF_HOURS') return 'NOT_DIALLED';
  return status === 'FAILED' ? 'NOT_CONNECTED' : null;
}

const aboutTry = {
  ...{ subjectId: true, scheduledFor: true, createdAt: true, asked: true, attempt: true },
  conversation: { select: { id: true, status: true, endReason: true, endedAt: true } },
} as const;

/** All tries of a call, the first one first. */
export function triesOf(tx: Tx, { subjectId, scheduledFor }: { subjectId: string; scheduledFor: Date }) {
  return tx.call.findMany({
    where: { subjectId, scheduledFor },
    orderBy: { attempt: 'asc' },
    select: aboutTry,
  });
}

export type MadeTry = Awaited<ReturnType<typeof triesOf>>[number];
type Person = Reached & Omit<Called, 'callsAgreed'> & { scheduledBy: Channel; callsPausedUntil: Date | null };

/**
 * When the next try of a call that came to nothing may be made: 45 minutes after the last one and within the hours, on
 * the call's day or the next. Null when none follows: enough were made, somebody said that the number is wrong or that the
 * person has died, calls were paused since, the call's time is no
 * longer in the schedule, or a scheduled call is near, even one that is skipped.
 */
export function nextTryAt(tries: readonly MadeTry[], person: Person, now: Date): Date | null {
  const last = tries.at(-1);
  const failing = last && failingOf(last.conversation);
  const { scheduledFor } = last ?? {};
  if (!failing || !scheduledFor || !person.phone || last.conversation.endReason === 'NOT_AGAIN') return null;
  const alike = tries.filter(({ conversation }) => failingOf(conversation) === failing);
  if (alike.length >= mostTries[failing]) return null;
  const endedAt = last.conversation.endedAt ?? now;
  const isPaused = person.callsPausedUntil !== null && person.callsPausedUntil > endedAt;
  if (isPaused || person.status === 'PAUSED') return null;
  if (!last.asked && !isStillScheduled(person, scheduledFor)) return null;
  const earliest = new Date(Math.max(now.getTime(), endedAt.getTime() + againAfterMs));
  const at = nextReachable({ ...person, phone: person.phone }, earliest);
  if (!at || !isInTime(at, scheduledFor, person.timeZone)) return null;
  const called = { ...person, skippedCallAt: null, callsAgreed: true };
  const since = new Date(Math.max(endedAt.getTime(), scheduledFor.getTime()));
  const scheduled = person.scheduledBy === 'PHONE' ? nextCallAt(called, since) : null;
  return scheduled && scheduled.getTime() < at.getTime() + againAfterMs ? null : at;
}

type Scheduled = Pick<Called, 'timeZone' | 'callTimes'> & { scheduledBy: Channel };

/** Whether the person is still called by schedule, at this time among others. */
export function isStillScheduled(person: Scheduled, scheduledFor: Date): boolean {
  return person.scheduledBy === 'PHONE' && isCallTime(person, scheduledFor);
}

/** Whether a time is on the local day of a call, or on the next. */
function isInTime(at: Date, scheduledFor: Date, timeZone: string): boolean {
  const last = new Date(`${dayThere(scheduledFor, timeZone)}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + 1);
  return dayThere(at, timeZone) <= last.toISOString().slice(0, 10);
}

/** Whether the person is called again if this call is missed: by another try, or at a scheduled time. */
export async function isCalledAgain(conversationId: string): Promise<boolean> {
  const { subject, ...call } = await db.call.findUniqueOrThrow({
    where: { conversationId },
    select: { ...aboutTry, subject: { include: { callTimes: true } } },
  });
  const now = clock.now();
  if (subject.scheduledBy === 'PHONE' && nextCallAt({ ...subject, callsAgreed: true }, now)) return true;
  const { scheduledFor } = call;
  if (!scheduledFor) return false;
  const before = (await triesOf(db, { ...call, scheduledFor })).filter(
    ({ attempt }) => attempt < call.attempt,
  );
  const missed = { ...call.conversation, status: 'MISSED', endedAt: now } as const;
  return nextTryAt([...before, { ...call, conversation: missed }], subject, now) !== null;
}

type OneCall = { subjectId: string; scheduledFor: Date };

/** The beginning of the keys of the letters that tell the family of a call. */
export function toldKey({ subjectId, scheduledFor }: OneCall): string {
  return `call-missed:${subjectId}:${scheduledFor.toISOString()}:`;
}

/** Those of the calls of which the family has not been told; no more tries of the others are made. */
export async function untold<Call extends OneCall>(tx: Tx, calls: readonly Call[]): Promise<Call[]> {
  if (!calls.length) return [];
  const told = await tx.notice.findMany({
    where: { kind: 'call-missed', subjectId: { in: [...new Set(calls.map(({ subjectId }) => subjectId))] } },
    select: { dedupeKey: true },
  });
  const keys = new Set(told.map(({ dedupeKey }) => dedupeKey.slice(0, dedupeKey.lastIndexOf(':') + 1)));
  return calls.filter((call) => !keys.has(toldKey(call)));
}

type Missed = { subjectId: string; scheduledFor: Date | null; createdAt: Date };

/** Whether the person was called or called us after this call, for another reason; no further try is made then. */
export async function isOvertaken(tx: Tx, { subjectId, scheduledFor, createdAt }: Missed): Promise<boolean> {
  const newer = await tx.call.count({
    where: {
      ...{ subjectId, line: 'PROVIDER', createdAt: { gt: createdAt } },
      OR: [{ scheduledFor: null }, { scheduledFor: { not: scheduledFor } }],
      conversation: { status: { in: ['RINGING', 'IN_PROGRESS', 'COMPLETED', 'MISSED', 'FAILED'] } },
    },
  });
  return newer > 0;
}
