import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase, pool } from '#api/platform/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { aDatabaseLine, type DatabaseLine } from '#tests/support/database-line.ts';
import { lettersTo } from '#tests/support/outbox.ts';
import { succeeded } from '#tests/support/person.ts';
import { speakTo } from '#tests/support/server.ts';
import { type Member, member } from '#tests/support/several.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { until } from '#tests/support/told.ts';
import { aPerson, aSubject, giveConsents, type Person } from '#tests/support/world.ts';
import { aPeer } from './peer.ts';
import { aVolume, type Volume } from './volume.ts';

const patienceMs = 150_000;

const dataDir = mkdtempSync(path.join(inject('scratch'), 'hard-'));
chmodSync(dataDir, 0o711);
const home: Volume | null = aVolume(dataDir, 6);
const folder = path.join(dataDir, 'database');
mkdirSync(folder, { mode: 0o711 });
const databases: Volume | null = aVolume(folder, 160);
if (!home || !databases) process.stdout.write('Nothing may be mounted here: full disks are not tested.\n');

let postgres: EmbeddedPostgres;
let line: DatabaseLine;
let peer: Awaited<ReturnType<typeof aPeer>>;
let server: Member;
let alma: Person;
let subjectId: string;
let talk: Talk;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
  line = await aDatabaseLine(postgres.url());
  peer = await aPeer();
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://evertold.localhost',
    DATA_DIR: dataDir,
    DATABASE_URL: line.url,
    MODEL_BASE_URL: peer.url,
    MODEL_NAME: 'hard',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    RATE_LIMIT: 'off',
  };
  server = await member(env);
  openDatabase(postgres.url());
  speakTo({
    url: server.url,
    config: readConfig(env),
    databaseUrl: postgres.url(),
    adminUrl: postgres.url(),
    outbox: path.join(dataDir, 'outbox'),
    stop: async () => {},
  });
  alma = await aPerson('Alma Rourke');
  subjectId = (await aSubject(alma, { isSelf: true })).id;
  await giveConsents(alma, subjectId, ['AI_WRITING', 'SHARING']);
  await db.subject.update({ where: { id: subjectId }, data: { maxQuestions: 60 } });
  talk = await aTalk(alma, subjectId);
  await answered();
});

afterEach(() => {
  databases?.makeRoom();
  home?.makeRoom();
});

afterAll(async () => {
  server.signal('SIGTERM');
  const code = await server.ended;
  speakTo(null);
  await closeDatabase();
  await line.close();
  await peer.close();
  await postgres.stop();
  databases?.close();
  home?.close();
  expect(code).toBe(0);
  expect(server.lines.filter((each) => /"msg":"(?:defect|an uncaught error)"/.test(each))).toEqual([]);
});

const answered = () =>
  until(async () => {
    const waiting = await db.conversation.count({ where: { awaitingSeq: { not: null } } }).catch(() => 1);
    return waiting === 0;
  }, patienceMs);
const lives = async () => (await fetch(`${server.url}/healthz`)).status;
const isReady = async () => (await fetch(`${server.url}/readyz`)).status;
const back = () => until(async () => (await isReady()) === 200, patienceMs);

/** Sends messages until one is refused; returns the accepted texts and the refusal. */
async function saidUntilRefused(about: string): Promise<{ taken: string[]; refusal: unknown }> {
  const taken: string[] = [];
  for (;;) {
    const text = `${about} ${taken.length}.`;
    try {
      await talk.send(text);
      taken.push(text);
    } catch (refusal) {
      return { taken, refusal };
    }
  }
}

async function expectKeptOnce(taken: readonly string[]) {
  const texts = (await talk.transcript()).map(({ text }) => text);
  expect(taken.map((each) => texts.filter((text) => text === each).length)).toEqual(taken.map(() => 1));
}

