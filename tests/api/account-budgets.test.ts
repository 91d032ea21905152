import { describe, expect, test } from 'vitest';
import { budgets } from '#api/graphql/limits/meter.ts';
import { aPerson, type Person, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

let lastAddress = 0;

/** An address from which nobody has asked yet. */
const anAddress = () => `198.51.100.${++lastAddress}`;

async function call(path: string, person: Person | null, init: RequestInit = {}) {
  const headers = {
    'x-forwarded-for': anAddress(),
    ...(person && { cookie: person.cookie ?? '' }),
    ...(init.body && { 'content-type': 'application/json' }),
  };
  const response = await fetch(server().url + path, { ...init, headers });
  const [limit, used, remaining] = ['limit', 'used', 'remaining'].map((each) =>
    Number(response.headers.get(`x-ratelimit-${each}`) ?? Number.NaN),
  ) as [number, number, number];
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    limit,
    used,
    remaining,
  };
}

const session = (person: Person | null) => call('/api/auth/get-session', person);
const sendPhoto = (person: Person) => call('/media/photo', person, { method: 'PUT', body: 'no picture' });

/** Spends all of an account’s budget, by questions of nearly the largest cost. */
async function spendAll(person: Person) {
  const query = '{ subjects(first: 60) { edges { node { chapters { cards { people { id } } } } } } }';
  const asking = { method: 'POST', body: JSON.stringify({ query }) };
  for (let n = 0; n < 1000; n++) if ((await call('/graphql', person, asking)).status === 429) return;
  throw new Error('It is never refused');
}

describe('The budget of an account', () => {
  test('is charged and shown at the account paths too; anonymous requests charge the address', async () => {
    const anna = await aPerson();
    const [first, second] = [await session(anna), await session(anna)];
    expect([first.status, first.limit]).toEqual([200, budgets.account.points]);
    expect(second.body.user.id).toBe(anna.id);
    expect(second.used - first.used).toBe(1_000);
    expect(second.remaining).toBe(budgets.account.points - second.used);

    const nobodys = await session(null);
    expect(nobodys).toMatchObject({ status: 200, limit: budgets.address.points, used: 1_000 });
    const refused = await call('/api/auth/sign-in/email', null, { method: 'POST', body: '{}' });
    expect(refused).toMatchObject({ status: 400, limit: budgets.address.points });
  });

  test('refuses requests at the account paths when it is used up, without affecting other accounts', async () => {
    const [anna, ben] = [await aPerson('Anna'), await aPerson('Ben')];
    await spendAll(anna);

    const refused = await session(anna);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS', message: expect.any(String) },
      limit: budgets.account.points,
      remaining: 0,
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await session(ben)).status).toBe(200);
    expect((await sendPhoto(anna)).status).toBe(429);
  });

  test('is charged for a photo and shown with every answer, besides the hourly limit of photos', async () => {
    const anna = await aPerson();
    const [first, second] = [await sendPhoto(anna), await sendPhoto(anna)];
    expect([first.status, first.limit]).toEqual([415, budgets.account.points]);
    expect(second.used - first.used).toBe(1_000);

    const last = await Array.from({ length: 28 }).reduce<Promise<unknown>>(
      (before) => before.then(() => sendPhoto(anna)),
      Promise.resolve(),
    );
    expect(last).toMatchObject({ status: 415 });
    const refused = await sendPhoto(anna);
    expect(refused).toMatchObject({ status: 429, limit: 30, used: 30, remaining: 0 });
    expect(refused.body.errors[0].message).toBe('Too many pictures: 30 an hour are taken');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  });
});
