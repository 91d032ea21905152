import { z } from 'zod';
import { mustBeProven } from '#api/accounts/policy.ts';
import { tellHolder } from '#api/accounts/security/service.ts';
import { ports } from '#api/adapters/ports.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { Forbidden, InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { ownTo, subjectAccessesAt } from '#api/subjects/policy.ts';
import { triedForMs } from './deliver.ts';
import { events, eventsFor, mayBeTold, mayHear, testEvent } from './policy.ts';
import { bothSignForMs, newWebhookSecret, sealSecret } from './secrets.ts';
import { switchOff } from './switching.ts';

/** The maximum of webhooks per account. */
export const webhooksLimit = 10;
/** The number of events fetched at a time. */
export const fetchedAtOnce = 100;

const CreateWebhook = z.object({
  url: z
    .string()
    .trim()
    .max(2_000, 'must be at most 2000 characters')
    .pipe(z.url('must be an address like https://partner.example/evertold'))
    .transform((text) => new URL(text)),
  events: z
    .array(z.enum(events, { error: `must be one of ${events.join(', ')}` }))
    .min(1, 'must name at least one event')
    .max(100, 'must name each event once')
    .transform((list) => events.filter((event) => list.includes(event))),
  subjectIds: z
    .array(z.string())
    .min(1, 'must name at least one subject, or be left out')
    .max(25, 'must name at most 25 subjects')
    .transform((list) => [...new Set(list)])
    .nullish(),
});

/**
 * Creates a webhook for a partner's program. Its secret is returned only this once. Only people can create webhooks for
 * themselves, for events they may see. Throws `ProofNeeded`.
 */
export async function createWebhook(viewer: Viewer, input: z.input<typeof CreateWebhook>) {
  mustBeHolder(viewer);
  mustBeProven(viewer, 'WAYS_IN');
  const { url, events, subjectIds } = parse(CreateWebhook, input);
  const problem = problemOf(url);
  if (problem) throw new InvalidInput([{ path: 'url', message: problem }]);
  const { userId } = viewer;
  const id = newId();
  const secret = newWebhookSecret();
  return transaction(async (tx) => {
    await tx.$queryRaw`select 1 from "user" where id = ${userId}::uuid for no key update`;
    await mustSee(tx, viewer, subjectIds ?? [], events);
    if ((await tx.webhook.count({ where: { userId } })) >= webhooksLimit) {
      throw new LimitReached(`At most ${webhooksLimit} webhooks: delete one first`, webhooksLimit);
    }
    await tx.webhook.create({
      data: {
        ...{ id, userId, url: url.href, events, secret: sealSecret(secret, id), createdAt: clock.now() },
        allSubjects: !subjectIds,
        subjectIds: subjectIds ?? [],
      },
    });
    await audit(tx, viewer, 'partners.webhook-made', {
      targetId: userId,
      detail: { webhookId: id, events },
    });
    await tellHolder(tx, userId, { what: 'WEBHOOK_MADE' });
    return { id, secret };
  });
}

function problemOf(url: URL): string | null {
  if (url.username || url.password) return 'must not hold a user or a password';
  if (url.hash) return 'must not hold a #';
  return ports.webhooks.refusalOf(url);
}

async function mustSee(
  tx: Tx,
  viewer: Viewer,
  subjectIds: readonly string[],
  wanted: readonly (typeof events)[number][],
) {
  const own = { AND: [{ id: { in: [...subjectIds] } }, ownTo(viewer)] };
  const seen = new Set((await tx.subject.findMany({ where: own, select: { id: true } })).map(({ id }) => id));
  const unknown = subjectIds.findIndex((id) => !seen.has(id));
  if (unknown >= 0) throw new NotFound('Subject', ['subjectIds', `${unknown}`]);
  for (const subjectAccess of await subjectAccessesAt(viewer, subjectIds, tx)) {
    if (wanted.some((event) => !mayBeTold(event, subjectAccess))) throw new Forbidden();
  }
}

/** Switches a webhook off or on; while on, it receives events. Idempotent. */
export async function setWebhookOn(viewer: Viewer, { id, on }: { id: string; on: boolean }): Promise<void> {
  mustBeHolder(viewer);
  if (on) mustBeProven(viewer, 'WAYS_IN');
  await transaction(async (tx) => {
    const webhook = await heldWebhook(tx, viewer, id);
    if (on === (webhook.offAt === null)) return;
    if (on) {
      await tx.webhook.update({
        where: { id },
        data: { offAt: null, offReason: null, failingSince: null, failures: 0, retryAt: null },
      });
    } else {
      await switchOff(tx, { id }, 'HOLDER');
    }
    await audit(tx, viewer, on ? 'partners.webhook-on' : 'partners.webhook-off', {
      targetId: viewer.userId,
      detail: { webhookId: id },
    });
  });
}

/** Deletes a webhook with its log. */
export async function deleteWebhook(viewer: Viewer, id: string): Promise<{ id: string }> {
  mustBeHolder(viewer);
  return transaction(async (tx) => {
    await heldWebhook(tx, viewer, id);
    await tx.webhook.delete({ where: { id } });
    await audit(tx, viewer, 'partners.webhook-deleted', {
      targetId: viewer.userId,
      detail: { webhookId: id },
    });
    return { id };
  });
}

