import { describe, expect, test } from 'vitest';
import { numberWhatIsLeft } from '#api/partners/webhooks/numbering.ts';
import { db } from '#api/platform/database/database.ts';
import { aMessage } from '#tests/support/book.ts';
import { day, goAsUsual, later, minute, useClock } from '#tests/support/clock.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { until } from '#tests/support/told.ts';
import { change, fetching, logOf, rowOf, switching, told } from '#tests/support/webhooks.ts';
import { useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });
useClock();

describe('Events that were given up when the webhook was switched off', () => {
  const log = `query ($id: ID!) { webhook(id: $id) { missed
    deliveries(first: 100) { edges { node { id number status } } } } }`;
  const numbersUpTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
  /** Waits until nothing is left to be numbered. */
  const numbered = (id: string) =>
    until(async () => (await logOf(id)).every(({ number, status }) => number ?? status === 'WITHHELD'));

  test('after an outage of days are all in the log, can be fetched, and are sent in order once it is on again', async () => {
    const { family, book, receiver, id } = await told();
    receiver.answers(500);
    const messageIds: string[] = [];
    for (let n = 0; n < 6; n += 1) messageIds.push(await aMessage(book.subjectId, book.pastId, false));
    await until(async () => (await rowOf(id)).failures === 3);
    later(3 * day + minute);
    await until(async () => (await rowOf(id)).offReason === 'FAILING');
    goAsUsual();
    await numbered(id);

    const rows = await logOf(id);
    expect(rows.map(({ number }) => number)).toEqual(numbersUpTo(6));
    expect(rows.at(-1)).toMatchObject({ status: 'FAILED', attempts: 0 });
    const { webhook } = await family.owner.gql(log, { id });
    expect(webhook.missed).toBe(6);
    expect(webhook.deliveries.edges).toHaveLength(6);
    const reader = await aPartner(family.owner, { scopes: ['messages:read'] });
    for (const who of [family.owner, reader]) {
      const { eventsAfter } = (await who.gql(fetching, { id, number: 0 })).webhook;
      const ids = eventsAfter.map(({ payload }: { payload: string }) => JSON.parse(payload).data.messageId);
      expect(ids).toEqual(messageIds);
    }
    const last = rows.at(-1)?.id ?? '';
    expect((await change(family.owner, 'resendMissedWebhookEvents', id)).code).toBe('CONFLICT');
    expect((await change(family.owner, 'resendWebhookDelivery', last)).code).toBe('CONFLICT');

    receiver.answers(200);
    receiver.received.length = 0;
    await family.owner.gql(switching, { id, on: true });
    await aMessage(book.subjectId, book.pastId, false);
    await until(async () => receiver.received.length === 1);
    // The receiver notices the gap: its last number was 3 at most.
    expect(JSON.parse(receiver.received[0]?.body ?? '').number).toBe(7);
    await change(family.owner, 'resendWebhookDelivery', last);
    await until(async () => receiver.received.length === 2);
    expect(receiver.received[1]?.id).toBe(last);
    await until(async () => (await logOf(id)).filter(({ status }) => status === 'DELIVERED').length === 2);
    expect((await family.owner.gql(log, { id })).webhook.missed).toBe(5);
    expect((await change(family.stranger, 'resendMissedWebhookEvents', id)).code).toBe('NOT_FOUND');
    expect((await change(family.owner, 'resendMissedWebhookEvents', id)).missed).toBe(0);
    await until(async () => receiver.received.length === 7);
    const sent = receiver.received.slice(2).map(({ body }) => JSON.parse(body));
    expect(sent.map(({ number }) => number)).toEqual(numbersUpTo(5));
    expect(sent.map(({ data }) => data.messageId)).toEqual(messageIds.slice(0, 5));
  });

  test('by the answer 410 are numbered, however many, but for those that the holder may not see', async () => {
    const { family, book, receiver, id } = await told();
    await db.webhook.update({ where: { id }, data: { retryAt: new Date(Date.now() + 5 * minute) } });
    const messageIds: string[] = [];
    for (let n = 0; n < 120; n += 1) messageIds.push(await aMessage(book.subjectId, book.pastId, false));
    const kept = messageIds[60];
    succeeded(await family.self.gql('SetMessagePrivate', { id: kept, private: true }));
    receiver.answers(410);
    await db.webhook.update({ where: { id }, data: { retryAt: null } });
    await until(async () => (await rowOf(id)).offReason === 'GONE');
    await numbered(id);

    expect(receiver.received).toHaveLength(1);
    const rows = await logOf(id);
    const withheld = rows.filter(({ status }) => status === 'WITHHELD');
    expect(withheld.map(({ number, data }) => [number, (data as { messageId: string }).messageId])).toEqual([
      [null, kept],
    ]);
    const given = rows.filter(({ status }) => status === 'FAILED');
    expect(given.map(({ number }) => number)).toEqual(numbersUpTo(119));
    const fetched = async (number: number) =>
      (await family.owner.gql(fetching, { id, number })).webhook.eventsAfter.length;
    expect([await fetched(0), await fetched(100), await fetched(119)]).toEqual([100, 19, 0]);
  });

  test('get lower numbers than the events after them, although it is on again before they are numbered', async () => {
    const { book, receiver, id } = await told();
    await db.webhook.update({ where: { id }, data: { retryAt: new Date(Date.now() + 5 * minute) } });
    for (let n = 0; n < 2; n += 1) await aMessage(book.subjectId, book.pastId, false);
    await db.webhookDelivery.updateMany({ where: { webhookId: id }, data: { status: 'FAILED' } });
    await aMessage(book.subjectId, book.pastId, false);
    await db.webhook.update({ where: { id }, data: { retryAt: null } });
    await until(async () => receiver.received.length === 1);
    expect((await logOf(id)).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(JSON.parse(receiver.received[0]?.body ?? '').number).toBe(3);
  });

  /** Two messages that were given up and have their numbers, of a webhook that is off. */
  async function givenUp() {
    const { family, book, id } = await told();
    succeeded(await family.owner.gql(switching, { id, on: false }));
    const messageIds: string[] = [];
    for (let number = 1; number <= 2; number += 1) {
      const messageId = await aMessage(book.subjectId, book.pastId, false);
      const of = { webhookId: id, subjectId: book.subjectId, event: 'message.created', number };
      const data = { subjectId: book.subjectId, messageId };
      await db.webhookDelivery.create({ data: { ...of, data, status: 'FAILED' } });
      messageIds.push(messageId);
    }
    const reader = await aPartner(family.owner, { scopes: ['messages:read'] });
    const whole = `query ($id: ID!) { webhook(id: $id) { missed
      deliveries(first: 100) { edges { node { payload } } } } }`;
    type Node = { payload: string };
    const idOf = ({ payload }: Node): string | null => JSON.parse(payload).data.messageId ?? null;
    const read = async () => {
      const { webhook } = await family.owner.gql(whole, { id });
      const fetched = async (who: Person) =>
        (await who.gql(fetching, { id, number: 0 })).webhook?.eventsAfter.map(idOf);
      return {
        missed: webhook.missed as number,
        log: webhook.deliveries.edges.map(({ node }: { node: Node }) => idOf(node)) as (string | null)[],
        fetched: [await fetched(family.owner), await fetched(reader)],
      };
    };
    return { family, book, messageIds, read };
  }
  const nothing = { missed: 0, log: [], fetched: [[], []] };

  test('no longer tell the id of a message that became private after it was numbered', async () => {
    const { family, messageIds, read } = await givenUp();
    const [first, second] = messageIds;
    expect(await read()).toEqual({ missed: 2, log: [second, first], fetched: [messageIds, messageIds] });
    succeeded(await family.self.gql('SetMessagePrivate', { id: first, private: true }));
    expect(await read()).toMatchObject({ log: [second, null], fetched: [[second], [second]] });
  });

  test('are told no more once sharing is withdrawn, the holder only views, or the subject is deleted', async () => {
    const withdrawn = await givenUp();
    const input = { subjectId: withdrawn.book.subjectId, kinds: ['SHARING'] };
    succeeded(await withdrawn.family.self.gql('WithdrawConsent', { input }));
    expect(await withdrawn.read()).toEqual(nothing);

    const { family, book, messageIds, read } = await givenUp();
    const id = book.subjectId;
    const where = { subjectId: id, userId: family.owner.id };
    await db.membership.updateMany({ where, data: { role: 'VIEWER' } });
    expect(await read()).toEqual(nothing);
    await db.subject.update({ where: { id }, data: { viewersReadTranscripts: true } });
    expect((await read()).fetched).toEqual([messageIds, messageIds]);
    await db.subject.update({ where: { id }, data: { deletedAt: new Date() } });
    expect(await read()).toEqual(nothing);
  });

  test('are numbered by a job where they are more than fit into a turn, and the next event follows them', async () => {
    const { book, receiver, id } = await told();
    await db.webhook.update({ where: { id }, data: { retryAt: new Date(Date.now() + 5 * minute) } });
    const { subjectId } = book;
    const missed = { webhookId: id, subjectId, event: 'member.changed', data: { subjectId } };
    await db.webhookDelivery.createMany({ data: Array(210).fill({ ...missed, status: 'FAILED' }) });
    await aMessage(subjectId, book.pastId, false);
    await db.webhook.update({ where: { id }, data: { retryAt: null } });
    await until(async () => (await logOf(id)).every(({ number, status }) => number ?? status !== 'FAILED'));
    await db.webhook.update({ where: { id }, data: { retryAt: null } });
    await until(async () => receiver.received.length === 1);
    expect(JSON.parse(receiver.received[0]?.body ?? '').number).toBe(211);
    expect((await logOf(id)).map(({ number }) => number)).toEqual(numbersUpTo(211));
  });

  test('stay given up when an answer fails after that, and are given up and numbered when they came later', async () => {
    const { family, book, receiver, id } = await told();
    receiver.answers('never');
    await aMessage(book.subjectId, book.pastId, false);
    await until(async () => receiver.hanging() === 1);
    succeeded(await family.owner.gql(switching, { id, on: false }));
    receiver.letGo(500);
    await until(async () => (await logOf(id))[0]?.attempts === 1);
    expect((await logOf(id))[0]).toMatchObject({ status: 'FAILED', number: 1 });

    const { subjectId } = book;
    const late = { webhookId: id, subjectId, event: 'member.changed', data: { subjectId } };
    await db.webhookDelivery.create({ data: { ...late, status: 'FAILED' } });
    await db.webhookDelivery.create({ data: { ...late, status: 'WAITING' } });
    await numberWhatIsLeft();
    await until(async () => (await logOf(id)).every(({ number }) => number !== null));
    await until(async () => (await logOf(id)).every(({ status }) => status === 'FAILED'));
    expect((await logOf(id)).map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
