import { describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { httpWebhooks } from '#api/adapters/webhooks/http.ts';
import { deliver, deliveriesSettled } from '#api/partners/webhooks/deliver.ts';
import { queueDue } from '#api/partners/webhooks/jobs.ts';
import { events as allEvents, scopeOf } from '#api/partners/webhooks/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { account } from '#tests/support/account.ts';
import { aBook, aMessage } from '#tests/support/book.ts';
import { day, goAsUsual, later, minute, useClock } from '#tests/support/clock.ts';
import { lettersTo } from '#tests/support/outbox.ts';
import { aPartner } from '#tests/support/partner.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import type { Received, Receiver } from '#tests/support/receiver.ts';
import { aTalk } from '#tests/support/talk.ts';
import { until } from '#tests/support/told.ts';
import {
  change,
  events,
  fetching,
  listening,
  logOf,
  make,
  rowOf,
  switching,
  told,
  typeOf,
  verified,
} from '#tests/support/webhooks.ts';
import { aFamily, aPerson, aSubject, nobody, server, useServer } from '#tests/support/world.ts';
import { eventIds } from '#web/developers/facts.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });
useClock();

describe('A webhook', () => {
  test('receives by its ids that an export is ready, but not a viewer’s', async () => {
    const { family, receiver, secret, id } = await told({ events: ['export.ready'] });
    const ofViewer = await make(family.viewer, { url: receiver.url, events: ['export.ready'] });
    const viewers = succeeded({ it: ofViewer }).webhook.id;
    const subjectId = family.subject.id;
    const { id: exportId } = succeeded(await family.owner.gql('RequestExport', { subjectId }));
    await until(async () => (await logOf(id)).some(({ status }) => status === 'DELIVERED'));
    await until(async () => !(await logOf(viewers)).some(({ status }) => status === 'WAITING'));

    expect(receiver.received).toHaveLength(1);
    const { type, data } = verified(secret, receiver.received[0] as Received) as Body;
    expect({ type, data }).toEqual({ type: 'export.ready', data: { subjectId, exportId } });
    expect((await logOf(viewers)).filter(({ status }) => status === 'DELIVERED')).toEqual([]);
  });

  test('receives a subject’s events as ids, signed for the standard library, each once and in order', async () => {
    const family = await aFamily();
    const receiver = await listening();
    const all = [...events, 'consent.changed', 'member.changed'];
    const input = { url: receiver.url, events: all, subjectIds: [family.subject.id] };
    const { secret, webhook } = succeeded({ it: await make(family.owner, input) });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
    expect(JSON.stringify(await rowOf(webhook.id))).not.toContain(secret.slice(6));

    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept bees behind the bakery.');
    await talk.say('Keep that between us: I never liked the priest.');
    await talk.end();
    const card = { subjectId: family.subject.id, title: 'By hand', body: 'So it was.' };
    const { id: cardId } = succeeded(await family.editor.gql('SaveCard', { input: card }));
    succeeded(await family.editor.gql('SetCardStatus', { id: cardId, status: 'PUBLISHED' }));
    await db.media.create({
      data: {
        subjectId: family.subject.id,
        contentType: 'image/png',
        bytes: 1,
        storageKey: crypto.randomUUID(),
      },
    });
    const guest = await aPerson();
    await db.membership.create({ data: { subjectId: family.subject.id, userId: guest.id, role: 'VIEWER' } });
    succeeded(
      await family.self.gql('WithdrawConsent', { input: { subjectId: family.subject.id, kinds: ['CALLS'] } }),
    );
    await until(async () => new Set(receiver.received.map(typeOf)).size === all.length);
    await until(async () => !(await logOf(webhook.id)).some(({ status }) => status === 'WAITING'));

    const bodies = receiver.received.map((each) => verified(secret, each) as Body);
    expect(() => verified(`whsec_${btoa('x'.repeat(32))}`, receiver.received[0] as Received)).toThrow();
    expect(bodies.map(({ number }) => number)).toEqual(bodies.map((_, at) => at + 1));
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(bodies.length);
    for (const { data } of bodies) {
      expect(data.subjectId).toBe(family.subject.id);
      expect(Object.values(data).join()).toMatch(/^[0-9a-f,-]+$/);
    }
    for (const { type, data } of bodies)
      expect(Object.keys(data).sort(), type).toEqual(['subjectId', ...(eventIds[type] ?? [])].sort());
    expect(bodies.find(({ type }) => type === 'card.published')?.data.cardId).toBe(cardId);
    const told = bodies.flatMap(({ data }) => data.messageId ?? []);
    const messages = await db.message.findMany({ where: { conversationId: talk.id } });
    expect(told.sort()).toEqual(
      messages
        .filter((each) => !each.private)
        .map(({ id }) => id)
        .sort(),
    );
    expect(messages.some((each) => each.private)).toBe(true);
  });

  type Body = { type: string; number: number; data: Record<string, string> };

  test.each([
    [{ url: 'http://partner.example/' }, 'url', 'must begin with https://'],
    [{ url: 'ftp://partner.example/' }, 'url', 'must begin with https://'],
    [{ url: 'partner' }, 'url', 'must be an address'],
    [{ url: 'https://user:word@partner.example/' }, 'url', 'must not hold a user'],
    [{ url: `https://partner.example/${'x'.repeat(2000)}` }, 'url', 'must be at most 2000 characters'],
    [{ events: [] }, 'events', 'must name at least one event'],
    [{ events: ['card.read'] }, 'events.0', 'must be one of message.created'],
    [{ subjectIds: [] }, 'subjectIds', 'must name at least one subject'],
  ])('is not made of %j: the field and the rule are named', async (input, path, rule) => {
    const made = await make(await aPerson(), input);

    expect(made).toMatchObject({ code: 'BAD_REQUEST', path: path.split('.') });
    expect(made.message).toContain(rule);
  });

  test('can be created only by users for visible subjects, not by anonymous callers, keys or impersonating admins', async () => {
    const { owner, viewer, stranger, subject, admin } = await aFamily();
    const elsewhere = await aSubject(stranger);
    expect(await make(owner, { subjectIds: [subject.id, elsewhere.id] })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['subjectIds', '1'],
    });
    const codeOf = (asked: Promise<unknown>) => asked.catch(({ code }: { code: string }) => code);
    expect(await codeOf(make(nobody()))).toBe('UNAUTHORIZED');
    expect(await codeOf(make(viewer, { subjectIds: [subject.id] }))).toBe('FORBIDDEN');
    expect(await codeOf(make(await aPartner(owner)))).toBe('FORBIDDEN');
    const { cookie } = await account(
      '/admin/impersonate-user',
      { userId: owner.id },
      { cookie: admin.cookie ?? '' },
    );
    const response = await fetch(`${server().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        query: `mutation { createWebhook(input: { url: "https://a.example", events: ["card.published"] }) { __typename } }`,
      }),
    });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    await db.session.updateMany({
      where: { userId: owner.id },
      data: { createdAt: new Date(Date.now() - 11 * minute), provenAt: null },
    });
    expect((await make(owner)).code).toBe('FORBIDDEN');
    expect(await db.webhook.count({ where: { userId: { in: [owner.id, viewer.id] } } })).toBe(0);
  });

  test('is refused beyond ten, also with concurrent requests, and visible only to its owner', async () => {
    const person = await aPerson();
    const made = await Promise.all(Array.from({ length: 12 }, () => make(person)));
    expect(made.filter(({ code }) => code === 'UNPROCESSABLE_ENTITY')).toHaveLength(2);
    const { webhooks } = await person.gql('{ webhooks { id } }');
    expect(webhooks).toHaveLength(10);
    const { id } = webhooks[0];

    const other = await aPerson();
    expect((await other.gql(fetching, { id, number: 0 })).webhook).toBeNull();
    for (const name of ['testWebhook', 'rotateWebhookSecret', 'deleteWebhook']) {
      expect((await change(other, name, id)).code, name).toBe('NOT_FOUND');
    }
    expect((await other.gql(switching, { id, on: false })).setWebhookOn.code).toBe('NOT_FOUND');
    expect((await change(person, 'deleteWebhook', id)).id).toBe(id);
    expect((await change(person, 'deleteWebhook', id)).code).toBe('NOT_FOUND');
    expect((await make(person)).secret).toMatch(/^whsec_/);
  });
});

test('Deleting or changing a webhook does not block new messages', async () => {
  const { book, id, receiver } = await told();
  await db
    .$transaction(async (tx) => {
      await tx.webhook.delete({ where: { id } });
      await aMessage(book.subjectId, book.pastId, false);
      throw new Error('Kept after all');
    })
    .catch(() => {});
  await db.$transaction(async (tx) => {
    await tx.webhook.update({ where: { id }, data: { slow: false } });
    await aMessage(book.subjectId, book.pastId, false);
  });
  await until(async () => receiver.received.length === 1);
  expect(await logOf(id)).toHaveLength(1);
});

describe('A failed delivery', () => {
  test('is retried with the same id after growing pauses, and waiting events follow in order', async () => {
    const { book, receiver, secret, id } = await told();
    receiver.answers(500);
    for (let n = 0; n < 5; n += 1) await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).failures === 3);
    const [first] = await logOf(id);
    expect(first).toMatchObject({ status: 'WAITING', statusCode: 500, problem: 'The receiver answered 500' });
    // Three in a row failed: the others are not even tried meanwhile.
    expect((await logOf(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 0, 0]);

    receiver.answers(200);
    later(minute);
    await until(async () => (await logOf(id)).every(({ status }) => status === 'DELIVERED'));
    const arrived = receiver.received.slice(3);
    expect(arrived.map((each) => (verified(secret, each) as { number: number }).number).sort()).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(arrived.find((each) => each.id === first?.id)?.body).toBe(receiver.received[0]?.body);
    expect(await rowOf(id)).toMatchObject({ failures: 0, failingSince: null, offAt: null });
  });

  test('for three days is given up, and the webhook is switched off with a letter to its owner', async () => {
    const { family, book, receiver, id } = await told();
    receiver.answers(503);
    await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).failures === 1);
    later(day);
    await until(async () => (await rowOf(id)).failures === 2);
    expect((await rowOf(id)).offAt).toBeNull();
    later(3 * day + minute);
    await until(async () => (await rowOf(id)).offAt !== null);
    goAsUsual();

    expect(await rowOf(id)).toMatchObject({ offReason: 'FAILING' });
    expect(await logOf(id)).toMatchObject([{ status: 'FAILED', attempts: 3 }]);
    await until(async () =>
      (await lettersTo(family.owner.email)).some(
        ({ subject }) => subject === 'A webhook of yours was switched off',
      ),
    );
    await aMessage(book.subjectId, book.pastId, false);
    expect(await logOf(id)).toHaveLength(1);
  });

  test('with 410 switches the webhook off at once, and redirects are not followed', async () => {
    const { book, receiver, family, id } = await told();
    receiver.answers({ to: '/elsewhere' });
    await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).failures === 1);
    expect((await logOf(id))[0]?.problem).toBe('The receiver answered 302: redirects are not followed');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);

    receiver.answers(410);
    await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).offReason === 'GONE');
    expect((await logOf(id)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
    expect((await change(family.owner, 'testWebhook', id)).code).toBe('CONFLICT');
  });

  test('of a later event is retried for its own three days before the webhook is switched off', async () => {
    const { book, receiver, id } = await told();
    receiver.answers(500);
    for (let n = 0; n < 2; n += 1) await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).failures === 2);
    const [first, second] = await logOf(id);
    const createdAt = new Date(Date.now() + 2 * day);
    await db.webhookDelivery.update({
      where: { id: second?.id ?? '' },
      data: { createdAt, retryUntil: new Date(createdAt.getTime() + 3 * day) },
    });
    later(3 * day + minute);
    await until(async () => (await logOf(id))[0]?.status === 'FAILED');
    await until(async () => ((await logOf(id))[1]?.attempts ?? 0) > 1);
    expect(await logOf(id)).toMatchObject([{ id: first?.id }, { id: second?.id, status: 'WAITING' }]);
    expect((await rowOf(id)).offAt).toBeNull();

    later(5 * day + 2 * minute);
    await until(async () => (await rowOf(id)).offReason === 'FAILING');
    expect((await logOf(id)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
  });

  test('is not retried for ever where new events keep coming: after six days the webhook is switched off', async () => {
    const { book, receiver, id } = await told();
    receiver.answers(500);
    for (let n = 0; n < 2; n += 1) await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).failures === 2);
    const createdAt = new Date(Date.now() + 6 * day);
    const recent = { createdAt, retryUntil: new Date(createdAt.getTime() + 3 * day) };
    await db.webhookDelivery.updateMany({ where: { webhookId: id, number: 2 }, data: recent });
    later(6 * day + minute);
    await until(async () => (await rowOf(id)).offReason === 'FAILING');
    await until(async () => (await logOf(id)).every(({ status }) => status === 'FAILED'));
  });

  test('to a hanging receiver does not delay others', async () => {
    const [one, two, quick] = [await told(), await told(), await told()];
    for (const { receiver, book } of [one, two]) {
      receiver.answers('never');
      for (let n = 0; n < 20; n += 1) await aMessage(book.subjectId, book.pastId, false);
    }
    await until(async () => one.receiver.hanging() + two.receiver.hanging() === 2);
    for (let n = 0; n < 20; n += 1) await aMessage(quick.book.subjectId, quick.book.pastId, false);
    await until(async () => quick.receiver.received.length === 20);

    // Of each receiver one is sent at a time, and the first still hangs.
    expect([one.receiver.received.length, two.receiver.received.length]).toEqual([1, 1]);
    expect([one.receiver.hanging(), two.receiver.hanging()]).toEqual([1, 1]);
    for (const { id } of [one, two]) await db.webhook.delete({ where: { id } });
  });
});

describe('Many hanging receivers', () => {
  test('do not delay another one, neither the first time nor later', async () => {
    const hanging: Awaited<ReturnType<typeof told>>[] = [];
    for (let n = 0; n < 10; n += 1) hanging.push(await told());
    const quick = await told();
    const tell = ({ book }: typeof quick) => aMessage(book.subjectId, book.pastId, false);
    for (const each of hanging) {
      each.receiver.answers('never');
      await tell(each);
    }
    await tell(quick);
    await until(async () => quick.receiver.received.length === 1);
    // They are more than there are places. Those that were tried before it still wait for their answer.
    await until(async () => hanging.every(({ receiver }) => receiver.hanging() === 1));
    expect(hanging.every(({ receiver }) => receiver.received.length === 1)).toBe(true);
    const id = { in: hanging.map((each) => each.id) };
    await until(async () => (await db.webhook.count({ where: { id, slow: true } })) === hanging.length);

    for (const { receiver } of hanging) receiver.letGo();
    await until(async () => hanging.every(({ receiver }) => receiver.hanging() === 0));
    await deliveriesSettled();
    for (const { id } of hanging) {
      expect(await logOf(id)).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
      await db.webhook.update({ where: { id }, data: { slow: true } });
    }
    for (const each of hanging) await tell(each);
    await until(async () => hanging.some(({ receiver }) => receiver.hanging() === 1));
    await tell(quick);
    await until(async () => quick.receiver.received.length === 2);
    expect(hanging.some(({ receiver }) => receiver.hanging() === 1)).toBe(true);
    expect(hanging.every(({ receiver }) => receiver.received.length <= 2)).toBe(true);
    for (const { id } of hanging) await db.webhook.delete({ where: { id } });
  });

  test('of one holder have two turns at a time', async () => {
    const family = await aFamily();
    const book = await aBook(family);
    const quick = await told();
    const receivers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const receiver = await listening();
        receiver.answers('never');
        const { webhook } = succeeded({ it: await make(family.owner, { url: receiver.url }) });
        await db.webhook.update({ where: { id: webhook.id }, data: { slow: true } });
        return receiver;
      }),
    );
    const hanging = () => receivers.filter((receiver) => receiver.hanging() > 0).length;
    await aMessage(book.subjectId, book.pastId, false);
    await until(async () => hanging() === 2);
    await aMessage(quick.book.subjectId, quick.book.pastId, false);
    await until(async () => quick.receiver.received.length === 1);
    expect(await queueDue()).toBe(0);
    expect(hanging()).toBe(2);
    // The others have their turn when these have ended theirs.
    const done = new Set<Receiver>();
    await until(async () => {
      for (const receiver of receivers) {
        if (receiver.hanging()) done.add(receiver);
        receiver.letGo();
      }
      return done.size === receivers.length;
    });
    await db.webhook.deleteMany({ where: { userId: family.owner.id } });
  });
});

describe('A key', () => {
  /** A webhook whose log has one event of each kind. */
  async function ofEachKind() {
    const { family, book, id } = await told({ events: [...allEvents] });
    // Memberships that change tell it of more.
    onTestFinished(async () => void (await db.webhook.delete({ where: { id } })));
    for (const [at, event] of allEvents.entries()) {
      const data = { subjectId: book.subjectId, ...sampleIds(event) };
      const of = { webhookId: id, subjectId: book.subjectId, event, data };
      await db.webhookDelivery.create({ data: { ...of, number: at + 1, status: 'DELIVERED' } });
    }
    const fetched = async (who: Person): Promise<string[]> =>
      (await who.gql(fetching, { id, number: 0 })).webhook?.eventsAfter.map(
        ({ event }: { event: string }) => event,
      );
    return { family, book, fetched };
  }
  const sampleIds = (event: string) =>
    Object.fromEntries((eventIds[event] ?? []).map((name) => [name, crypto.randomUUID()]));

  test('fetches the events of its scopes, and no others', async () => {
    const { family, fetched } = await ofEachKind();
    expect(await fetched(family.owner)).toEqual(allEvents);
    for (const scope of new Set(Object.values(scopeOf))) {
      const partner = await aPartner(family.owner, { scopes: [scope] });
      expect(await fetched(partner), scope).toEqual(allEvents.filter((event) => scopeOf[event] === scope));
    }
    const scopes = [...new Set(Object.values(scopeOf))];
    expect(await fetched(await aPartner(family.owner, { scopes }))).toEqual(allEvents);
    const people = await aPartner(family.owner, { scopes: ['people:read'] });
    expect(await fetched(people)).toEqual([]);
  });

  test('fetches nothing of other subjects, nor of another holder’s webhook, nor what only owners may hear of', async () => {
    const { family, book, fetched } = await ofEachKind();
    const scopes = [...new Set(Object.values(scopeOf))];
    const elsewhere = await aSubject(family.owner);
    const partner = await aPartner(family.owner, { scopes });
    const limited = await aPartner(family.owner, { scopes, subjectIds: [elsewhere.id] });
    expect(await fetched(limited)).toEqual([]);
    expect(await fetched(await aPartner(family.editor, { scopes }))).toBeUndefined();

    await db.membership.updateMany({
      where: { subjectId: book.subjectId, userId: family.owner.id },
      data: { role: 'EDITOR' },
    });
    const forAll = allEvents.filter((event) => event !== 'consent.changed' && event !== 'export.ready');
    for (const who of [partner, family.owner]) expect(await fetched(who)).toEqual(forAll);
    await db.membership.deleteMany({ where: { subjectId: book.subjectId, userId: family.owner.id } });
    for (const who of [partner, family.owner]) expect(await fetched(who)).toEqual([]);
  });
});

describe('A turn', () => {
  test('belongs to one run: only one of two concurrent runs sends, and a killed run’s event is sent again with the same id', async () => {
    const { book, receiver, id } = await told();
    receiver.answers(500);
    await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).failures === 1 && (await rowOf(id)).runId === null);
    receiver.answers(200);
    const sent = receiver.received.length;
    const runId = crypto.randomUUID();
    await db.webhook.update({ where: { id }, data: { runId, runUntil: new Date(Date.now() + 5 * minute) } });
    later(minute);
    const signal = new AbortController().signal;
    expect(await queueDue()).toBe(0);
    await Promise.all([
      deliver(id, runId, signal),
      deliver(id, crypto.randomUUID(), signal),
      deliver(id, crypto.randomUUID(), signal),
    ]);
    await deliveriesSettled();
    expect(receiver.received).toHaveLength(sent + 1);

    // As a process leaves it that is killed between the receiver's answer and the note of it.
    const [delivery] = await logOf(id);
    await db.webhookDelivery.update({ where: { id: delivery?.id ?? '' }, data: { status: 'WAITING' } });
    await db.webhook.update({ where: { id }, data: { runId: crypto.randomUUID(), runUntil: new Date() } });
    await until(async () => receiver.received.length === sent + 2);
    expect(receiver.received.at(-1)).toMatchObject({
      id: delivery?.id,
      body: receiver.received.at(-2)?.body,
    });
  });
});

describe('A turn beside the queue', () => {
  test('goes on with the next event after a late answer, although its job has ended', async () => {
    const { book, receiver, id } = await told();
    const runId = crypto.randomUUID();
    await db.webhook.update({ where: { id }, data: { runId, runUntil: new Date(Date.now() + 5 * minute) } });
    for (let n = 0; n < 3; n += 1) await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await logOf(id)).length === 3);
    receiver.answers('never');
    const job = new AbortController();
    await deliver(id, runId, job.signal);
    expect(receiver.hanging()).toBe(1);
    // As the queue does when a job has ended.
    job.abort();
    receiver.answers(200);
    receiver.letGo();
    await deliveriesSettled();
    expect(receiver.received).toHaveLength(3);
    expect(await logOf(id)).toMatchObject(Array(3).fill({ status: 'DELIVERED', attempts: 1 }));
  });
});

describe('An event that the owner may no longer see', () => {
  test('is not sent after the end of a membership, for private words, or after the account was secured', async () => {
    const { family, book, receiver, id } = await told();
    receiver.answers(500);
    const messageId = await aMessage(book.subjectId, book.pastId, false);
    await until(async () => (await rowOf(id)).failures === 1);
    succeeded(await family.self.gql('SetMessagePrivate', { id: messageId, private: true }));
    receiver.answers(200);
    later(minute);
    await until(async () => (await logOf(id))[0]?.status === 'WITHHELD');
    goAsUsual();

    await db.webhook.update({ where: { id }, data: { retryAt: new Date(Date.now() + 5 * minute) } });
    await aMessage(book.subjectId, book.pastId, false);
    await db.membership.deleteMany({ where: { subjectId: book.subjectId, userId: family.owner.id } });
    await aMessage(book.subjectId, book.pastId, false);
    await db.webhook.update({ where: { id }, data: { retryAt: null } });
    await until(async () => (await logOf(id))[1]?.status === 'WITHHELD');
    expect(await logOf(id)).toHaveLength(2);
    expect(receiver.received).toHaveLength(1);
    expect((await family.owner.gql(fetching, { id, number: 0 })).webhook.eventsAfter).toEqual([]);

    const securing = 'mutation { secureAccount { __typename } }';
    await family.owner.gql(securing);
    expect(await rowOf(id)).toMatchObject({ offReason: 'SECURED' });
  });
});

describe('An event that the holder may never be told of', () => {
  test('is neither in the log nor among fetched events, whether it is waiting or withheld', async () => {
    const family = await aFamily();
    const book = await aBook(family);
    const receiver = await listening();
    const all = [...events, 'consent.changed', 'member.changed'];
    const made = await make(family.viewer, { url: receiver.url, events: all });
    const id = succeeded({ it: made }).webhook.id as string;
    const log = `query ($id: ID!) { webhook(id: $id) {
      deliveries(first: 10) { edges { node { event payload } } } eventsAfter(number: 0) { event payload }
    } }`;
    const read = async () => {
      const { webhook } = await family.viewer.gql(log, { id });
      return [...webhook.deliveries.edges.map(({ node }: { node: object }) => node), ...webhook.eventsAfter];
    };

    await db.webhook.update({ where: { id }, data: { retryAt: new Date(Date.now() + 5 * minute) } });
    await aMessage(book.subjectId, book.pastId, false);
    const withdrawn = { subjectId: book.subjectId, kinds: ['RECORDING'] };
    succeeded(await family.self.gql('WithdrawConsent', { input: withdrawn }));
    expect((await logOf(id)).map(({ status }) => status)).toEqual(['WAITING', 'WAITING']);
    expect(await read()).toEqual([]);

    await db.webhook.update({ where: { id }, data: { retryAt: null } });
    await until(async () => (await logOf(id)).every(({ status }) => status === 'WITHHELD'));
    expect(await read()).toEqual([]);
    expect(receiver.received).toEqual([]);
    // The numbers don't count it either.
    await change(family.viewer, 'testWebhook', id);
    await until(async () => receiver.received.length === 1);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', number: 1 });
  });
});

describe('The holder', () => {
  test('can send a test, resend an event, fetch a gap, also with a key, and switch it off and on', async () => {
    const { family, book, receiver, secret, id } = await told();
    const { deliveryId } = await change(family.owner, 'testWebhook', id);
    await until(async () => receiver.received.length === 1);
    expect(verified(secret, receiver.received[0] as Received)).toMatchObject({
      type: 'webhook.test',
      data: {},
    });
    expect(receiver.received[0]?.id).toBe(deliveryId);

    const messageId = await aMessage(book.subjectId, book.pastId, false);
    await until(async () => receiver.received.length === 2);
    const log = `query ($id: ID!) { webhook(id: $id) { deliveries(first: 5) { edges { node { id status attempts statusCode } } } } }`;
    await until(async () => (await logOf(id)).every(({ status }) => status === 'DELIVERED'));
    const { edges } = (await family.owner.gql(log, { id })).webhook.deliveries;
    expect(edges.map(({ node }: { node: object }) => node)).toMatchObject([
      { status: 'DELIVERED', attempts: 1, statusCode: 200 },
      { id: deliveryId, status: 'DELIVERED' },
    ]);
    await Promise.all([1, 2].map(() => change(family.owner, 'resendWebhookDelivery', edges[0].node.id)));
    await until(async () => receiver.received.length === 3);
    expect(receiver.received[2]).toMatchObject({ id: edges[0].node.id, body: receiver.received[1]?.body });
    expect((await change(family.stranger, 'resendWebhookDelivery', edges[0].node.id)).code).toBe('NOT_FOUND');

    const { eventsAfter } = (await family.owner.gql(fetching, { id, number: 1 })).webhook;
    expect(eventsAfter).toMatchObject([{ number: 2, event: 'message.created' }]);
    expect(JSON.parse(eventsAfter[0].payload).data.messageId).toBe(messageId);
    const reader = await aPartner(family.owner, { scopes: ['messages:read'] });
    expect((await reader.gql(fetching, { id, number: 1 })).webhook.eventsAfter).toEqual(eventsAfter);
    const other = await aPartner(family.owner, { scopes: ['biography:read'] });
    expect((await other.gql(fetching, { id, number: 1 })).webhook.eventsAfter).toEqual([]);

    expect((await family.owner.gql(switching, { id, on: false })).setWebhookOn.offReason).toBe('HOLDER');
    await aMessage(book.subjectId, book.pastId, false);
    expect((await family.owner.gql(switching, { id, on: true })).setWebhookOn.offAt).toBeNull();
    await change(family.owner, 'testWebhook', id);
    await until(async () => receiver.received.length === 4);
    expect(typeOf(receiver.received[3] as Received)).toBe('webhook.test');
  });

  test('can rotate its secret, and both sign for a day', async () => {
    const { family, receiver, secret, id } = await told();
    const { secret: fresh } = await change(family.owner, 'rotateWebhookSecret', id);
    expect(fresh).not.toBe(secret);
    await change(family.owner, 'testWebhook', id);
    await until(async () => receiver.received.length === 1);
    for (const each of [secret, fresh]) verified(each, receiver.received[0] as Received);

    await db.webhook.update({ where: { id }, data: { previousUntil: new Date() } });
    await until(async () => (await logOf(id))[0]?.status === 'DELIVERED');
    await change(family.owner, 'testWebhook', id);
    await until(async () => receiver.received.length === 2);
    verified(fresh, receiver.received[1] as Received);
    expect(() => verified(secret, receiver.received[1] as Received)).toThrow('No matching signature');
  });
});

describe('A private address', () => {
  test('is refused when it is entered and when a name resolves to it, without a connection', async () => {
    const { receiver, id, family } = await told();
    const usual = ports;
    onTestFinished(() => openPorts(usual));
    openPorts({ ...usual, webhooks: httpWebhooks({ allowPrivate: false }) });
    const hosts = [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '2130706433',
    ];
    for (const host of hosts) {
      const made = await make(family.owner, { url: `https://${host}:${receiver.port}/` });
      expect(made.message, host).toBe('url: must not be a private address');
    }
    expect((await make(family.owner, { url: receiver.url })).message).toBe('url: must begin with https://');

    await db.webhook.update({ where: { id }, data: { url: `https://localhost:${receiver.port}/` } });
    await change(family.owner, 'testWebhook', id);
    await until(async () => (await rowOf(id)).failures === 1);
    expect((await logOf(id))[0]?.problem).toBe('The address leads into a private network');
    expect(receiver.connections()).toBe(0);
  });

  test('is refused in the look-up of the connection itself, which prevents DNS rebinding', async () => {
    const receiver = await listening();
    const looked: string[] = [];
    const resolve = ((name: string, _options: object, found: (error: null, all: object[]) => void) => {
      looked.push(name);
      found(null, [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    }) as never;
    const { post } = httpWebhooks({ allowPrivate: false, resolve });

    expect(await post(`http://rebinding.example:${receiver.port}/`, { headers: {}, body: '{}' })).toEqual({
      problem: 'The address leads into a private network',
    });
    expect(looked).toEqual(['rebinding.example']);
    expect(receiver.connections()).toBe(0);
  });
});
