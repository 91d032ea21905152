import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase } from '#api/platform/database/database.ts';
import { aMailServer } from '#tests/chaos/mail-server.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { halfARequest } from '#tests/support/half-request.ts';
import { succeeded } from '#tests/support/person.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member } from '#tests/support/several.ts';
import { aSlowModel } from '#tests/support/slow-model.ts';
import { aConnection } from '#tests/support/socket.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { until } from '#tests/support/told.ts';
import { aPerson, aSubject, giveConsents, type Person } from '#tests/support/world.ts';

const patienceMs = 60_000;

let database: TestDatabase;
let mail: Awaited<ReturnType<typeof aMailServer>>;
let model: Awaited<ReturnType<typeof aSlowModel>>;
let env: NodeJS.ProcessEnv;
let process: Member;
let alma: Person;
let subjectId: string;
let talk: Talk;

/** Starts the process (again); from then on people speak to it. */
async function start() {
  process = await member(env);
  speakTo({
    url: process.url,
    config: readConfig(env),
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    outbox: '',
    stop: async () => {},
  });
}

beforeAll(async () => {
  database = await aDatabase();
  openDatabase(database.url);
  mail = await aMailServer({ takesMs: 2_000 });
  model = await aSlowModel();
  env = {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://evertold.localhost',
    DATA_DIR: mkdtempSync(path.join(inject('scratch'), 'stopping-')),
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    SMTP_URL: mail.url,
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    RATE_LIMIT: 'off',
  };
  await start();
  alma = await aPerson('Alma Rourke');
  subjectId = (await aSubject(alma, { isSelf: true })).id;
  await giveConsents(alma, subjectId, ['AI_WRITING', 'SHARING']);
  talk = await aTalk(alma, subjectId);
  await until(async () => (await talk.transcript()).length > 0, patienceMs);
}, 4 * patienceMs);

afterAll(async () => {
  process.signal('SIGTERM');
  await process.ended;
  speakTo(null);
  await model.stop();
  await closeDatabase();
  await mail.close();
  await database.drop();
}, patienceMs);

const lettersSent = () =>
  until(async () => (await db.notice.count({ where: { status: { not: 'SENT' } } })) === 0, patienceMs);

describe('Told to stop amid an answer, a letter and half a request', () => {
  const reader = 'reader@evertold.test';

  test(
    'it ends in order within 30 seconds: the letter is sent, the request answered, sockets hear that it goes away',
    async () => {
      const socket = await aConnection(process.url);
      const request = await halfARequest(process.url, JSON.stringify({ query: '{ __typename }' }));
      await talk.send('We had a bakery on Mill Street.');
      const answer = await model.asked(0, patienceMs);
      answer.say('Who lit the ');
      await lettersSent();
      const begun = mail.begun();
      succeeded(await alma.gql('Invite', { input: { subjectId, role: 'VIEWER', email: reader } }));
      await until(async () => mail.begun() > begun, patienceMs);

      const toldAt = Date.now();
      process.signal('SIGTERM');
      expect(await socket.closed).toMatchObject({ code: 1001 });
      request.finish();
      expect(await request.ended).toContain('{"data":{"__typename":"Query"}');
      expect(await process.ended).toBe(0);

      expect(Date.now() - toldAt).toBeLessThan(30_000);
      expect(answer.left()).toBe(true);
      expect(mail.to(reader)).toHaveLength(1);
    },
    4 * patienceMs,
  );

  test(
    'the next to start takes up the answer, and sends no letter twice',
    async () => {
      await start();

      const answer = await model.asked(1, patienceMs);
      answer.say('Who lit the oven?');
      answer.finish();
      await until(async () => (await talk.transcript()).at(-1)?.role === 'assistant', patienceMs);
      await lettersSent();
      const roles = (await talk.transcript()).map(({ role }) => role);
      expect(roles).toEqual(['assistant', 'user', 'assistant']);
      expect((await talk.last()).text).toBe('Who lit the oven?');
      expect(mail.to(reader)).toHaveLength(1);
    },
    4 * patienceMs,
  );
});

describe('A model that takes the question and never says a word', () => {
  test(
    'is given up in its time: somebody else asks on, and everything else is answered meanwhile',
    async () => {
      await db.model.updateMany({ data: { timeoutMs: 3_000 } });

      await talk.send('My father lit it at three in the morning.');
      const silent = await model.asked(2, patienceMs);
      expect((await fetch(`${process.url}/readyz`)).status).toBe(200);
      await until(async () => (await talk.transcript()).at(-1)?.role === 'assistant', patienceMs);

      expect(silent.left()).toBe(true);
      expect((await talk.transcript()).map(({ role }) => role).slice(-2)).toEqual(['user', 'assistant']);
    },
    4 * patienceMs,
  );
});
