import { setTimeout as sleep } from 'node:timers/promises';
import { ports } from '#api/adapters/ports.ts';
import type { WebhookAnswer } from '#api/adapters/webhooks/port.ts';
import type { Webhook, WebhookDelivery } from '#api/generated/prisma/client.ts';
import { notify } from '#api/notices/service.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { enqueue, isEnding } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { bodyOf } from './body.ts';
import { numberNext, numberSome, numberUnsentEvents, withhold } from './numbering.ts';
import { mayHear } from './policy.ts';
import { signedHeaders } from './secrets.ts';
import { switchOff } from './switching.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The pauses after failed attempts; the last one repeats. */
const pausesMs = [5_000, minute, 5 * minute, 30 * minute, 2 * hour, 4 * hour, 8 * hour, 12 * hour];
/** How long an event is retried: after it was recorded, or after it was sent again. */
export const triedForMs = 72 * hour;
/** A webhook without any success for so long is switched off, once every waiting event was retried for as long. */
const failingForMs = 72 * hour;
/** It is then switched off although later events still wait. */
const failingAtMostMs = 2 * failingForMs;
/** After so many failures in a row, all deliveries pause. */
const failuresInARow = 3;
const longestPauseMs = 30 * minute;

/** The time slice of one run; then another webhook has its turn. */
const runMs = 3_000;
/** A run without progress for so long counts as dead: longer than one attempt takes. */
const inHandMs = 45_000;
/** A receiver that answers slower goes to the queue of slow ones. */
const slowMs = 1_500;
/** How long a run keeps its place in the queue while it waits for an answer. */
const heldMs = 500;
/** How long a webhook rests whose earlier events are being numbered. */
const numberingMs = 5_000;
/** The most runs of one process beside the queue; further ones keep their place until they have ended. */
const mostBeside = 200;
/** How long saving the outcome is retried during a database outage. */
const insistMs = 20_000;

/** How long a queued turn is reserved for its run. */
export const turnKeptMs = 5 * minute;

/** Runs that gave back their place in the queue and go on beside it. */
const beside = new Set<Promise<void>>();

type Run = { webhookId: string; runId: string; signal: AbortSignal };

/**
 * Sends the due events of one webhook, one after the other, for a short time. Only the run that has the turn sends. An
 * event is sent once, unless the process ends between the receiver's answer and the saved outcome: then it is sent
 * again with the same id, which the receiver recognises.
 *
 * Resolves when the run has ended, or as soon as the receiver keeps it waiting: then the run goes on beside the queue,
 * so that its place is free for another webhook, and the webhook counts as slow.
 */
export function deliver(webhookId: string, runId: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveBackPlace = () => {
      if (beside.size >= mostBeside) return false;
      beside.add(running);
      resolve();
      return true;
    };
    const running = sendDue({ webhookId, runId, signal }, giveBackPlace)
      .then(resolve, (error) => {
        // The job has ended already: the events are due again when the turn has run out.
        if (beside.has(running)) log.warn({ error }, 'webhook run');
        reject(error);
      })
      .finally(() => beside.delete(running));
  });
}

/** Resolves when the runs beside the queue have ended. */
export async function deliveriesSettled(): Promise<void> {
  await Promise.all(beside);
}

/** `giveBackPlace` is called while a receiver keeps its sender waiting, until it returns true. */
async function sendDue({ webhookId, runId, signal }: Run, giveBackPlace: () => boolean): Promise<void> {
  const until = performance.now() + runMs;
  let hasPlace = true;
  // The queue aborts the signal of every job that has ended, so it says nothing once the place is given back.
  const isCutShort = () => (hasPlace ? signal.aborted : isEnding());
  while (performance.now() < until && !isCutShort()) {
    const next = await takeNext(webhookId, runId);
    if (!next) break;
    const sent = await send(next, runId, isCutShort);
    if (sent === 'WITHHELD') continue;
    if (sent === 'ENDED') break;
    if (hasPlace && (await isLate(sent.answered)) && giveBackPlace()) {
      hasPlace = false;
      await noteLate(webhookId, runId).catch((error) => log.warn({ error }, 'slow webhook not noted'));
    }
    const { answer, isSlow } = await sent.answered;
    await insist(() => noteAnswer(webhookId, next.delivery.id, answer, isSlow));
  }
  await db.webhook.updateMany({ where: { id: webhookId, runId }, data: { runId: null, runUntil: null } });
}

async function isLate(answered: Promise<unknown>): Promise<boolean> {
  const inTime = new AbortController();
  const late = sleep(heldMs, true, { signal: inTime.signal }).catch(() => false);
  const isLate = await Promise.race([answered.then(() => false), late]);
  inTime.abort();
  return isLate;
}