/** Replaces a webhook's secret and returns it only this once. The previous one still signs for a day. */
export async function rotateWebhookSecret(viewer: Viewer, id: string) {
  mustBeHolder(viewer);
  mustBeProven(viewer, 'WAYS_IN');
  const secret = newWebhookSecret();
  return transaction(async (tx) => {
    const { secret: previousSecret } = await heldWebhook(tx, viewer, id);
    const previousUntil = new Date(clock.now().getTime() + bothSignForMs);
    await tx.webhook.update({
      where: { id },
      data: { secret: sealSecret(secret, id), previousSecret: new Uint8Array(previousSecret), previousUntil },
    });
    await audit(tx, viewer, 'partners.webhook-secret-changed', {
      targetId: viewer.userId,
      detail: { webhookId: id },
    });
    return { id, secret };
  });
}

/** Queues a test event like any other. Only one test waits at a time. */
export async function testWebhook(viewer: Viewer, id: string): Promise<{ deliveryId: string }> {
  mustBeHolder(viewer);
  return transaction(async (tx) => {
    const { offAt } = await heldWebhook(tx, viewer, id);
    if (offAt) throw new WrongState('The webhook is switched off: switch it on first', ['id']);
    const waiting = { webhookId: id, event: testEvent, status: 'WAITING' } as const;
    const before = await tx.webhookDelivery.findFirst({ where: waiting, select: { id: true } });
    if (before) return { deliveryId: before.id };
    const now = clock.now();
    const data = { webhookId: id, event: testEvent, data: {}, nextAttemptAt: now, createdAt: now };
    const { id: deliveryId } = await tx.webhookDelivery.create({ data, select: { id: true } });
    // A test doesn't wait for the retry pause of earlier failures.
    await tx.webhook.update({ where: { id }, data: { retryAt: null } });
    return { deliveryId };
  });
}

/**
 * Sends everything that was given up once more, in its order and with the same ids: each event is retried for three days
 * again.
 */
export async function resendMissedWebhookEvents(viewer: Viewer, id: string): Promise<void> {
  mustBeHolder(viewer);
  await transaction(async (tx) => {
    const { offAt } = await heldWebhook(tx, viewer, id);
    if (offAt) throw new WrongState('The webhook is switched off: switch it on first', ['id']);
    const { count } = await tx.webhookDelivery.updateMany({
      where: { webhookId: id, status: 'FAILED', event: { not: testEvent } },
      data: { ...dueAgain(), attempts: 0 },
    });
    if (count) await tx.webhook.update({ where: { id }, data: { retryAt: null } });
  });
}

/** How many events of a webhook were given up; `resendMissedWebhookEvents` sends them again. */
export function countMissed(viewer: Viewer, webhookId: string): Promise<number> {
  return db.webhookDelivery.count({
    where: { AND: [{ webhookId, status: 'FAILED', event: { not: testEvent } }, eventsFor(viewer)] },
  });
}

function dueAgain() {
  const now = clock.now();
  const retryUntil = new Date(now.getTime() + triedForMs);
  return { status: 'WAITING', nextAttemptAt: now, retryUntil, problem: null } as const;
}

/** Sends an event again with the same id, whatever its outcome was. */
export async function resendWebhookDelivery(viewer: Viewer, id: string): Promise<{ deliveryId: string }> {
  mustBeHolder(viewer);
  return transaction(async (tx) => {
    const delivery = await tx.webhookDelivery.findFirst({
      where: { AND: [{ id, webhook: { is: { userId: viewer.userId } } }, eventsFor(viewer)] },
      select: { webhookId: true },
    });
    if (!delivery) throw new NotFound('Delivery', ['id']);
    const { offAt } = await heldWebhook(tx, viewer, delivery.webhookId);
    if (offAt) throw new WrongState('The webhook is switched off: switch it on first', ['id']);
    await tx.webhookDelivery.update({ where: { id }, data: dueAgain() });
    await tx.webhook.update({ where: { id: delivery.webhookId }, data: { retryAt: null } });
    return { deliveryId: id };
  });
}

function mustBeHolder(viewer: Viewer) {
  if (actsForAnother(viewer)) throw new Forbidden();
}

/** The viewer's webhook, locked until the transaction ends. */
async function heldWebhook(tx: Tx, { userId }: Viewer, id: string) {
  await tx.$queryRaw`select 1 from webhook where id = ${id}::uuid for no key update`;
  const webhook = await tx.webhook.findFirst({ where: { id, userId } });
  if (!webhook) throw new NotFound('Webhook', ['id']);
  return webhook;
}

/**
 * The events after a number, in sending order, for receivers that find a gap. Those that did not arrive are left out
 * where the holder may not hear of them now.
 */
export async function eventsAfter(viewer: Viewer, webhookId: string, number: number) {
  for (let after = number; ; ) {
    const page = await db.webhookDelivery.findMany({
      where: { AND: [{ webhookId, number: { gt: after }, status: { not: 'WITHHELD' } }, eventsFor(viewer)] },
      include: { webhook: true },
      orderBy: { number: 'asc' },
      take: fetchedAtOnce,
    });
    const told: typeof page = [];
    for (const delivery of page)
      if (delivery.status === 'DELIVERED' || (await mayHear(delivery))) told.push(delivery);
    const last = page.at(-1)?.number;
    // An empty answer means that nothing follows.
    if (told.length || page.length < fetchedAtOnce || last == null) return told;
    after = last;
  }
}
