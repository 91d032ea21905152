import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { writeAsked } from '#api/accounts/mail/jobs.ts';
import { textSignInCode } from '#api/accounts/phones/jobs.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { type Job, queued } from '#api/platform/jobs.ts';
import { account, anAddress, signUp } from '#tests/support/account.ts';
import { aPerson, password } from '#tests/support/person.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { server, useOwnServer } from '#tests/support/server.ts';

// What is asked for waits, until a test does it.
useOwnServer({ ROLE: 'web' });

/** Does what one request asked for, so many times at once. Gives the answer to it. */
async function afterAnswer<I, A>(job: Job<I>, request: () => Promise<A>, times = 1): Promise<A> {
  const before = JSON.stringify(await queued([job]));
  const answer = await request();
  const asked = (await queued([job])).filter((each) => !before.includes(JSON.stringify(each)));
  expect(asked).toHaveLength(1);
  const again = Array.from({ length: times }, () => asked[0]);
  await Promise.all(again.map((each) => job.run(job.input.parse(each), AbortSignal.timeout(60_000))));
  return answer;
}

const noticesTo = async (recipient: string) =>
  (await db.notice.findMany({ where: { recipient } })).map(({ kind }) => kind);

describe('However often a promised job runs,', () => {
  test('one letter is written with one valid link', async () => {
    const { id, email } = await aPerson();
    await afterAnswer(writeAsked, () => account('/request-password-reset', { email }), 4);
    expect(await noticesTo(email)).toEqual(['reset-password']);
    expect(await db.verification.count({ where: { value: id } })).toBe(1);
  });

  test('one sign-up replaces an unconfirmed one, and one letter is written for it', async () => {
    const email = anAddress();
    await afterAnswer(writeAsked, () => signUp(email));
    const { body } = await afterAnswer(writeAsked, () => signUp(email), 4);
    const { id } = body.user;
    expect(await db.user.findMany({ where: { email }, select: { id: true } })).toEqual([{ id }]);
    expect(await noticesTo(email)).toEqual(['verify-email', 'verify-email']);
  });

  test('one code is texted', async () => {
    const phone = await withPhone((await aPerson()).id, aPhone());
    const send = () => account('/phone-number/send-otp', { phoneNumber: phone });
    await afterAnswer(textSignInCode, send, 4);
    expect(await noticesTo(phone)).toEqual(['phone-code']);
  });
});

describe('Of several sign-ups with one address,', () => {
  const ofAll = async (identifier: string) => db.verification.count({ where: { identifier } });
  /** Signs up; gives the id it was answered with, and what does what it asked for. */
  async function asking(email: string) {
    const before = JSON.stringify(await queued([writeAsked]));
    const { body } = await signUp(email);
    const asked = (await queued([writeAsked])).find((each) => !before.includes(JSON.stringify(each)));
    const run = () => writeAsked.run(writeAsked.input.parse(asked), AbortSignal.timeout(60_000));
    return { id: body.user.id as string, run };
  }

  test('the last one remains, also when an earlier one is processed after it', async () => {
    const email = anAddress();
    const [first, second, third] = [await asking(email), await asking(email), await asking(email)];
    await first.run();
    await third.run();
    await second.run();
    expect(await db.user.findMany({ where: { email }, select: { id: true } })).toEqual([{ id: third.id }]);
  });

  test('the remaining password is void until a letter is opened, also when all others were processed late', async () => {
    const email = anAddress();
    const [first, second] = [await asking(email), await asking(email)];
    await db.user.update({ where: { id: first.id }, data: { id: second.id.replace(/^./, 'f') } });
    await second.run();
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    expect(id).not.toBe(second.id);
    expect(await ofAll(`contested-${id}`)).toBe(1);
  });

  test('each answer has the name and picture that would be stored', async () => {
    const email = anAddress();
    const said = { name: 'Vera '.repeat(22), image: '' };
    const [free, taken] = [(await signUp(email, said)).body.user, (await signUp(email, said)).body.user];
    expect(free.name).toHaveLength(99);
    expect([taken.name, taken.image]).toEqual([free.name, free.image]);
  });
});

test('A link requested before a password change is never sent', async () => {
  const { id, email, cookie } = await aPerson();
  await afterAnswer(writeAsked, async () => {
    await account('/request-password-reset', { email });
    const change = { currentPassword: password, newPassword: `${password}!` };
    expect((await account('/change-password', change, { cookie: cookie ?? '' })).status).toBe(200);
  });
  expect(await noticesTo(email)).toEqual(['account-changed']);
  expect(await db.verification.count({ where: { value: id } })).toBe(0);
});

test('A request is stored only until it is processed, and never with the job', async () => {
  const { email } = await aPerson();
  const phoneNumber = aPhone();
  await afterAnswer(writeAsked, () => signUp(email));
  await afterAnswer(textSignInCode, () => account('/phone-number/send-otp', { phoneNumber }));
  const { rows } = await pool.query(`select data from jobs.job where name like 'accounts.%'`);
  const jobs = JSON.stringify(rows);
  expect(jobs).toContain('codeId');
  expect(jobs).not.toMatch(/@|\+1|http|scrypt/);
  expect(await db.verification.count({ where: { value: { contains: email } } })).toBe(0);
});

test('A letter that could not be written is never reported as sent', async () => {
  const unconfirmed = anAddress();
  await signUp(unconfirmed);
  const { cookie } = await aPerson();
  const requests = [
    () => account('/sign-in/email', { email: unconfirmed, password }),
    () => account('/send-verification-email', { email: unconfirmed }),
    () => account('/delete-user', {}, { cookie: cookie ?? '' }),
  ];
  const statuses = async () => {
    const answers = [];
    for (const request of requests) answers.push((await request()).status);
    return answers;
  };
  const admin = new pg.Client({ connectionString: server().adminUrl });
  await admin.connect();
  await admin.query(`
    create function refuse_letter() returns trigger language plpgsql as $$ begin raise 'no letter'; end $$;
    create trigger refuse_letter before insert on notice execute function refuse_letter()`);
  expect(await statuses()).toEqual([500, 500, 500]);
  await admin.query('drop trigger refuse_letter on notice; drop function refuse_letter()');
  await admin.end();
  expect(await statuses()).toEqual([403, 200, 200]);
});
