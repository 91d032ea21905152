import { describe, expect, test } from 'vitest';
import { budgets } from '#api/graphql/limits/meter.ts';
import { aPartner } from '#tests/support/partner.ts';
import { acknowledged, refusedUpgrade, subscribeMessage } from '#tests/support/socket.ts';
import { aPerson, server, useServer } from '#tests/support/world.ts';

useServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

/** Nearly as much as one operation may cost, and nothing to read for who has no books. */
const dear = '{ subjects(first: 60) { edges { node { chapters { cards { people { id } } } } } } }';

let lastAddress = 0;

/** An address from which nobody has asked yet. */
const anAddress = () => `198.51.100.${++lastAddress}`;

type From = { cookie?: string | null; key?: string; address: string; accept?: string };

async function ask(query: string, { cookie, key, address, accept = '*/*' }: From, body: object = { query }) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept,
      'x-forwarded-for': address,
      ...(cookie && { cookie }),
      ...(key && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const numberIn = (headers: Headers, name: string) => Number(headers.get(name) ?? Number.NaN);

/** Asks for dear things until it is refused; gives the refusal and how often it was answered before. */
async function spendAll(from: () => From) {
  for (let answered = 0; answered < 1000; answered++) {
    const answer = await ask(dear, from());
    if (answer.status !== 200) return { answered, ...answer };
  }
  throw new Error('It is never refused');
}

describe('A budget', () => {
  test('is told with every answer: what there is, is left and is used, and when it is whole again', async () => {
    const anna = await aPerson();
    const from = { cookie: anna.cookie, address: anAddress() };
    const first = await ask('{ me { id } }', from);
    const second = await ask('{ me { id } }', from);
    const { limit, remaining, used, reset } = Object.fromEntries(
      ['limit', 'remaining', 'used', 'reset'].map((each) => [
        each,
        numberIn(second.headers, `x-ratelimit-${each}`),
      ]),
    ) as Record<string, number>;

    expect(limit).toBe(budgets.account.points);
    expect(used).toBe(numberIn(first.headers, 'x-ratelimit-used') + second.body.extensions.cost.requested);
    expect(remaining).toBe((limit ?? 0) - (used ?? 0));
    expect(reset).toBeGreaterThan(Date.now() / 1000 - 1);
    expect(reset).toBeLessThan(Date.now() / 1000 + 62);
    expect(second.body.extensions.cost.throttle).toMatchObject({ limit, remaining, used });
  });

  test('of an account is spent from wherever it asks, and nobody else pays for it', async () => {
    const [anna, ben] = [await aPerson('Anna'), await aPerson('Ben')];
    const refused = await spendAll(() => ({ cookie: anna.cookie, address: anAddress() }));

    expect(refused.answered).toBeGreaterThan(50);
    expect(refused.status).toBe(429);
    expect(refused.body.data).toBeUndefined();
    expect(refused.body.errors[0]).toMatchObject({
      message: expect.stringContaining('Too many requests'),
      extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) },
    });
    const wait = numberIn(refused.headers, 'retry-after');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(numberIn(refused.headers, 'x-ratelimit-remaining')).toBe(0);
    expect((await ask('{ me { id } }', { cookie: anna.cookie, address: anAddress() })).status).toBe(429);
    expect((await ask('{ me { id } }', { cookie: ben.cookie, address: anAddress() })).status).toBe(200);
  });

  test('of a partner’s key is its own: its maker’s, and that of another key, stay as they are', async () => {
    const anna = await aPerson('Anna');
    const [one, other] = [await aPartner(anna), await aPartner(anna)];
    const refused = await spendAll(() => ({ key: one.secret, address: anAddress() }));

    expect(refused.status).toBe(429);
    expect(numberIn(refused.headers, 'retry-after')).toBeGreaterThan(0);
    expect(numberIn(refused.headers, 'x-ratelimit-limit')).toBe(budgets.key.points);
    expect((await ask('{ me { id } }', { key: one.secret, address: anAddress() })).status).toBe(429);
    const answer = await ask('{ me { id } }', { key: other.secret, address: anAddress() });
    expect([answer.status, numberIn(answer.headers, 'x-ratelimit-limit')]).toEqual([200, budgets.key.points]);
    expect((await ask('{ me { id } }', { cookie: anna.cookie, address: anAddress() })).status).toBe(200);
  });

  test('of an address is spent by whoever asks from it, and then nothing more is read from there', async () => {
    const address = anAddress();
    const refused = await spendAll(() => ({ address }));
    expect(refused.answered).toBeGreaterThan(250);
    expect(refused.status).toBe(429);

    const anna = await aPerson();
    const at = { cookie: anna.cookie, address };
    const type = 'application/graphql-response+json';
    const signedIn = await ask('{ me { id } }', { ...at, accept: type });
    expect(signedIn.status).toBe(429);
    expect(signedIn.headers.get('content-type')).toContain(type);
    expect(signedIn.body.errors[0].extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(numberIn(signedIn.headers, 'retry-after')).toBeGreaterThan(0);
    expect(await refusedUpgrade({ 'x-forwarded-for': address })).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect((await ask('{ me { id } }', { ...at, address: anAddress() })).status).toBe(200);
  });

  test('by address is one for a whole network of IPv6', async () => {
    await ask('{ me { id } }', { address: '2001:db8:1:2::1' });
    const neighbour = await ask('{ me { id } }', { address: '2001:db8:1:2:ffff::9' });
    const stranger = await ask('{ me { id } }', { address: '2001:db8:1:3::1' });

    expect(numberIn(neighbour.headers, 'x-ratelimit-used')).toBeGreaterThan(
      numberIn(stranger.headers, 'x-ratelimit-used'),
    );
  });

  test('is spent by what is refused too, and by documents that have to be read', async () => {
    const address = anAddress();
    const used = async (query: string) => {
      const { headers } = await ask(query, { address });
      return numberIn(headers, 'x-ratelimit-used');
    };
    await used('{ me { id } }');
    const before = await used('{ me { id } }');
    expect((await used('{ nonsense }')) - before).toBe(1000);
    expect((await used('{ nonsense')) - before).toBe(2000);
    const long = `{ me { id } } # ${'long '.repeat(200)}${Math.random()}`;
    const known = await used('{ me { id } }');
    const first = (await used(long)) - known;

    expect(first).toBeGreaterThan(1000);
    expect((await used(long)) - known - first).toBeLessThan(200);
  });

  test('holds on the socket as over HTTP', async () => {
    const anna = await aPerson();
    const opened = await acknowledged(anna, { 'x-forwarded-for': anAddress() });
    opened.send(subscribeMessage('first', '{ me { id } }'));
    const { payload } = await opened.next('next');
    expect(payload).toMatchObject({
      extensions: { cost: { throttle: { limit: budgets.account.points } } },
    });

    await spendAll(() => ({ cookie: anna.cookie, address: anAddress() }));
    opened.send(subscribeMessage('second', '{ me { id } }'));
    expect(await opened.next('error')).toMatchObject({
      id: 'second',
      payload: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) } }],
    });
    opened.send(subscribeMessage('third', 'subscription { messageAdded { cursor } }'));
    expect(await opened.next('error')).toMatchObject({
      id: 'third',
      payload: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }],
    });
    opened.socket.close();
  });
});
