import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { mayHear } from './policy.ts';

const atATime = 100;

/** What an event becomes that waits while its webhook is switched off. */
export const switchedOff = { status: 'FAILED', problem: 'The webhook was switched off' } as const;

/**
 * Numbers the next events of a webhook that have no number yet, in the order in which they were recorded, up to a
 * position. Events that the holder may not learn about are withheld. Returns whether all of them are numbered.
 */
export async function numberSome(
  webhookId: string,
  { before, isOver }: { before?: bigint; isOver: () => boolean },
): Promise<boolean> {
  // The status is written out for the sake of the index.
  const ids = await db.$queryRaw<{ id: string }[]>`
    select id::text from webhook_delivery
    where webhook_id = ${webhookId}::uuid and number is null and status <> 'WITHHELD'
      and (${before ?? null}::bigint is null or position < ${before ?? null}::bigint)
    order by position limit ${atATime}`;
  const found = await db.webhookDelivery.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    include: { webhook: true },
    orderBy: { position: 'asc' },
  });
  for (const delivery of found) {
    if (isOver()) return false;
    if (await mayHear(delivery)) await numberNext(webhookId, delivery.id);
    else await withhold(delivery.id);
  }
  return ids.length < atATime;
}

/**
 * Gives an event the next number of its webhook; null when the event no longer exists. Events that the holder may not
 * learn about get no number, so that gaps don't reveal them.
 */
export function numberNext(webhookId: string, deliveryId: string): Promise<number | null> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from webhook where id = ${webhookId}::uuid for no key update`;
    const delivery = await tx.webhookDelivery.findUnique({
      where: { id: deliveryId },
      select: { number: true },
    });
    if (!delivery || delivery.number !== null) return delivery?.number ?? null;
    const { lastNumber: number } = await tx.webhook.update({
      where: { id: webhookId },
      data: { lastNumber: { increment: 1 } },
      select: { lastNumber: true },
    });
    await tx.webhookDelivery.update({ where: { id: deliveryId }, data: { number } });
    return number;
  });
}

/** Marks an event that did not arrive as not to be sent. */
export async function withhold(deliveryId: string): Promise<void> {
  const problem = 'Whoever made the webhook may not see this any more';
  await db.webhookDelivery.updateMany({
    where: { id: deliveryId, status: { in: ['WAITING', 'FAILED'] } },
    data: { status: 'WITHHELD', problem },
  });
}

/** Numbers what was given up unsent when a webhook was switched off, so that it is in the log and can be fetched. */
export const numberUnsentEvents = job({
  name: 'partners.numberUnsentEvents',
  input: z.object({ webhookId: z.uuid() }),
  timeoutSeconds: 3600,
  run: async ({ webhookId }, signal) => {
    do {
      while (!(await numberSome(webhookId, { isOver: () => signal.aborted }))) signal.throwIfAborted();
    } while (await giveUpLateOnes(webhookId));
  },
});

/** Gives up what was recorded or put back while its webhook was being switched off. Returns how many. */
function giveUpLateOnes(webhookId: string): Promise<number> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from webhook where id = ${webhookId}::uuid for no key update`;
    const { count } = await tx.webhookDelivery.updateMany({
      where: { webhookId, status: 'WAITING', webhook: { is: { offAt: { not: null } } } },
      data: switchedOff,
    });
    return count;
  });
}

/** Numbers what still has no number although it was given up, or waits although its webhook is off. */
export async function numberWhatIsLeft(): Promise<void> {
  await transaction(async (tx) => {
    const left = await tx.$queryRaw<{ webhookId: string }[]>`
      select w.id::text as "webhookId" from webhook w
      where exists (select 1 from webhook_delivery d
          where d.webhook_id = w.id and d.number is null and d.status = 'FAILED')
        or w.off_at is not null and exists (select 1 from webhook_delivery d
          where d.webhook_id = w.id and d.status = 'WAITING')`;
    for (const { webhookId } of left) await enqueue(tx, numberUnsentEvents, { webhookId });
  });
}
