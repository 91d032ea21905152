import { TZDate } from '@date-fns/tz';
import { addDays, startOfDay, subDays } from 'date-fns';
import { tellOfMissedCalls } from '#api/calls/missed.ts';
import { mostTries } from '#api/calls/service/again.ts';
import { callNow, placeCall as placeTry } from '#api/calls/service/place.ts';
import { settleOver, unanswered } from '#api/calls/service/settle.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { alma } from '../family.ts';
import { until } from '../waiting.ts';
import { callEvertold, type Taking } from './call.ts';
import type { DemoCarrier } from './carrier.ts';

const hour = 3_600_000;

/** Calls Alma, who takes the call and says all of this. Returns the id of the conversation, which is over. */
export async function talkOnThePhone(
  carrier: DemoCarrier,
  caller: Viewer,
  subjectId: string,
  { said, isRecorded }: { said: readonly string[]; isRecorded: boolean },
): Promise<string> {
  const spoken = { said, mayBeRecorded: isRecorded, isSpoken: false };
  const id = await callAlma(carrier, caller, subjectId, spoken);
  await until(() => isNow(id, 'COMPLETED'));
  return id;
}

/** Calls Alma, who takes the call. Returns the id of the conversation, which goes on. */
export async function callAlma(
  carrier: DemoCarrier,
  caller: Viewer,
  subjectId: string,
  taking: Omit<Exclude<Taking, 'NO_ANSWER'>, 'when'>,
): Promise<string> {
  let takes = () => {};
  const when = new Promise<void>((resolve) => {
    takes = resolve;
  });
  carrier.takesNext(alma.phone, { ...taking, when });
  const id = await placeCall(caller, subjectId);
  takes();
  return id;
}

/** Alma calls Evertold, and says nothing that proves who she is. Returns the id of the conversation, which is over. */
export async function callFromAlmasPhone(said: readonly string[]): Promise<string> {
  const providerId = await callEvertold(alma.phone, said);
  const { conversationId } = await db.call.findUniqueOrThrow({ where: { providerId } });
  await until(() => isNow(conversationId, 'COMPLETED'));
  return conversationId;
}

/** Calls Alma, who takes none of the tries, and tells the family as if it had been two days ago. */
export async function missCall(carrier: DemoCarrier, caller: Viewer, subjectId: string): Promise<void> {
  const at = startOfDay(subDays(TZDate.tz(alma.timeZone), 2));
  at.setHours(10);
  const scheduledFor = new Date(at);
  for (let attempt = 1; attempt <= mostTries.UNANSWERED; attempt++) {
    carrier.takesNext(alma.phone, 'NO_ANSWER');
    const id = await placeCall(caller, subjectId, attempt);
    await until(() => isNow(id, 'MISSED'));
    const dialledAt = new Date(scheduledFor.getTime() + (attempt - 1) * 0.75 * hour);
    await db.conversation.update({
      where: { id },
      data: { createdAt: dialledAt, endedAt: new Date(dialledAt.getTime() + 60_000) },
    });
    await db.call.update({ where: { conversationId: id }, data: { scheduledFor, dialledAt } });
  }
  await workAt(new Date(scheduledFor.getTime() + 5 * hour), tellOfMissedCalls);
}

/** Ends the calls that were on when the demo stopped: its phones went with it. */
export async function endCallsOfBefore(): Promise<void> {
  const calls = await db.call.findMany({
    where: { providerId: { not: null }, conversation: { status: { in: ['RINGING', 'IN_PROGRESS'] } } },
    select: { conversationId: true },
  });
  for (const { conversationId } of calls) await settleOver(conversationId, unanswered);
}

async function isNow(id: string, status: string): Promise<boolean> {
  return (
    (await db.conversation.findUniqueOrThrow({ where: { id }, select: { status: true } })).status === status
  );
}

/** Has Alma called as the family does, at a time of the day when she may be called. Returns when her phone rings. */
async function placeCall(caller: Viewer, subjectId: string, attempt = 1): Promise<string> {
  const id = await workAt(nextForenoon(), async () => {
    const again = { subjectId, scheduledFor: clock.now(), asked: true, attempt };
    const { id } =
      attempt === 1
        ? await callNow(caller, subjectId)
        : await transaction((tx, wake) => placeTry(tx, wake, again));
    const where = { conversationId: id, providerId: { not: null } };
    await until(async () => (await db.call.count({ where })) > 0);
    return id;
  });
  const now = clock.now();
  await db.call.update({ where: { conversationId: id }, data: { dialledAt: now, scheduledFor: now } });
  return id;
}

function nextForenoon(): Date {
  const today = startOfDay(TZDate.tz(alma.timeZone));
  today.setHours(11, 30);
  return new Date(today.getTime() > Date.now() ? today : addDays(today, 1));
}

/** Does something as if it were this time. */
async function workAt<T>(time: Date, work: () => Promise<T>): Promise<T> {
  const usual = clock.now;
  const offset = time.getTime() - Date.now();
  clock.now = () => new Date(Date.now() + offset);
  try {
    return await work();
  } finally {
    clock.now = usual;
  }
}
