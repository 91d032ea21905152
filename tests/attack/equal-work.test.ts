import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { backgroundSettled } from '#api/accounts/library/background.ts';
import { db } from '#api/platform/database/database.ts';
import { type AccountAnswer, account, anAddress, signUp } from '#tests/support/account.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aPerson, server, useServer } from '#tests/support/world.ts';

useServer();

/** What is asked about accounts; what is looked up for a letter, after the answer, apart. */
const counts = (statement: string) =>
  /"public"\."(user|account|session|verification|phone_code)"|^callers-by/.test(statement) &&
  !/^SELECT "t0"\."id", "t0"\."confirmedEmail" FROM/.test(statement);

type Work = { answer: AccountAnswer; statements: number; hashes: number };

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
  try {
    const statements = await statementsOf(async () => {
      answer = await request();
      await backgroundSettled();
    });
    if (!answer) throw new Error('There was no answer');
    return { answer, hashes, statements: statements.filter(counts).length };
  } finally {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  }
}

const amountOf = ({ answer: { status }, statements, hashes }: Work) => ({ status, statements, hashes });

describe('An address that has an account takes as much as one that has none:', () => {
  test('a wrong password, also for who has none and for who has not confirmed the address', async () => {
    const [{ email }, social] = [await aPerson(), await aPerson()];
    await db.account.updateMany({
      where: { userId: social.id },
      data: { providerId: 'gitlab', password: null },
    });
    const unconfirmed = anAddress();
    await signUp(unconfirmed);
    await backgroundSettled();
    const attempt = (address: string) =>
      workOf(() => account('/sign-in/email', { email: address, password: 'not the password' }));
    const nobodys = await attempt(anAddress());
    expect(amountOf(nobodys)).toEqual({ status: 401, statements: 3, hashes: 1 });
    for (const address of [email, social.email, unconfirmed]) {
      const somebodys = await attempt(address);
      expect(amountOf(somebodys)).toEqual(amountOf(nobodys));
      expect(somebodys.answer.body).toEqual(nobodys.answer.body);
    }
  });

  test('a sign-up; for one that waits to be confirmed the new password is hashed once more, after the answer', async () => {
    const [{ email }, waiting] = [await aPerson(), anAddress()];
    const free = await workOf(() => signUp(anAddress()));
    const taken = await workOf(() => signUp(email));
    expect(amountOf(free)).toEqual({ status: 200, statements: 5, hashes: 1 });
    expect(amountOf(taken)).toEqual(amountOf(free));
    await signUp(waiting);
    await backgroundSettled();
    expect(await workOf(() => signUp(waiting))).toMatchObject({ answer: { status: 200 }, hashes: 2 });
    expect(await db.verification.count({ where: { value: 'nobody' } })).toBe(0);
  });

  test('a new address for one’s own account', async () => {
    const [{ email }, { cookie }] = [await aPerson(), await aPerson()];
    const change = (newEmail: string) =>
      workOf(() => account('/change-email', { newEmail }, { cookie: cookie ?? '' }));
    const [taken, free] = [await change(email), await change(anAddress())];
    expect(amountOf(taken)).toEqual(amountOf(free));
    expect(taken.answer.body).toEqual(free.answer.body);
  });

  test('a letter to reset a password: nothing of it is made before the answer', async () => {
    const { email } = await aPerson();
    const other = new pg.Client({ connectionString: server().adminUrl });
    await other.connect();
    try {
      await other.query('begin; lock table verification, notice in access exclusive mode');
      for (const path of ['/request-password-reset', '/forget-password']) {
        const [known, unknown] = await Promise.all(
          [email, anAddress()].map((address) => account(path, { email: address })),
        );
        expect([known?.status, known?.body]).toEqual([200, unknown?.body]);
      }
      expect(await lettersTo(email)).toEqual([]);
    } finally {
      await other.query('rollback');
      await other.end();
    }
    await letterTo(email, { known: 1 });
  });
});

test('A phone that opens an account takes as much as one that opens none: a code, and digits that are wrong', async () => {
  const [known, unknown] = [await withPhone((await aPerson()).id), aPhone()];
  const works = async (phoneNumber: string) => [
    await workOf(() => account('/phone-number/send-otp', { phoneNumber })),
    await workOf(() => account('/phone-number/verify', { phoneNumber, code: '12345' })),
  ];
  const [ofKnown, ofUnknown] = [await works(known), await works(unknown)];
  expect(ofKnown.map(amountOf)).toEqual(ofUnknown.map(amountOf));
  expect(ofKnown.map(({ answer }) => answer.body)).toEqual(ofUnknown.map(({ answer }) => answer.body));
  expect(ofKnown.map(({ statements }) => statements)).toEqual([4, 3]);
});