/** Its next turn is already among the slow ones, and counts as such for its holder. */
async function noteLate(webhookId: string, runId: string): Promise<void> {
  await db.webhook.updateMany({ where: { id: webhookId, runId }, data: { slow: true } });
}

type Next = { webhook: Webhook; delivery: WebhookDelivery };

/** The first due event; null when none is due or another run is delivering. */
async function takeNext(webhookId: string, runId: string): Promise<Next | null> {
  return db.$transaction(async (tx) => {
    const now = clock.now();
    await tx.$queryRaw`select 1 from webhook where id = ${webhookId}::uuid for no key update`;
    const webhook = await tx.webhook.findFirst({ where: { id: webhookId, runId, offAt: null } });
    if (!webhook || (webhook.retryAt && webhook.retryAt > now)) return null;
    const runUntil = new Date(now.getTime() + inHandMs);
    await tx.webhook.update({ where: { id: webhookId }, data: { runUntil } });
    const delivery = await tx.webhookDelivery.findFirst({
      where: { webhookId, status: 'WAITING', nextAttemptAt: { lte: now } },
      orderBy: [{ number: { sort: 'asc', nulls: 'last' } }, { position: 'asc' }],
    });
    return delivery && { webhook, delivery };
  });
}

type Answered = { answer: WebhookAnswer; isSlow: boolean };

/** Posts an event, and returns once it is on its way. ENDED: the turn is over before it could be sent. */
async function send(
  { webhook, delivery }: Next,
  runId: string,
  isOver: () => boolean,
): Promise<{ answered: Promise<Answered> } | 'WITHHELD' | 'ENDED'> {
  const before = delivery.position;
  if (delivery.number === null && !(await numberSome(webhook.id, { before, isOver }))) {
    await leaveNumbering(webhook.id, runId);
    return 'ENDED';
  }
  if (!(await mayHear({ ...delivery, webhook }))) {
    await withhold(delivery.id);
    return 'WITHHELD';
  }
  const number = delivery.number ?? (await numberNext(webhook.id, delivery.id));
  if (number === null) return 'WITHHELD';
  if (!(await keepTurn(webhook.id, runId))) return 'ENDED';
  const body = bodyOf({ ...delivery, number });
  const began = performance.now();
  const posting = post(webhook, delivery.id, body);
  return {
    answered: posting.then((answer) => ({ answer, isSlow: performance.now() - began > slowMs })),
  };
}

/** Whether the turn still belongs to this run, which then has it for one more attempt. */
async function keepTurn(id: string, runId: string): Promise<boolean> {
  const runUntil = new Date(clock.now().getTime() + inHandMs);
  const { count } = await db.webhook.updateMany({ where: { id, runId, offAt: null }, data: { runUntil } });
  return count > 0;
}

/** More events are without a number than fit into a turn: a job numbers them, and the next turn comes a little later. */
async function leaveNumbering(webhookId: string, runId: string): Promise<void> {
  await transaction(async (tx) => {
    const retryAt = new Date(clock.now().getTime() + numberingMs);
    const { count } = await tx.webhook.updateMany({ where: { id: webhookId, runId }, data: { retryAt } });
    if (count) await enqueue(tx, numberUnsentEvents, { webhookId });
  });
}

async function post(webhook: Webhook, id: string, body: string): Promise<WebhookAnswer> {
  let signed: Record<string, string>;
  try {
    signed = signedHeaders(webhook, { id, at: clock.now(), body });
  } catch {
    return { problem: 'The secret can’t be read any more: make a new one' };
  }
  const headers = { 'content-type': 'application/json', 'user-agent': 'Evertold-Webhooks/1', ...signed };
  return ports.webhooks.post(webhook.url, { headers, body });
}

