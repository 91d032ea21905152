import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { CallRefused } from '#api/adapters/telephony/port.ts';
import { ConsentMissing } from '#api/consent/errors.ts';
import { type LockedSubject, lockSubject } from '#api/consent/ledger.ts';
import { hasConsent } from '#api/consent/policy.ts';
import { begin, liveConversation, orLive } from '#api/conversations/service/begin.ts';
import { endLiveText } from '#api/conversations/service/end.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { NotFound, WrongState } from '#api/platform/errors.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { concerning } from '#api/platform/observability/scope.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { mustBeChoosable } from '#api/writer/agent-prompts/in-force.ts';
import { hooks } from '../addresses.ts';
import { whyNotNow } from '../hours.ts';
import { giveTicket } from '../tickets.ts';
import { settleUntaken, type Untaken } from './settle.ts';

/** Why no call can be tried in the browser, in words for the person who asks; null when one can. */
export function whyNoTestCall(): Error | null {
  return ports.telephony.hasBrowserPhone ? null : new WrongState('Calls are turned off here');
}

/** Why the subject can't be called at any time, in words for the person who schedules; null when they can. */
export async function whyNoCalls(tx: Tx, subjectId: string): Promise<Error | null> {
  if (!ports.telephony.dials) {
    const isOff = ports.telephony.kind === 'none';
    const reason = isOff ? 'Calls are turned off here' : 'No phone service is set up here';
    return new WrongState(`${reason}, so nobody can be called`, ['channel']);
  }
  const subject = await tx.subject.findUnique({ where: { id: subjectId } });
  if (!subject || subject.status === 'DELETED') return new NotFound('Subject', ['subjectId']);
  const { phone, preferredName: name } = subject;
  if (!phone) return new WrongState('There is no phone yet: enter one first', ['channel']);
  if (subject.status === 'MEMORIAL') return new WrongState(`${name}’s book is a memorial`);
  if (!(await hasConsent(tx, subjectId, 'CALLS', phone))) {
    return new ConsentMissing('CALLS', 'Calls were not agreed to');
  }
  return null;
}

/** Why the subject can't be called now, in words for the person who asks; null when they can. */
export async function whyNoCall(tx: Tx, subjectId: string, now: Date): Promise<Error | null> {
  const never = await whyNoCalls(tx, subjectId);
  if (never) return never;
  const subject = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
  const { phone } = subject;
  if (subject.status === 'PAUSED') return new WrongState('Calls and texts are paused', ['channel']);
  const reason = phone && whyNotNow({ ...subject, phone }, now);
  return reason ? new WrongState(reason, ['channel']) : null;
}

/** Places a call to the subject now, or returns the conversation that is already live. */
export async function callNow(viewer: Viewer, subjectId: string): Promise<{ id: string }> {
  await endLiveText(subjectId, async (tx) => {
    await lockTalker(tx, viewer, subjectId);
    await mustCall(tx, subjectId);
  });
  const { id } = await orLive(subjectId, () =>
    transaction(async (tx, wake) => {
      await lockTalker(tx, viewer, subjectId);
      const live = await liveConversation(subjectId, tx);
      if (live) return live;
      await mustCall(tx, subjectId);
      return placeCall(tx, wake, { subjectId, scheduledFor: clock.now(), asked: true, attempt: 1 });
    }),
  );
  concerning(id);
  return { id };
}

async function mustCall(tx: Tx, subjectId: string) {
  const problem = await whyNoCall(tx, subjectId, clock.now());
  if (problem) throw problem;
}

/** A try of a call that was scheduled or asked for. */
export type Try = { subjectId: string; scheduledFor: Date; asked: boolean; attempt: number };

