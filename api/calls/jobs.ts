import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { endLiveText, endWithin, lockConversation } from '#api/conversations/service/end.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { type Job, job } from '#api/platform/jobs.ts';
import { dueCallAt } from '#api/subjects/calls.ts';
import { announceCalls } from './announce.ts';
import { hangUpCall } from './hang-up.ts';
import { tellOfMissedCalls } from './missed.ts';
import { isOvertaken, mostTries } from './service/again.ts';
import { dialCall, placeCall, type Try, whyNoCall } from './service/place.ts';
import { settleUntaken } from './service/settle.ts';
import { callWithSample } from './service/voice-sample.ts';

const minute = 60_000;
/** A scheduled call is skipped if it would be later than this. */
const lateMs = 15 * minute;
/** A missed call is repeated after this long, up to `mostTries` tries in all. */
const againAfterMs = 45 * minute;
/** A scheduled call is not tried again later than this; one that was asked for is tried the next day too. */
const triedForMs = { scheduled: 12 * 60 * minute, asked: 24 * 60 * minute };
/** A subject who texted within this time is not called. */
const textingMs = 5 * minute;
/** The longest time that a phone rings. */
const ringsMs = 5 * minute;
/** How long a call without a socket can be resumed. */
const droppedMs = 10 * minute;

/** Places the calls that are due, and repeats missed ones. */
export async function placeDueCalls() {
  if (!ports.telephony.dials) return;
  const now = clock.now();
  const subjects = await db.subject.findMany({
    where: {
      ...{ status: 'ACTIVE', deletedAt: null, scheduledBy: 'PHONE' },
      ...{ phone: { not: null }, callTimes: { some: {} } },
    },
    include: { callTimes: true },
  });
  for (const subject of subjects) {
    const due = dueCallAt({ ...subject, callsAgreed: true }, now, lateMs);
    if (due) await place({ subjectId: subject.id, scheduledFor: due, asked: false, attempt: 1 });
  }
  const since = (ms: number) => ({ scheduledFor: { gt: new Date(now.getTime() - ms) } });
  const missed = await db.call.findMany({
    where: {
      attempt: { lt: mostTries },
      OR: [
        { asked: false, ...since(triedForMs.scheduled) },
        { asked: true, ...since(triedForMs.asked) },
      ],
      conversation: { status: 'MISSED', endedAt: { lt: new Date(now.getTime() - againAfterMs) } },
    },
  });
  for (const call of missed) {
    const { subjectId, scheduledFor, asked, attempt } = call;
    if (!scheduledFor || (await isOvertaken(db, call))) continue;
    await place({ subjectId, scheduledFor, asked, attempt: attempt + 1 });
  }
}

/** Places a call once, even if several servers see that it is due. */
async function place(planned: Try) {
  const { subjectId, scheduledFor, asked, attempt } = planned;
  // A call that shall not be tried again counts as the last try.
  const same = { subjectId, scheduledFor, attempt: { gte: attempt } };
  if (await db.call.count({ where: same })) return;
  if (await isTexting(subjectId)) return;
  if (await whyNoCall(db, subjectId, clock.now())) return;
  await endLiveText(subjectId);
  await transaction(async (tx, wake) => {
    // Locks the subject, so that of two servers the second sees what the first did.
    await lockSubject(tx, subjectId);
    if (await tx.call.count({ where: same })) return;
    const live = { subjectId, status: { in: ['RINGING' as const, 'IN_PROGRESS' as const] } };
    if (await tx.conversation.count({ where: live })) return;
    const { callsPausedUntil, scheduledBy } = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
    });
    if (scheduledBy !== 'PHONE' && !asked) return;
    if (callsPausedUntil && callsPausedUntil > clock.now()) return;
    if (await whyNoCall(tx, subjectId, clock.now())) return;
    await placeCall(tx, wake, planned);
  });
}

/** Whether the subject texted within `textingMs`; the call then waits. */
async function isTexting(subjectId: string): Promise<boolean> {
  const justNow = new Date(clock.now().getTime() - textingMs);
  const live = { subjectId, channel: 'SMS' as const, status: 'IN_PROGRESS' as const };
  return (await db.conversation.count({ where: { ...live, lastHeardAt: { gt: justNow } } })) > 0;
}

/**
 * Ends calls that have no socket: phones that rang too long, and calls that were dropped, or whose server died, and
 * were not resumed.
 */
export async function endAbandonedCalls() {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const rang = await db.call.findMany({
    where: {
      conversation: { status: 'RINGING' },
      OR: [
        { dialledAt: { lt: before(ringsMs) } },
        { dialledAt: null, createdAt: { lt: before(3 * ringsMs) } },
      ],
    },
    select: { conversationId: true },
  });
  for (const { conversationId } of rang) {
    await transaction((tx, wake) =>
      settleUntaken(tx, wake, conversationId, { status: 'MISSED', reason: 'NO_ANSWER' }),
    );
  }
  const isDropped = {
    conversation: { status: 'IN_PROGRESS' as const },
    connectedAt: { lt: before(droppedMs) },
  };
  const dropped = await db.call.findMany({ where: isDropped, select: { conversationId: true } });
  for (const { conversationId } of dropped) {
    await transaction(async (tx, wake) => {
      const conversation = await lockConversation(tx, conversationId);
      // It may have been resumed meanwhile.
      if (!conversation || !(await tx.call.count({ where: { conversationId, ...isDropped } }))) return;
      await endWithin(tx, wake, conversation, 'DROPPED');
    });
  }
}

const nothing = z.object({});

export const callJobs = [
  dialCall,
  callWithSample,
  hangUpCall,
  job({ name: 'calls.placeDue', input: nothing, cron: '* * * * *', retries: 0, run: placeDueCalls }),
  job({ name: 'calls.announce', input: nothing, cron: '*/10 * * * *', retries: 0, run: announceCalls }),
  job({
    name: 'calls.tellOfMissed',
    input: nothing,
    cron: '*/10 * * * *',
    retries: 0,
    run: tellOfMissedCalls,
  }),
  job({ name: 'calls.endLeft', input: nothing, cron: '* * * * *', retries: 0, run: endAbandonedCalls }),
] satisfies readonly Job[];
