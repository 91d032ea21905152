import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase } from '#api/platform/database/database.ts';
import { type AccountAnswer, account, anAddress, signUp } from '#tests/support/account.ts';
import { aDatabase, type TestDatabase, waitsHere } from '#tests/support/database.ts';
import { lettersTo, textsTo } from '#tests/support/outbox.ts';
import { aPerson } from '#tests/support/person.ts';
import { aPhone, withPhone } from '#tests/support/phone.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member, patienceMs } from '#tests/support/several.ts';
import { until, workDone } from '#tests/support/told.ts';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let running: Member;
/** Around the processes: whoever writes a letter waits while this holds the letters. */
let aside: pg.Client;

beforeAll(async () => {
  database = await aDatabase();
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'letters-'));
  mkdirSync(path.join(dataDir, 'outbox'));
  env = {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://evertold.localhost',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    RATE_LIMIT: 'off',
  };
  await start({ ROLE: 'web' });
  openDatabase(database.url);
  aside = new pg.Client({ connectionString: database.adminUrl });
  await aside.connect();
}, 4 * patienceMs);
afterAll(async () => {
  running.signal('SIGTERM');
  await running.ended;
  speakTo(null);
  await aside.end();
  await closeDatabase();
  await database.drop();
}, patienceMs);

async function start(further: NodeJS.ProcessEnv = {}) {
  const own = { ...env, ...further };
  running = await member(own);
  speakTo({
    url: running.url,
    config: readConfig(own),
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    outbox: path.join(`${env.DATA_DIR}`, 'outbox'),
    stop: async () => {},
  });
}

/** What is asked for, and how many letters or texts have come of it. */
type Asked = { ask: () => Promise<AccountAnswer>; came: () => Promise<number> };

async function everyWay(): Promise<Asked[]> {
  const [known, forgetful, mover, caller] = [
    await aPerson(),
    await aPerson(),
    await aPerson(),
    await aPerson(),
  ];
  const [free, unconfirmed, phone] = [anAddress(), anAddress(), await withPhone(caller.id, aPhone())];
  await db.user.create({ data: { name: 'Una', email: unconfirmed } });
  const letter = (email: string, ask: Asked['ask']) => ({
    ask,
    came: async () => (await lettersTo(email)).length,
  });
  return [
    ...[free, known.email, unconfirmed].map((email) => letter(email, () => signUp(email))),
    letter(forgetful.email, () => account('/request-password-reset', { email: forgetful.email })),
    letter(mover.email, () =>
      account('/change-email', { newEmail: anAddress() }, { cookie: mover.cookie ?? '' }),
    ),
    {
      ask: () => account('/phone-number/send-otp', { phoneNumber: phone }),
      came: async () => (await textsTo(phone)).length,
    },
  ];
}

/** Has all of it asked while no letter can be written, and then something happen. */
async function amid(ways: Asked[], happens: () => Promise<void>) {
  await aside.query('begin; lock table notice in access exclusive mode');
  const answers = await Promise.all(ways.map(({ ask }) => ask()));
  expect(answers.map(({ status }) => status)).toEqual(ways.map(() => 200));
  await happens();
  await aside.query('rollback');
}

/** Where the links of letters lead. */
async function links() {
  const notices = await db.notice.findMany({ where: { channel: 'mail' } });
  const found = notices.flatMap(({ data }) => JSON.stringify(data).match(/http:\/\/\w+\.localhost/g) ?? []);
  return [...new Set(found)];
}

async function allCameOnce(ways: Asked[]) {
  const came = () => Promise.all(ways.map((way) => way.came()));
  await until(async () => (await came()).every((many) => many > 0), patienceMs);
  await workDone();
  expect(await came()).toEqual(ways.map(() => 1));
}

describe('A promised letter or code is sent exactly once', () => {
  test('although the process that promised it is killed', async () => {
    const ways = await everyWay();
    await amid(ways, async () => {
      running.signal('SIGKILL');
      await running.ended;
    });
    // Wherever that one is: the links lead to where it was asked.
    await start({ PUBLIC_URL: 'http://elsewhere.localhost' });
    await allCameOnce(ways);
    expect(await links()).toEqual([env.PUBLIC_URL]);
  });

  test('although the database ends the session that writes it', async () => {
    const ways = await everyWay();
    await amid(ways, async () => {
      const waiting = () =>
        aside.query<{ pid: number }>(
          `select pid from pg_locks where relation = 'notice'::regclass and ${waitsHere}`,
        );
      await until(async () => (await waiting()).rows.length === 2, patienceMs);
      for (const { pid } of (await waiting()).rows)
        await aside.query('select pg_terminate_backend($1)', [pid]);
    });
    await allCameOnce(ways);
  });
});
