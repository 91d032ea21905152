import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account } from '#tests/support/account.ts';
import { aPerson, type Person, password } from '#tests/support/person.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aRedis, type TestRedis } from '#tests/support/redis.ts';
import { server, speakTo, startTestServer } from '#tests/support/server.ts';
import { workDone } from '#tests/support/told.ts';

let redis: TestRedis;

beforeAll(async () => {
  redis = await aRedis();
  // Behind a proxy of ours everybody comes from an address of their own.
  const env = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1', REDIS_URL: redis.url };
  speakTo(await startTestServer(env));
});
afterAll(async () => {
  await server().stop();
  speakTo(null);
  await redis.kill();
});

const signIn = (email: string, from = '203.0.113.7') =>
  account('/sign-in/email', { email, password: 'wrong password' }, { headers: { 'x-forwarded-for': from } });

const letter = (email: string, from: string) =>
  account('/forget-password', { email }, { headers: { 'x-forwarded-for': from } });

describe('Repeated tries from one address', () => {
  test('are refused after three sign-ins in ten seconds, with the time to wait', async () => {
    const tries = [];
    for (let n = 0; n < 4; n++) tries.push(await signIn(`someone${n}@evertold.test`));
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(Number(tries[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(tries[3]?.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  });

  test('are limited also with other forwarded addresses and concurrent requests', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signIn(`else${n}@evertold.test`, `203.0.113.${n}, 203.0.113.8`)),
    );
    expect(tries.filter(({ status }) => status !== 429)).toHaveLength(3);
  });

  test('are refused after three letters in a minute, with a code and the time to wait', async () => {
    const tries = [];
    for (let n = 0; n < 4; n++) tries.push(await letter('a@evertold.test', '203.0.113.9'));
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(tries[3]?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
    expect(Number(tries[3]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });
});

describe('Tries on one account from many addresses', () => {
  test.each(['known', 'unknown'])('slows down to one password a minute after ten: %s', async (which) => {
    const email = which === 'known' ? (await aPerson()).email : 'nobody@evertold.test';
    const tries = await Promise.all(Array.from({ length: 24 }, (_, n) => signIn(email, `198.51.100.${n}`)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(11);
    const stopped = tries.filter(({ status }) => status === 429);
    expect(stopped).toHaveLength(13);
    expect(Number(stopped[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(stopped[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const spelt = await signIn(` ${email.toUpperCase()}`, '198.51.100.99');
    expect(spelt.status).toBe(429);
    expect((await signIn('other@evertold.test', '198.51.100.98')).status).toBe(401);
  });

  test('do not lock out a known device, which has 20 tries of its own', async () => {
    const { email } = await aPerson();
    const from = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.101.${n}` } });
    const first = await account('/sign-in/email', { email, password }, from(1));
    const device = first.cookie.split('; ').filter((each) => each.includes('known_device'));
    expect(device).toHaveLength(1);
    await Promise.all(Array.from({ length: 24 }, (_, n) => signIn(email, `198.51.101.${n + 10}`)));
    const right = (cookie: string, n: number) =>
      account('/sign-in/email', { email, password }, { ...from(n), cookie });
    expect((await right('', 50)).status).toBe(429);
    expect((await right(device[0] ?? '', 51)).status).toBe(200);
    // The cookie counts as we signed it, and for the accounts that are in it.
    const [name = '', value = ''] = (device[0] ?? '').split('=');
    const forged = `${name}=${encodeURIComponent(decodeURIComponent(value).replace(/^./, 'z'))}`;
    expect((await right(forged, 52)).status).toBe(429);
    const stranger = await aPerson('Stranger');
    const theirs = await account('/sign-in/email', { email: stranger.email, password }, from(53));
    expect((await right(theirs.cookie, 54)).status).toBe(429);
    const guesses = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        account(
          '/sign-in/email',
          { email, password: 'a guess' },
          { ...from(n + 100), cookie: device[0] ?? '' },
        ),
      ),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  test.each(['known', 'unknown'])('is stopped after 5 letters in a quarter of an hour: %s', async (which) => {
    const email = which === 'known' ? (await aPerson()).email : 'no.letters@evertold.test';
    const tries = [];
    for (let n = 0; n < 6; n++) tries.push(await letter(email, `192.0.2.${n}${which.length}`));
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(tries[5]?.headers.get('retry-after'))).toBeGreaterThan(800);
  });
});

test('An address gets at most 5 verification letters, by all senders and paths', async () => {
  const email = 'flooded@evertold.test';
  const from = (n: number) => ({ headers: { 'x-forwarded-for': `100.64.0.${n}` } });
  const password = 'correct horse battery';
  const answers = [];
  for (let n = 0; n < 4; n++)
    answers.push(await account('/sign-up/email', { name: 'Anna', email, password }, from(n)));
  await workDone();
  for (let n = 4; n < 7; n++) answers.push(await account('/send-verification-email', { email }, from(n)));
  for (let n = 7; n < 9; n++) answers.push(await account('/sign-in/email', { email, password }, from(n)));
  await workDone();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 403, 403]);
  expect(await db.notice.count({ where: { recipient: email } })).toBe(5);
  // What they were is not to be seen by what else may be asked for.
  expect((await letter(email, '100.64.0.20')).status).toBe(200);
});

test.each<[string, string, object, number]>([
  ['signing up', '/sign-up/email', { name: '', email: 'x', password: 'x' }, 3],
  ['another letter to verify', '/send-verification-email', { email: 'none@evertold.test' }, 3],
  ['another password', '/change-password', { newPassword: 'x', currentPassword: 'x' }, 3],
  ['codes to phones', '/phone-number/send-otp', { phoneNumber: 'none' }, 10],
  ['a one-time token', '/one-time-token/verify', { token: 'x', verifier: 'x' }, 100],
])('Whoever is stopped is told when to come back: %s', async (_what, path, body, most) => {
  const from = { headers: { 'x-forwarded-for': '100.66.0.1' } };
  const tries = await Promise.all(Array.from({ length: most + 1 }, () => account(path, body, from)));
  const stopped = tries.filter(({ status }) => status === 429);
  expect(stopped).toHaveLength(1);
  expect(stopped[0]?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
  const wait = stopped[0]?.headers.get('retry-after') ?? '';
  expect(wait).toMatch(/^[1-9]\d?$/);
  expect(stopped[0]?.headers.get('x-retry-after')).toBe(wait);
});

test('A session can try at most 20 passwords and text at most 10 phones an hour', async () => {
  const guesser = await aPerson('Gus');
  let n = 0;
  const ask = (path: string, body: object, { cookie }: Pick<Person, 'cookie'> = guesser) =>
    account(path, body, { cookie: cookie ?? '', headers: { 'x-forwarded-for': `100.65.0.${n++}` } });
  const guesses = await Promise.all(
    ['/verify-password', '/phone-number/remove', '/phone-number/change'].flatMap((path) =>
      Array.from({ length: 8 }, () => ask(path, { password: 'a guess', phoneNumber: '+14015550000' })),
    ),
  );
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(20).fill(400), ...Array(4).fill(429)]);
  const named = { password: 'a guess', email: 'somebody.else@evertold.test' };
  expect((await ask('/verify-password', named)).status).toBe(429);

  const texter = await aPerson('Tess');
  const texts = [];
  for (let at = 0; at < 11; at++)
    texts.push(await ask('/phone-number/change', { phoneNumber: aPhone() }, texter));
  expect(texts.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  for (const { headers } of [...guesses.filter(({ status }) => status === 429), texts[10]].flatMap(
    (stopped) => stopped ?? [],
  ))
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
});

test('Limits are counted for all processes and without stored addresses', async () => {
  const client = await createClient({ url: redis.url }).connect();
  // What was counted before may be forgotten by now: some of it after ten seconds.
  await Promise.all([
    signIn('counted@evertold.test', '203.0.113.60'),
    letter('counted@evertold.test', '203.0.113.61'),
  ]);
  const keys = await client.keys('budget:account*');
  client.destroy();
  for (const name of ['accounts:3:10', 'accounts:3:60', 'account-guesses:10:600', 'account-letters:5:900'])
    expect(keys.filter((key) => key.startsWith(`budget:${name}:`)).length, name).toBeGreaterThan(0);
  expect(keys.join()).not.toContain('@');
});
