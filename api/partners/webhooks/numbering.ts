import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { job } from '#api/platform/jobs.ts';
import { mayHear } from './policy.ts';

const atATime = 100;

/**
 * Numbers the events of a webhook that have no number yet, in the order in which they were recorded: all, or those
 * before a position. Events that the holder may not learn about are withheld.
 */
export async function numberEvents(
  webhookId: string,
  { before, signal }: { before?: bigint; signal?: AbortSignal } = {},
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const found = await db.webhookDelivery.findMany({
      where: {
        webhookId,
        number: null,
        status: { not: 'WITHHELD' },
        ...(before !== undefined && { position: { lt: before } }),
      },
      include: { webhook: true },
      orderBy: { position: 'asc' },
      take: atATime,
    });
    if (!found.length) return;
    for (const delivery of found) {
      if (await mayHear(delivery)) await numberNext(webhookId, delivery.id);
      else await withhold(delivery.id);
    }
  }
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
  run: ({ webhookId }, signal) => numberEvents(webhookId, { signal }),
});
