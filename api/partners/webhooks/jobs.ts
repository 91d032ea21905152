import { z } from 'zod';
import { prepared } from '#api/platform/database/database.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enqueue, type Job, job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import { deliver, eraseDeliveries, turnKeptMs } from './deliver.ts';
import { numberUnsentEvents, numberWhatIsLeft } from './numbering.ts';

const delivering = {
  input: z.object({ webhookId: z.uuid(), runId: z.uuid() }),
  retries: 3,
  timeoutSeconds: 60,
  run: ({ webhookId, runId }: { webhookId: string; runId: string }, signal: AbortSignal) =>
    deliver(webhookId, runId, signal),
};

const deliverWebhook = job({ name: 'partners.deliverWebhook', ...delivering, atOnce: 4 });

/** A separate job, so that slow receivers don't delay fast ones. */
const deliverSlowWebhook = job({ name: 'partners.deliverSlowWebhook', ...delivering, atOnce: 2 });

const eraseWebhookDeliveries = job({
  name: 'partners.eraseWebhookDeliveries',
  input: z.object({}),
  cron: '53 3 * * *',
  timeoutSeconds: 3600,
  run: () => eraseDeliveries(),
});

/** Also what an older server left without a number when it switched a webhook off. */
const numberLeftEvents = job({
  name: 'partners.numberLeftEvents',
  input: z.object({}),
  cron: '23 3 * * *',
  run: () => numberWhatIsLeft(),
});

export const webhookJobs: readonly Job[] = [
  deliverWebhook,
  deliverSlowWebhook,
  numberUnsentEvents,
  numberLeftEvents,
  eraseWebhookDeliveries,
];

/** How often due events are looked for. */
const everyMs = 1_000;

/** The most turns that the webhooks of one holder have at the same time, in each of the two queues. */
const mostOfHolder = 2;

/** One process at a time gives turns, so that their number is right. */
const turnsLock = 7_251_905;

/**
 * Queues a turn for the webhooks with a due event, and returns their number. A webhook has at most one turn, and a
 * holder's webhooks have few at the same time; which of them is by chance, so that each has its turn.
 */
export async function queueDue(): Promise<number> {
  const now = clock.now();
  const text = `select 1 from webhook w where ${due} limit 1`;
  const { rows } = await prepared.query({ name: 'webhooks-due', text, values: [now] });
  if (!rows.length) return 0;
  return transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ free: boolean }[]>`
      select pg_try_advisory_xact_lock(${turnsLock}::bigint) as free`;
    if (!lock?.free) return 0;
    const until = new Date(now.getTime() + turnKeptMs);
    const turns = await tx.$queryRawUnsafe<{ webhookId: string; runId: string; slow: boolean }[]>(
      `with waiting as (
         select w.id, w.user_id, w.slow, row_number() over (partition by w.user_id, w.slow order by random()) as place
         from webhook w where ${due}
       ), running as (
         select user_id, slow, count(*) as turns from webhook where run_until > $1 group by user_id, slow
       )
       update webhook set run_id = gen_random_uuid(), run_until = $2
       where id in (
         select id from webhook where id in (
           select waiting.id from waiting left join running using (user_id, slow)
           where waiting.place + coalesce(running.turns, 0) <= $3 order by waiting.place limit 100
         ) for no key update skip locked
       )
       returning id::text as "webhookId", run_id::text as "runId", slow`,
      now,
      until,
      mostOfHolder,
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
