import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { lockSubject } from '#api/consent/ledger.ts';
import { endLiveText, endWithin, lockConversation } from '#api/conversations/service/end.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { type Job, job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { dueCallAt } from '#api/subjects/calls.ts';
import { announceCalls } from './announce.ts';
import { hangUpCall } from './hang-up.ts';
import { tellOfMissedCalls } from './missed.ts';
import {
  againAfterMs,
  isOvertaken,
  isStillScheduled,
  nextTryAt,
  triedForMs,
  triesOf,
  untold,
} from './service/again.ts';
import { dialCall, placeCall, type Try, wasPlaced, whyNoCall } from './service/place.ts';
import { notDialled, settleUntaken, unanswered } from './service/settle.ts';
import { callWithSample } from './service/voice-sample.ts';

const minute = 60_000;
/** A scheduled call is skipped if it would be later than this. */
const lateMs = 15 * minute;
/** A subject who texted within this time is not called. */
const textingMs = 5 * minute;
/** The longest time that a phone rings. */
const ringsMs = 5 * minute;
/** How long a call without a socket can be resumed. */
const droppedMs = 10 * minute;

/** Places the calls that are due, and repeats those that came to nothing. */
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
  await repeatCalls(now);
}

/** Tries calls again that came to nothing. */
async function repeatCalls(now: Date) {
  const failed = await db.call.findMany({
    where: {
      ...{ line: 'PROVIDER', scheduledFor: { gt: new Date(now.getTime() - triedForMs) } },
      conversation: {
        status: { in: ['MISSED', 'FAILED', 'CANCELLED'] },
        endedAt: { lt: new Date(now.getTime() - againAfterMs) },
      },
    },
    distinct: ['subjectId', 'scheduledFor'],
    select: {
      ...{ subjectId: true, scheduledFor: true },
      subject: { include: { callTimes: true } },
    },
  });
  const calls = failed.flatMap(({ scheduledFor, ...call }) =>
    scheduledFor ? [{ ...call, scheduledFor }] : [],
  );
  for (const { subjectId, scheduledFor, subject } of await untold(db, calls)) {
    const tries = await triesOf(db, { subjectId, scheduledFor });
    const next = nextTryAt(tries, subject, now);
    const last = tries.at(-1);
    if (!last || !next || next > now || (await isOvertaken(db, last))) continue;
    await place({ subjectId, scheduledFor, asked: last.asked, attempt: last.attempt + 1 });
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
    const subject = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
      include: { callTimes: true },
    });
    const { callsPausedUntil } = subject;
    if (!asked && !isStillScheduled(subject, scheduledFor)) return;
    if (callsPausedUntil && callsPausedUntil > clock.now()) return;
    if (attempt > 1 && !(await untold(tx, [planned])).length) return;
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
  const isDropped = {
    conversation: { status: 'IN_PROGRESS' as const },
    connectedAt: { lt: before(droppedMs) },
  };
  const dropped = await db.call.findMany({ where: isDropped, select: { conversationId: true } });
  for (const { conversationId } of dropped) {
    await orNextTime(conversationId, () =>
      transaction(async (tx, wake) => {
        const conversation = await lockConversation(tx, conversationId);
        // It may have been resumed meanwhile.
        if (!conversation || !(await tx.call.count({ where: { conversationId, ...isDropped } }))) return;
        await endWithin(tx, wake, conversation, 'DROPPED');
      }),
    );
  }
  await endUntaken(before);
}

/** Ends a call; the next run tries again if that fails, and the other calls end all the same. */
async function orNextTime(conversationId: string, end: () => Promise<void>) {
  await end().catch((error) =>
    log.warn({ error, conversationId }, 'a call that was left could not be ended'),
  );
}

/** Ends calls that rang too long, and those that were not dialled. */
async function endUntaken(before: (ms: number) => Date) {
  const ringing = await db.call.findMany({
    where: {
      conversation: { status: 'RINGING' },
      OR: [
        { dialledAt: { lt: before(ringsMs) } },
        { dialledAt: null, createdAt: { lt: before(3 * ringsMs) } },
      ],
    },
    select: { conversationId: true, line: true, providerId: true },
  });
  let isAnswering = true;
  for (const { conversationId, line, providerId } of ringing) {
    await orNextTime(conversationId, async () => {
      let rang = line === 'BROWSER' || providerId !== null;
      // A phone service that gave no answer is not asked about the other calls, so that none of them waits for it.
      if (!rang && isAnswering) {
        const placed = await wasPlaced(conversationId);
        isAnswering = placed !== null;
        rang = placed === true;
      }
      await transaction((tx, wake) =>
        settleUntaken(tx, wake, conversationId, rang ? unanswered : notDialled),
      );
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
