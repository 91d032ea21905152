import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, test } from 'vitest';
import { writeAsked } from '#api/accounts/mail/jobs.ts';
import { textSignInCode } from '#api/accounts/phones/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { queued } from '#api/platform/jobs.ts';
import { type AccountAnswer, account, anAddress, signUp } from '#tests/support/account.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aPerson, useOwnServer } from '#tests/support/world.ts';

// What there is to do after the answers another process does.
useOwnServer({ ROLE: 'web' });

const counts = (statement: string) =>
  /"public"\."(user|account|session|verification|phone_code|notice)"|^callers-by/.test(statement);

type Work = { answer: AccountAnswer; statements: number; hashes: number; jobs: number };

/** How much a request asks of the database before its answer, and how many passwords are hashed for it. */
async function workOf(request: () => Promise<AccountAnswer>): Promise<Work> {
  const { scrypt } = crypto;
  let hashes = 0;
  crypto.scrypt = ((...given: Parameters<typeof scrypt>) => {
    hashes++;
    scrypt(...given);
  }) as typeof scrypt;
  syncBuiltinESMExports();
  let answer: AccountAnswer | undefined;
  const before = await jobs();
  try {
    const statements = await statementsOf(async () => {
      answer = await request();
    });
    if (!answer) throw new Error('There was no answer');
    return {
      answer,
      hashes,
      statements: statements.filter(counts).length,
      jobs: (await jobs()) - before,
    };
  } finally {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  }
}

/** What waits to be done after the answers. */
async function jobs() {
  return (await queued([writeAsked, textSignInCode])).length;
}

const amountOf = ({ answer: { status }, ...work }: Work) => ({ status, ...work });

describe('An address with an account takes as much work as one without:', () => {
  test('a wrong password, also for an account without a password or with an unconfirmed address', async () => {
    const [{ email }, social] = [await aPerson(), await aPerson()];
    await db.account.updateMany({
      where: { userId: social.id },
      data: { providerId: 'gitlab', password: null },
    });
    const unconfirmed = anAddress();
    await signUp(unconfirmed);
    const attempt = (address: string) =>
      workOf(() => account('/sign-in/email', { email: address, password: 'not the password' }));
    const nobodys = await attempt(anAddress());
    expect(amountOf(nobodys)).toEqual({ status: 401, statements: 3, hashes: 1, jobs: 0 });
    for (const address of [email, social.email, unconfirmed]) {
      const somebodys = await attempt(address);
      expect(amountOf(somebodys)).toEqual(amountOf(nobodys));
      expect(somebodys.answer.body).toEqual(nobodys.answer.body);
    }
  });

  test('a sign-up, also when an earlier one is not confirmed', async () => {
    const [{ email }, waiting] = [await aPerson(), anAddress()];
    const free = await workOf(() => signUp(anAddress()));
    expect(amountOf(free)).toEqual({ status: 200, statements: 6, hashes: 1, jobs: 1 });
    await signUp(waiting);
    for (const taken of [email, waiting])
      expect(amountOf(await workOf(() => signUp(taken)))).toEqual(amountOf(free));
    expect(await db.verification.count({ where: { value: 'nobody' } })).toBe(0);
  });

  test('a change of one’s own address', async () => {
    const [{ email }, { cookie }] = [await aPerson(), await aPerson()];
    const change = (newEmail: string) =>
      workOf(() => account('/change-email', { newEmail }, { cookie: cookie ?? '' }));
    const [taken, free] = [await change(email), await change(anAddress())];
    expect(amountOf(taken)).toEqual(amountOf(free));
    expect(taken).toMatchObject({ answer: { status: 200, body: free.answer.body }, jobs: 1 });
  });

  test.each(['/request-password-reset', '/forget-password'])(
    'a letter to reset a password: %s',
    async (path) => {
      const { email } = await aPerson();
      const ask = (address: string) => workOf(() => account(path, { email: address }));
      const [known, unknown] = [await ask(email), await ask(anAddress())];
      expect(amountOf(known)).toEqual({ status: 200, statements: 2, hashes: 0, jobs: 1 });
      expect(amountOf(unknown)).toEqual(amountOf(known));
      expect(unknown.answer.body).toEqual(known.answer.body);
    },
  );
});

test('A phone with an account takes as much work as one without: for a code and for wrong digits', async () => {
  const [known, unknown] = [await withPhone((await aPerson()).id), aPhone()];
  const works = async (phoneNumber: string) => [
    await workOf(() => account('/phone-number/send-otp', { phoneNumber })),
    await workOf(() => account('/phone-number/verify', { phoneNumber, code: '12345' })),
  ];
  const [ofKnown, ofUnknown] = [await works(known), await works(unknown)];
  expect(ofKnown.map(amountOf)).toEqual(ofUnknown.map(amountOf));
  expect(ofKnown.map(({ answer }) => answer.body)).toEqual(ofUnknown.map(({ answer }) => answer.body));
  expect(ofKnown.map(({ statements }) => statements)).toEqual([3, 3]);
  expect(ofKnown.map(({ jobs }) => jobs)).toEqual([1, 0]);
});