/** Creates a ringing call and queues its dialling. The caller has checked that it is allowed. */
export async function placeCall(tx: Tx, wake: Wake, planned: Try): Promise<{ id: string }> {
  const { subjectId } = planned;
  const { phone } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { phone: true },
  });
  const call = { subjectId, channel: 'PHONE', phone, heldById: null, together: false } as const;
  const { id } = await begin(tx, wake, { ...call, status: 'RINGING' });
  await tx.call.create({ data: { conversationId: id, line: 'PROVIDER', ...planned } });
  await enqueue(tx, dialCall, { conversationId: id }, { subjectId });
  return { id };
}

type Dialled = { subjectId: string; asked: boolean; attempt: number };

/** Why a call may no longer be dialled; null when it may. Only the hours make it a try that came to nothing. */
async function whyNotDialled(
  tx: Tx,
  { subjectId, asked, attempt }: Dialled,
  now: Date,
): Promise<Untaken['reason'] | null> {
  const never = await whyNoCalls(tx, subjectId);
  if (never) return never instanceof ConsentMissing ? 'CONSENT_WITHDRAWN' : 'NOT_ALLOWED';
  const subject = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
  const { phone, status, callsPausedUntil } = subject;
  // Who asks for a call now is called in spite of the pause.
  const isPaused = (!asked || attempt > 1) && callsPausedUntil !== null && callsPausedUntil > now;
  if (!phone || status === 'PAUSED' || isPaused) return 'NOT_ALLOWED';
  return whyNotNow({ ...subject, phone }, now) ? 'OUT_OF_HOURS' : null;
}

/** A phone is dialled only within this time of the first request, before `endAbandonedCalls` gives the call up. */
const dialsForMs = 4 * 60_000;

/** Dials the phone; a retry after a failure never makes a second phone ring. */
export const dialCall = job({
  name: 'calls.dial',
  input: z.object({ conversationId: z.uuid() }),
  retries: 3,
  timeoutSeconds: 60,
  atOnce: 8,
  run: ({ conversationId }) => dial(conversationId),
});

async function dial(conversationId: string) {
  const placing = await transaction(async (tx, wake) => {
    const call = await tx.call.findUnique({
      where: { conversationId },
      include: { conversation: true },
    });
    if (call?.conversation.status !== 'RINGING' || call.providerId) return null;
    // Locks the subject, so that no consent is withdrawn between the check and the dialling.
    await lockSubject(tx, call.subjectId);
    const { phone } = call.conversation;
    const reason = await whyNotDialled(tx, call, clock.now());
    if (reason || !phone) {
      await settleUntaken(tx, wake, conversationId, {
        status: 'CANCELLED',
        reason: reason ?? 'NOT_ALLOWED',
      });
      return null;
    }
    const since = call.dialledAt ?? clock.now();
    if (since.getTime() + dialsForMs < clock.now().getTime()) return null;
    await tx.call.update({ where: { conversationId }, data: { dialledAt: since } });
    return { to: phone, since, again: call.dialledAt !== null };
  });
  if (!placing) return;
  const address = publicUrl();
  try {
    const providerId = await ports.telephony.dial({
      ...placing,
      voiceUrl: `${address}${hooks.voice}?call=${conversationId}`,
      statusUrl: `${address}${hooks.status}?call=${conversationId}`,
    });
    await db.call.updateMany({ where: { conversationId, providerId: null }, data: { providerId } });
    const { status } = await db.conversation.findUniqueOrThrow({ where: { id: conversationId } });
    // It was cancelled or given up while it was placed.
    if (status === 'CANCELLED' || status === 'FAILED') await ports.telephony.hangUp(providerId);
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    await transaction((tx, wake) =>
      settleUntaken(tx, wake, conversationId, { status: 'FAILED', reason: 'NOT_PLACED' }),
    );
  }
}

/**
 * Whether the phone service placed a call of which it gave no id, because its answer was lost. Nothing was placed as far
 * as we know if it doesn't answer now either, which is null: it would have reported the ringing.
 */
