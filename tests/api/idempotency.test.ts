import { beforeAll, describe, expect, test } from 'vitest';
import { eraseAnswers } from '#api/partners/service/once.ts';
import { db } from '#api/platform/database/database.ts';
import { openSettings } from '#api/platform/settings.ts';
import { aPartner, type Partner } from '#tests/support/partner.ts';
import { aFamily, aPerson, type Family, server, useServer } from '#tests/support/world.ts';

useServer();

let family: Family;
let partner: Partner;
beforeAll(async () => {
  family = await aFamily();
  partner = await aPartner(family.owner, { scopes: ['biography:write'] });
});

const save = `mutation ($input: SaveCardInput!) {
  saveCard(input: $input) { __typename ... on Card { id title } ... on UserError { code } }
}`;

type From = { secret?: string; cookie?: string | null };

async function send(title: string, key: string | null, from: From = partner, query = save) {
  const { id: subjectId } = family.subject;
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { 'idempotency-key': key }),
      ...(from.secret ? { authorization: `Bearer ${from.secret}` } : { cookie: from.cookie ?? '' }),
    },
    body: JSON.stringify({ query, variables: { input: { subjectId, title, body: 'So it was.' } } }),
  });
  const { status, headers } = response;
  return { status, headers, replayed: headers.get('idempotency-replayed'), text: await response.text() };
}

const cards = (title: string) => db.card.count({ where: { subjectId: family.subject.id, title } });

describe('A change with an Idempotency-Key', () => {
  test('is done once and gets the first answer again; without a key it is done each time', async () => {
    const first = await send('Once', 'order-1');
    const again = await send('Once', 'order-1');

    expect([first.status, first.replayed]).toEqual([200, null]);
    expect([again.status, again.replayed, again.text]).toEqual([200, 'true', first.text]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await cards('Once')).toBe(1);
    await send('Each', null);
    await send('Each', null);
    expect(await cards('Each')).toBe(2);
  });

  test('is refused with another body, and keys are separate for each caller', async () => {
    await send('Mine', 'order-2');
    const other = await send('Another', 'order-2');
    const others = await send('Mine', 'order-2', family.editor);
    const makers = await send('Mine', 'order-2', family.owner);

    expect(other.status).toBe(422);
    expect(other.text).toContain('UNPROCESSABLE_ENTITY');
    expect(await cards('Another')).toBe(0);
    expect([others.replayed, makers.replayed]).toEqual([null, null]);
    expect(await cards('Mine')).toBe(3);
  });

  test('is done once under concurrent requests, and the others must wait or get the same answer', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => send('At once', 'order-3')));
    const answered = all.filter(({ status }) => status === 200);
    const waiting = all.filter(({ status }) => status === 409);

    expect(await cards('At once')).toBe(1);
    expect(answered.length + waiting.length).toBe(8);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    for (const { headers } of waiting) expect(headers.get('retry-after')).toBe('1');
    expect((await send('At once', 'order-3')).replayed).toBe('true');
  });

  test('interrupted with its process is repeated if nothing was committed, else resumed to the same answer', async () => {
    await send('Cut off', 'order-4');
    // As a process leaves it that is killed: before its commit, and after it.
    const where = { callerId: partner.keyId, createdAt: { gt: new Date(Date.now() - 60_000) } };
    const newest = await db.idempotentAnswer.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' } });
    const { id } = newest;
    await db.idempotentAnswer.update({ where: { id }, data: { answer: null, done: false, steps: [] } });
    expect((await send('Cut off', 'order-4')).status).toBe(409);
    await db.idempotentAnswer.update({ where: { id }, data: { beganAt: new Date(Date.now() - 120_000) } });
    const second = await send('Cut off', 'order-4');
    expect([second.status, await cards('Cut off')]).toEqual([200, 2]);

    expect(await db.idempotentAnswer.findUnique({ where: { id } })).toMatchObject({ done: true });
    await db.idempotentAnswer.update({
      where: { id },
      data: { answer: null, beganAt: new Date(Date.now() - 120_000) },
    });
    const taken = await send('Cut off', 'order-4');
    expect([taken.status, taken.text]).toEqual([200, second.text]);
    expect(await cards('Cut off')).toBe(2);
    expect((await send('Cut off', 'order-4')).replayed).toBe('true');

    // What a server of another release had made can't be given again by this one.
    const old = { answer: null, beganAt: new Date(Date.now() - 120_000) };
    await db.idempotentAnswer.update({ where: { id }, data: { ...old, steps: [''] } });
    const lost = await send('Cut off', 'order-4');
    expect([lost.status, lost.text]).toEqual([409, expect.stringContaining('its answer was lost')]);
    expect(await cards('Cut off')).toBe(2);
  });

  test.each([
    ['answered', 'order-10', {}],
    ['cut off', 'order-11', { answer: null, beganAt: new Date(0) }],
  ])('%s under another secret is neither done again nor answered, and says so', async (_how, key, left) => {
    await send('Sealed', key);
    const where = { callerId: partner.keyId };
    const { id } = await db.idempotentAnswer.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' } });
    await db.idempotentAnswer.update({ where: { id }, data: left });
    const before = await cards('Sealed');
    openSettings({ ...server().config, authSecret: 'another secret, after the old one was lost' });

    const again = await send('Sealed', key);

    openSettings(server().config);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('its answer was lost')]);
    expect(again.headers.has('retry-after')).toBe(false);
    expect(await cards('Sealed')).toBe(before);
  });

  test('that failed authorization is repeated, while a domain refusal counts as an answer', async () => {
    const viewer = await aPartner(family.viewer, { scopes: ['biography:write'] });
    const refused = await send('Not theirs', 'order-5', viewer);
    expect([refused.text, (await send('Not theirs', 'order-5', viewer)).replayed]).toEqual([
      expect.stringContaining('FORBIDDEN'),
      null,
    ]);
    const invalid = await send(' ', 'order-6');
    expect(invalid.text).toContain('BAD_REQUEST');
    expect((await send(' ', 'order-6')).replayed).toBe('true');
    const unscoped = 'mutation { createSubject(input: { fullName: "X" }) { __typename } }';
    expect((await send('', 'order-7', partner, unscoped)).status).toBe(403);
  });

  test('needs a signed-in caller and a well-formed key, and a query ignores the key', async () => {
    expect((await send('Nobody', 'order-8', { cookie: '' })).status).toBe(401);
    expect((await send('Long', 'x'.repeat(256))).status).toBe(400);
    expect((await send('Empty', '')).status).toBe(400);
    const anna = await aPerson();
    for (const _time of [1, 2]) expect((await send('', 'q', anna, '{ me { id } }')).replayed).toBeNull();
  });

  test('is stored for a day, encrypted in the database', async () => {
    const { text } = await send('Sealed words', 'order-9');
    const rows = await db.idempotentAnswer.findMany({ where: { callerId: partner.keyId } });
    const dump = rows.map(({ answer, ...row }) => JSON.stringify(row) + Buffer.from(answer ?? []).toString());

    expect(text).toContain('Sealed words');
    expect(dump.join()).not.toMatch(/Sealed|order-|saveCard/);
    await db.idempotentAnswer.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
    await eraseAnswers();
    expect(await db.idempotentAnswer.count()).toBe(0);
    expect((await send('Sealed words', 'order-9')).replayed).toBeNull();
  });
});