describe('While the disk is full', () => {
  test.skipIf(!databases)(
    'where the database is, messages are refused with a reason; accepted ones are stored, and it resumes when there is room',
    async () => {
      const said = saidUntilRefused('We put it all into the attic');
      databases?.fill();
      // Also fills the space that the database had allocated.
      await pool
        .query(`create table ballast as select repeat(md5(n::text), 200) from generate_series(1, 200000) n`)
        .catch(() => {});
      const { taken, refusal } = await said;

      expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(await lives()).toBe(200);
      databases?.makeRoom();
      await back();
      await until(
        () =>
          talk.send('There is room again.', 'room').then(
            () => true,
            () => false,
          ),
        patienceMs,
      );
      await answered();
      await expectKeptOnce([...taken, 'There is room again.']);
    },
  );

  test.skipIf(!home)(
    'where letters and pictures are stored, a picture is refused and a letter waits',
    async () => {
      const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#a33' } })
        .png()
        .toBuffer();
      const photo = () =>
        fetch(`${server.url}/media/photo`, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream', cookie: alma.cookie ?? '' },
          body: new Uint8Array(picture),
        });
      home?.fill();
      const email = 'reader@evertold.test';
      succeeded(await alma.gql('Invite', { input: { subjectId, role: 'VIEWER', email } }));

      const refused = await photo();
      expect([refused.status, await refused.json()]).toMatchObject([
        503,
        {
          errors: [
            { message: expect.stringContaining('no room'), extensions: { code: 'SERVICE_UNAVAILABLE' } },
          ],
        },
      ]);
      await until(
        async () => server.lines.some((each) => /"job":"notices.send".*ENOSPC/.test(each)),
        patienceMs,
      );
      await talk.send('Words have room enough.', 'words');
      await answered();
      expect([await lives(), await isReady()]).toEqual([200, 200]);

      home?.makeRoom();
      await until(async () => (await lettersTo(email)).length === 1, patienceMs);
      expect((await photo()).status).toBe(200);
      expect(readdirSync(dataDir, { recursive: true }).filter((name) => `${name}`.endsWith('.part'))).toEqual(
        [],
      );
    },
  );
});

test('While the database is unreachable for thirty seconds, every message is refused with a reason, and the server recovers by itself', async () => {
  await talk.send('Before it was gone.', 'before');
  await line.cut();
  const refusals = new Set<unknown>();
  for (const backAt = Date.now() + 30_000; Date.now() < backAt; await after(500)) {
    await talk.send('While it was gone.', 'while').catch(({ code }) => refusals.add(code));
    expect(await lives()).toBe(200);
  }
  await line.mend();

  expect([...refusals]).toEqual(['SERVICE_UNAVAILABLE']);
  await back();
  await until(
    () =>
      talk.send('While it was gone.', 'while').then(
        () => true,
        () => false,
      ),
    patienceMs,
  );
  await answered();
  await expectKeptOnce(['Before it was gone.', 'While it was gone.']);
});

test('While the database is slow, messages are still answered', async () => {
  line.slow(200);
  await talk.send('It took its time.', 'slow');
  await answered();
  await line.mend();

  await expectKeptOnce(['It took its time.']);
});

describe('A model that', () => {
  // With the default timeout the writer would wait for minutes.
  beforeAll(() => db.model.updateMany({ data: { timeoutMs: 12_000 } }));

  test.each([
    ['takes the question and never answers', 'silent'],
    ['sends half of an answer and hangs', 'half'],
  ] as const)(
    '%s is given up: the built-in interviewer answers, and the story is written',
    async (what, manner) => {
      peer.behave(manner);
      const asked = peer.asked();
      const other = await aTalk(alma, subjectId);
      await answered();
      await other.send(`My father lit the big oven with birch wood, and I held the lamp: it ${what}.`);
      await until(async () => peer.asked() > asked, patienceMs);
      expect([await lives(), await isReady()]).toEqual([200, 200]);
      await answered();

      const turns = (await other.transcript()).slice(-2);
      expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant']);
      expect(turns.at(-1)?.text).toMatch(/\?/);
      await other.end();
      await until(async () => {
        const { writing } = await db.conversation.findUniqueOrThrow({ where: { id: other.id } });
        return writing === 'WRITTEN';
      }, 2 * patienceMs);
      peer.behave('hangs up');
    },
  );
});
