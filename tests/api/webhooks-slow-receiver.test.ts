import { expect, onTestFinished, test } from 'vitest';
import { db, pool } from '#api/platform/database/database.ts';
import { aBook } from '#tests/support/book.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aReceiver, type Receiver } from '#tests/support/receiver.ts';
import { until } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

const slowMs = 2_000;
const eventsToSlow = 1_000;
const eventsToQuick = 20;

/** A program that receives the new messages of a person's books. */
async function aProgram(holder: Person, subjectId: string, takesMs = 0) {
  const receiver = await aReceiver({ takesMs });
  onTestFinished(receiver.close);
  const input = { url: receiver.url, events: ['message.created'], subjectIds: [subjectId] };
  const { webhook } = succeeded(await holder.gql('CreateWebhook', { input }));
  onTestFinished(async () => void (await db.webhook.deleteMany({ where: { id: webhook.id } })));
  return { id: webhook.id as string, receiver };
}

const numbersOf = ({ received }: Receiver): number[] => received.map(({ body }) => JSON.parse(body).number);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** Adds messages to a conversation, each in a transaction of its own as a conversation does. */
async function say(subjectId: string, conversationId: string, count: number) {
  for (let each = 0; each < count; each += 1)
    await pool.query(
      `with next as (update conversation set last_seq = last_seq + 1 where id = $2 returning last_seq)
       insert into message (id, subject_id, conversation_id, seq, role, text)
       select gen_random_uuid(), $1, $2, last_seq, 'user', 'It smelled of bread.' from next`,
      [subjectId, conversationId],
    );
}

test('A thousand events within a minute to a slow receiver delay nobody else, and reach it once and in order', async () => {
  const [family, elsewhere] = [await aFamily(), await aFamily()];
  const [busy, calm] = [await aBook(family), await aBook(elsewhere)];
  const slow = await aProgram(family.owner, busy.subjectId, slowMs);
  const beside = await aProgram(family.owner, busy.subjectId);
  const other = await aProgram(elsewhere.owner, calm.subjectId);
  const waiting = () => db.webhookDelivery.count({ where: { webhookId: slow.id, status: 'WAITING' } });

  const delays: number[] = [];
  for (let n = 1; n <= eventsToQuick; n += 1) {
    await say(busy.subjectId, busy.pastId, eventsToSlow / eventsToQuick);
    const said = performance.now();
    await say(calm.subjectId, calm.pastId, 1);
    await until(async () => other.receiver.received.length === n, 60_000);
    delays.push(performance.now() - said);
  }

  // The slow receiver is far behind and gets one event at a time; the other family's program has had them all.
  expect(await waiting()).toBeGreaterThan(eventsToSlow / 2);
  expect(slow.receiver.mostAtOnce()).toBe(1);
  expect(numbersOf(other.receiver)).toEqual(upTo(eventsToQuick));
  // Due webhooks are looked for every second; the rest is for a busy machine.
  expect(delays.toSorted((a, b) => a - b)[eventsToQuick / 2]).toBeLessThan(5_000);
  // A quick program of the same holder isn't held back either.
  await until(async () => beside.receiver.received.length > eventsToSlow / 4, 120_000);
  expect(slow.receiver.received.length).toBeLessThan(beside.receiver.received.length / 2);
  expect(numbersOf(beside.receiver)).toEqual(upTo(beside.receiver.received.length));

  const before = slow.receiver.received.length;
  slow.receiver.takes(0);
  await until(async () => slow.receiver.received.length > before + eventsToSlow / 10, 120_000);
  expect(numbersOf(slow.receiver)).toEqual(upTo(slow.receiver.received.length));
  const all = { webhookId: slow.id };
  expect(await db.webhookDelivery.count({ where: all })).toBe(eventsToSlow);
  expect(await db.webhookDelivery.count({ where: { ...all, attempts: { gt: 1 } } })).toBe(0);
}, 400_000);

test('The next event is found without a look at those that wait behind it', async () => {
  const family = await aFamily();
  const book = await aBook(family);
  const { id } = await aProgram(family.owner, book.subjectId);
  await db.webhook.update({ where: { id }, data: { retryAt: new Date(Date.now() + 3_600_000) } });
  await pool.query(
    `insert into webhook_delivery (id, webhook_id, subject_id, event, data, next_attempt_at, created_at)
     select gen_random_uuid(), $1, $2, 'message.created', '{}', now(), now() from generate_series(1, 20000)`,
    [id, book.subjectId],
  );
  const { rows } = await pool.query(
    `explain (analyze, format json) select * from webhook_delivery
     where webhook_id = $1 and status = 'WAITING' and next_attempt_at <= now()
     order by number asc nulls last, position asc limit 1`,
    [id],
  );
  const plan = JSON.stringify(rows[0]['QUERY PLAN']);
  expect(plan).toContain('webhook_delivery_next');
  expect(plan).not.toContain('"Sort"');
});
