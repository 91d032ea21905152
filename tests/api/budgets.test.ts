import { describe, expect, test } from 'vitest';
import { budgets } from '#api/graphql/limits/meter.ts';
import { aPartner } from '#tests/support/partner.ts';
import { acknowledged, refusedUpgrade } from '#tests/support/socket.ts';
import { anAddress, ask, numberIn, spendAll } from '#tests/support/spending.ts';
import { aPerson, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

describe('A budget', () => {
  test('is shown with every answer: limit, remaining, used and reset time', async () => {
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

  test('of an account is charged from every address, and no other account pays for it', async () => {
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

  test('of a partner’s key is separate from its owner’s and from other keys’', async () => {
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

  test('of an address is charged for all its callers, and no request is read once it is used up', async () => {
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

  test('of an address is shared by a whole IPv6 network', async () => {
    await ask('{ me { id } }', { address: '2001:db8:1:2::1' });
    const neighbour = await ask('{ me { id } }', { address: '2001:db8:1:2:ffff::9' });
    const stranger = await ask('{ me { id } }', { address: '2001:db8:1:3::1' });

    expect(numberIn(neighbour.headers, 'x-ratelimit-used')).toBeGreaterThan(
      numberIn(stranger.headers, 'x-ratelimit-used'),
    );
  });

  test('is charged for refused requests and for new documents too', async () => {
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

  test('is charged a point for each hundred bytes of long bodies and messages', async () => {
    const anna = await aPerson();
    const from = { cookie: anna.cookie, address: anAddress() };
    const used = async (body?: object) =>
      numberIn((await ask('{ me { id } }', from, body)).headers, 'x-ratelimit-used');
    await used();
    const before = await used();
    const usual = (await used()) - before;
    const long = { query: '{ me { id } }', variables: { of: 'x'.repeat(900_000) } };
    expect((await used(long)) - before - 2 * usual).toBeGreaterThan(8_900);
    // Nobody in particular has less to say.
    expect((await ask('', { address: anAddress() }, long)).status).toBe(413);

    const opened = await acknowledged(anna, { 'x-forwarded-for': from.address });
    const known = await used();
    opened.send({ type: 'ping', payload: { of: 'x'.repeat(900_000) } });
    await opened.next('pong');
    expect((await used()) - known).toBeGreaterThan(8_900);
    opened.socket.close();
  });

  test('is charged for GraphiQL, whose HTML is cached', async () => {
    const anna = await aPerson();
    const open = (headers: Record<string, string> = {}) =>
      fetch(`${server().url}/graphql`, {
        headers: {
          cookie: anna.cookie ?? '',
          accept: 'text/html',
          'x-forwarded-for': anAddress(),
          ...headers,
        },
      });
    const first = await open();
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(Number(first.headers.get('content-length'))).toBeLessThan(4_000_000);
    const page = await first.text();
    const again = await open({ 'if-none-match': `"other", ${etag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const unpacked = await open({ 'accept-encoding': 'br, gzip;q=0' });
    expect(unpacked.headers.get('content-encoding')).toBeNull();
    expect((await unpacked.text()) === page).toBe(true);

    const [whole, known, last] = [first, again, unpacked].map(({ headers }) =>
      numberIn(headers, 'x-ratelimit-used'),
    ) as [number, number, number];
    expect(known - whole).toBeLessThan(500);
    expect(last - known).toBeGreaterThan(1_000);
  });

  test('of an address is charged at the account paths too', async () => {
    const address = anAddress();
    const headers = { 'x-forwarded-for': address };
    const knock = (path: string) => fetch(`${server().url}/api/auth/${path}`, { headers });
    const used = async () => numberIn((await ask('{ me { id } }', { address })).headers, 'x-ratelimit-used');
    const before = await used();
    expect((await knock('nowhere')).status).toBe(404);
    const nobody = await knock('get-session');
    expect([nobody.status, await nobody.json()]).toEqual([200, null]);
    expect((await used()) - before).toBeGreaterThan(2_000);

    // However many paths are made up, the library counts them as one.
    const answers = await Promise.all(Array.from({ length: 110 }, (_, n) => knock(`nowhere-${n}`)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([404, 429]);
    expect((await knock('ok')).status).toBe(200);

    await spendAll(() => ({ address }));
    const refused = await knock('get-session');
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { code: 'TOO_MANY_REQUESTS', message: expect.any(String) },
    ]);
    expect(numberIn(refused.headers, 'retry-after')).toBeGreaterThan(0);
  });
});
