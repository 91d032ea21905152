import { describe, expect, test } from 'vitest';
import { account } from '#tests/support/account.ts';
import { useServer } from '#tests/support/server.ts';

useServer({ RATE_LIMIT: 'on' });

const signIn = (email: string, from = '203.0.113.7') =>
  account('/sign-in/email', { email, password: 'wrong password' }, { headers: { 'x-forwarded-for': from } });

describe('Trying again and again', () => {
  test('is stopped after three sign-ins in ten seconds, and told when to come back', async () => {
    const tries = [];
    for (let n = 0; n < 4; n++) tries.push(await signIn(`someone${n}@evertold.test`));
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(Number(tries[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(tries[3]?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  });

  test('is not got round by naming another address, nor by many at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn('someone@evertold.test', `203.0.113.${n}`)),
    );
    expect(tries.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(3);
  });

  test('is stopped after three letters in a minute', async () => {
    const tries = [];
    for (let n = 0; n < 4; n++) tries.push(await account('/forget-password', { email: 'a@evertold.test' }));
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });
});
