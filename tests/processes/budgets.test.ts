import { describe, expect, test, vi } from 'vitest';
import { budgets } from '#api/graphql/limits/meter.ts';
import { type Member, patienceMs, processes, useSeveral } from '#tests/support/several.ts';
import { until } from '#tests/support/told.ts';
import { aPerson } from '#tests/support/world.ts';

vi.setConfig({ testTimeout: 3 * patienceMs });
useSeveral({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

let lastAddress = 0;
/** An address from which nobody has asked yet. */
const anAddress = () => `198.51.100.${++lastAddress}`;

/** Nearly as much as one operation may cost, and nothing to read for who has no books. */
const dear = '{ subjects(first: 60) { edges { node { chapters { cards { people { id } } } } } } }';

async function ask(at: Member, address: string, cookie: string | null = null, query = '{ me { id } }') {
  const response = await fetch(`${at.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ query }),
  });
  await response.text();
  const used = Number(response.headers.get('x-ratelimit-used') ?? Number.NaN);
  return { status: response.status, used, limit: Number(response.headers.get('x-ratelimit-limit')) };
}

/** What was used after each of four questions, put to the two processes in turn. */
async function usedInTurn(address: string, cookie: string | null) {
  const { first, second } = processes();
  const used: number[] = [];
  for (const at of [first, second, first, second]) used.push((await ask(at, address, cookie)).used);
  return used;
}

/** Each question costs what the one before did, wherever it was asked: one budget was spent. */
function expectOneBudget([one = 0, ...rest]: number[]) {
  const [two = 0] = rest;
  expect([one, ...rest]).toEqual([0, 1, 2, 3].map((n) => one + n * (two - one)));
  expect(two).toBeGreaterThan(one);
}

/** The same, once no minute of a budget happened to end in the middle. */
const isOneBudget = (address: () => string, cookie: string | null) =>
  vi.waitFor(async () => expectOneBudget(await usedInTurn(address(), cookie)), { timeout: patienceMs });

describe('Two processes', () => {
  test('share one budget per account and one per address', async () => {
    const anna = await aPerson();
    await isOneBudget(anAddress, anna.cookie);
    const address = anAddress();
    await isOneBudget(() => address, null);
  });

  test('both refuse an account whose budget is used up', async () => {
    const { first, second } = processes();
    const anna = await aPerson();
    let asked = 0;
    await until(
      async () => (await ask(asked++ % 2 ? first : second, anAddress(), anna.cookie, dear)).status === 429,
      patienceMs,
    );

    expect(asked).toBeLessThan(2 * (budgets.account.points / 9_000));
    const later = await Promise.all([first, second].map((at) => ask(at, anAddress(), anna.cookie)));
    expect(later.map(({ status }) => status)).toEqual([429, 429]);
    const ben = await aPerson('Ben');
    expect((await ask(first, anAddress(), ben.cookie)).status).toBe(200);
  });

  test('count separately while Redis is away, and share budgets again when it is back', async () => {
    const { first, second, redis } = processes();
    const [anna, address] = [await aPerson(), anAddress()];
    const told = (words: string) =>
      until(
        async () =>
          [first, second].every(
            ({ lines }) =>
              lines.flatMap((line) => /Redis is (?:away|back)/.exec(line)?.[0] ?? []).at(-1) === words,
          ),
        patienceMs,
      );

    await redis.kill();
    await told('Redis is away');
    const alone = await Promise.all([first, second].map((at) => ask(at, address, anna.cookie)));
    expect(alone.map(({ status }) => status)).toEqual([200, 200]);
    expect(alone[0]?.limit).toBe(budgets.account.points);
    expect(alone[1]?.used).toBe(alone[0]?.used);

    await redis.start();
    await told('Redis is back');
    await isOneBudget(anAddress, anna.cookie);
    await isOneBudget(() => address, null);
  });
});