export async function wasPlaced(conversationId: string): Promise<boolean | null> {
  const { dialledAt, conversation } = await db.call.findUniqueOrThrow({
    where: { conversationId },
    select: { dialledAt: true, conversation: { select: { phone: true } } },
  });
  const { phone } = conversation;
  if (!phone || !dialledAt) return false;
  const answer = await ports.telephony
    .placedSince({ to: phone, since: dialledAt })
    .then((providerId) => ({ providerId }))
    .catch((error) => {
      log.warn({ error, conversationId }, 'the phone service did not say whether it placed a call');
      return null;
    });
  if (!answer) return null;
  const { providerId } = answer;
  // Another person with the same phone may have been called.
  if (!providerId || (await db.call.count({ where: { providerId } }))) return false;
  await db.call.updateMany({ where: { conversationId, providerId: null }, data: { providerId } });
  return true;
}

/** A test call: its conversation, and the path to which the browser's phone connects. */
export type TriedCall = { conversationId: string; socketPath: string };

/**
 * Makes the viewer's browser the phone: the subject’s own, or that of a family member at their side. Called again
 * during the call, it reconnects. `versionId` is the version of the agent prompt that an admin tries in their own book.
 */
export async function tryCall(
  viewer: Viewer,
  { subjectId, versionId }: { subjectId: string; versionId: string | null },
): Promise<TriedCall> {
  const problem = whyNoTestCall();
  if (problem) throw problem;
  const wanted = { subjectId, versionId };
  await endLiveText(subjectId, (tx) => mustTry(tx, viewer, wanted));
  const tried = await transaction(async (tx, wake) => {
    const { self } = await mustTry(tx, viewer, wanted);
    const live = await liveConversation(subjectId, tx);
    const conversationId =
      live?.id ?? (await ringHere(tx, wake, { subjectId, viewer, together: !self, versionId }));
    const call = await tx.call.findUnique({ where: { conversationId }, include: { conversation: true } });
    const hasVersion = !versionId || call?.conversation.agentVersionId === versionId;
    if (call?.line !== 'BROWSER' || call.conversation.heldById !== viewer.userId || !hasVersion) {
      throw new WrongState('Another conversation is going on: end it first');
    }
    const ticket = await giveTicket(tx, conversationId);
    return { conversationId, socketPath: `${hooks.relay}?ticket=${ticket}` };
  });
  concerning(tried.conversationId);
  return tried;
}

/** Refuses a test call that the viewer may not make. */
async function mustTry(
  tx: Tx,
  viewer: Viewer,
  { subjectId, versionId }: { subjectId: string; versionId: string | null },
) {
  const talker = await lockTalker(tx, viewer, subjectId);
  if (talker.subject.status === 'MEMORIAL') throw new WrongState('Nobody can be talked with any more');
  if (versionId) {
    const { language, selfUserId } = await tx.subject.findUniqueOrThrow({ where: { id: subjectId } });
    await mustBeChoosable(versionId, { language, selfUserId, heldById: viewer.userId }, tx);
  }
  return talker;
}

async function ringHere(
  tx: Tx,
  wake: Wake,
  {
    subjectId,
    viewer,
    together,
    versionId,
  }: { subjectId: string; viewer: Viewer; together: boolean; versionId: string | null },
): Promise<string> {
  const conversation = {
    subjectId,
    channel: 'PHONE',
    phone: null,
    heldById: viewer.userId,
    together,
    ...(versionId && { agentVersionId: versionId }),
  } as const;
  const { id } = await begin(tx, wake, { ...conversation, status: 'RINGING' });
  await tx.call.create({ data: { conversationId: id, subjectId, line: 'BROWSER', dialledAt: clock.now() } });
  return id;
}

async function lockTalker(
  tx: Tx,
  viewer: Viewer,
  subjectId: string,
): Promise<{ subject: LockedSubject; self: boolean }> {
  const subject = await lockSubject(tx, subjectId);
  if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
  const { self } = await mustStill(tx, viewer, 'CONVERSE', subjectId);
  return { subject, self };
}
