import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { numberUnsentEvents, switchedOff } from './numbering.ts';

/**
 * HOLDER: switched off by its owner. FAILING: no delivery succeeded for days. GONE: the receiver answered 410. SECURED:
 * the account was secured.
 */
export const offReasons = ['HOLDER', 'FAILING', 'GONE', 'SECURED'] as const;
type OffReason = (typeof offReasons)[number];

/**
 * Switches webhooks off; their waiting events are given up, and numbered so that they can be fetched and sent again.
 * Returns how many were on.
 */
export async function switchOff(
  tx: Tx,
  which: Prisma.WebhookWhereInput,
  offReason: OffReason,
): Promise<number> {
  const found = await tx.webhook.findMany({ where: { AND: [which, { offAt: null }] }, select: { id: true } });
  const ids = found.map(({ id }) => id);
  if (!ids.length) return 0;
  const { count } = await tx.webhook.updateMany({
    where: { id: { in: ids }, offAt: null },
    data: { offAt: clock.now(), offReason, runId: null, runUntil: null },
  });
  await tx.webhookDelivery.updateMany({
    where: { webhookId: { in: ids }, status: 'WAITING' },
    data: switchedOff,
  });
  for (const webhookId of ids) await enqueue(tx, numberUnsentEvents, { webhookId });
  return count;
}
