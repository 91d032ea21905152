import { z } from 'zod';
import { prepared } from '#api/platform/database/database.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, type Job, job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { deliver, eraseDeliveries, turnKeptMs } from './deliver.ts';

const delivering = {
  input: z.object({ webhookId: z.uuid(), runId: z.uuid() }),
  retries: 3,
  timeoutSeconds: 60,
  run: ({ webhookId, runId }: { webhookId: string; runId: string }, signal: AbortSignal) =>
    deliver(webhookId, runId, signal),
};

const deliverWebhook = job({ name: 'partners.deliverWebhook', ...delivering, atOnce: 3 });

/** A separate job, so that slow receivers don't delay fast ones. */
const deliverSlowWebhook = job({ name: 'partners.deliverSlowWebhook', ...delivering, atOnce: 2 });

const eraseWebhookDeliveries = job({
  name: 'partners.eraseWebhookDeliveries',
  input: z.object({}),
  cron: '53 3 * * *',
  timeoutSeconds: 3600,
  run: () => eraseDeliveries(),
});

export const webhookJobs: readonly Job[] = [deliverWebhook, deliverSlowWebhook, eraseWebhookDeliveries];

/** How often due events are looked for. */
const everyMs = 1_000;

/** Queues a turn for every webhook with a due event, and returns their number. A webhook has at most one turn. */
export async function queueDue(): Promise<number> {
  const now = clock.now();
  const text = `select 1 from webhook w where ${due} limit 1`;
  const { rows } = await prepared.query({ name: 'webhooks-due', text, values: [now] });
  if (!rows.length) return 0;
  return transaction(async (tx) => {
    const until = new Date(now.getTime() + turnKeptMs);
    const turns = await tx.$queryRawUnsafe<{ webhookId: string; runId: string; slow: boolean }[]>(
      `update webhook set run_id = gen_random_uuid(), run_until = $2
        where id in (select w.id from webhook w where ${due} order by w.run_until nulls first, w.id limit 100
          for no key update skip locked)
        returning id::text as "webhookId", run_id::text as "runId", slow`,
      now,
      until,
    );
    for (const { slow, ...turn } of turns)
      await enqueue(tx, slow ? deliverSlowWebhook : deliverWebhook, turn);
    return turns.length;
  });
}

const due = `w.off_at is null and (w.run_until is null or w.run_until <= $1) and (w.retry_at is null or w.retry_at <= $1)
  and exists (select 1 from webhook_delivery d
    where d.webhook_id = w.id and d.status = 'WAITING' and d.next_attempt_at <= $1)`;

/** Polls for due webhooks in every worker until it is closed. */
export function watchWebhooks(): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout;
  let looking = Promise.resolve();
  const look = async () => {
    try {
      await queueDue();
    } catch (error) {
      if (!isOver && !outageIn(error)) log.warn({ error }, 'webhooks that are due');
    }
    if (!isOver) next();
  };
  const next = () => {
    timer = setTimeout(() => {
      looking = look();
    }, everyMs).unref();
  };
  next();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await looking;
  };
}