/** Saves the outcome of an attempt, and its effect on the waiting events. */
async function noteAnswer(webhookId: string, deliveryId: string, answer: WebhookAnswer, isSlow: boolean) {
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from webhook where id = ${webhookId}::uuid for no key update`;
    const webhook = await tx.webhook.findUnique({ where: { id: webhookId } });
    const delivery = await tx.webhookDelivery.findUnique({ where: { id: deliveryId } });
    // The webhook was deleted meanwhile, alone or with its subject.
    if (!webhook || !delivery) return;
    const statusCode = 'status' in answer ? answer.status : null;
    const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300;
    const done = { attempts: { increment: 1 }, lastAttemptAt: clock.now(), statusCode };
    if (isGood) return noteArrival(tx, webhook, delivery, done, isSlow);
    await noteFailure(tx, webhook, delivery, { ...done, problem: problemIn(answer) }, statusCode === 410);
  });
}

type Done = { attempts: { increment: number }; lastAttemptAt: Date; statusCode: number | null };

async function noteArrival(tx: Tx, webhook: Webhook, { id }: WebhookDelivery, done: Done, slow: boolean) {
  const now = clock.now();
  await tx.webhookDelivery.update({
    where: { id },
    data: { ...done, status: 'DELIVERED', problem: null, deliveredAt: now },
  });
  await tx.webhook.update({
    where: { id: webhook.id },
    data: { failures: 0, failingSince: null, retryAt: null, slow },
  });
  // The receiver works again: its waiting events are due now, in order.
  if (webhook.failures < failuresInARow) return;
  await tx.webhookDelivery.updateMany({
    where: { webhookId: webhook.id, status: 'WAITING', nextAttemptAt: { gt: now } },
    data: { nextAttemptAt: now },
  });
}

async function noteFailure(
  tx: Tx,
  webhook: Webhook,
  delivery: WebhookDelivery,
  done: Done & { problem: string },
  isGone: boolean,
) {
  const now = clock.now();
  const failingSince = webhook.failingSince ?? now;
  const retryUntil = delivery.retryUntil ?? new Date(delivery.createdAt.getTime() + triedForMs);
  const isOver = now >= retryUntil || webhook.offAt !== null;
  const pause = pausesMs[Math.min(delivery.attempts, pausesMs.length - 1)] ?? hour;
  const next = new Date(Math.min(now.getTime() + pause, retryUntil.getTime()));
  await tx.webhookDelivery.update({
    where: { id: delivery.id },
    data: {
      ...done,
      retryUntil,
      ...(isOver ? { status: 'FAILED' } : { status: 'WAITING', nextAttemptAt: next }),
    },
  });
  const failures = webhook.failures + 1;
  const rest = Math.min(longestPauseMs, 5_000 * 2 ** Math.max(0, failures - failuresInARow));
  const retryAt = failures >= failuresInARow ? new Date(now.getTime() + rest) : null;
  await tx.webhook.update({
    where: { id: webhook.id },
    data: { failures, failingSince, retryAt, slow: true },
  });
  if (isGone || (await isHopeless(tx, webhook.id, failingSince))) {
    await giveUp(tx, webhook, isGone ? 'GONE' : 'FAILING');
  }
}

async function isHopeless(tx: Tx, webhookId: string, failingSince: Date): Promise<boolean> {
  const now = clock.now();
  const failingMs = now.getTime() - failingSince.getTime();
  if (failingMs < failingForMs) return false;
  if (failingMs >= failingAtMostMs) return true;
  const recent = { retryUntil: null, createdAt: { gt: new Date(now.getTime() - triedForMs) } };
  const inTime = { webhookId, status: 'WAITING' as const, OR: [{ retryUntil: { gt: now } }, recent] };
  return (await tx.webhookDelivery.findFirst({ where: inTime, select: { id: true } })) === null;
}

async function giveUp(tx: Tx, { id, userId }: Webhook, reason: 'GONE' | 'FAILING') {
  if (!(await switchOff(tx, { id }, reason))) return;
  await audit(tx, null, 'partners.webhook-off', { targetId: userId, detail: { webhookId: id, reason } });
  const { name, email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await notify(tx, {
    kind: 'webhook-off',
    channel: 'mail',
    recipient: email,
    data: { name, reason, url: `${publicUrl()}/settings/permissions` },
    dedupeKey: `webhook-off:${id}:${clock.now().getTime()}`,
  });
}

function problemIn(answer: WebhookAnswer): string {
  if ('problem' in answer) return answer.problem;
  const { status } = answer;
  const isRedirect = status >= 300 && status < 400;
  return `The receiver answered ${status}${isRedirect ? ': redirects are not followed' : ''}`;
}

/** Retries during a database outage: without a saved outcome, the event is sent again. */
async function insist(note: () => Promise<void>) {
  const deadline = Date.now() + insistMs;
  for (let pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
    try {
      return await note();
    } catch (error) {
      if (!outageIn(error) || Date.now() > deadline) throw error;
      await sleep(pause);
    }
  }
}

const keptForDays = 30;

/** Erases the log of deliveries that were sent or given up 30 days ago. */
export async function eraseDeliveries(): Promise<void> {
  const before = new Date(clock.now().getTime() - keptForDays * 24 * hour);
  await db.webhookDelivery.deleteMany({ where: { createdAt: { lt: before }, status: { not: 'WAITING' } } });
}
