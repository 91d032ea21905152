import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { closeDatabase, db, openDatabase } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { openCodes } from '#api/platform/domain-values/one-time-code.ts';
import { aDatabase, type TestDatabase } from '#tests/support/database.ts';
import { aModelServer, sayWords } from '#tests/support/model-server.ts';
import { adminEmail, speakTo } from '#tests/support/server.ts';
import { type Member, member, patienceMs } from '#tests/support/several.ts';
import { aTelling, stories, until } from '#tests/support/told.ts';
import { aFamily } from '#tests/support/world.ts';

const secret = 'a secret that only this test knows, long enough';
let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let process: Member;
let north: Awaited<ReturnType<typeof aModelServer>>;
/** Whether the model leaves its second answer open. */
let hangs = true;

beforeAll(async () => {
  north = await aModelServer((response, chunk) => {
    if (!hangs || north.asked.length < 2) sayWords(response, chunk, 'What did the street smell of?');
  });
  database = await aDatabase();
  const dataDir = mkdtempSync(path.join(inject('scratch'), 'replays-'));
  mkdirSync(path.join(dataDir, 'outbox'));
  openCodes(secret);
  env = {
    ...{ HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'http://evertold.localhost', DATA_DIR: dataDir },
    ...{ DATABASE_URL: database.url, DATABASE_ADMIN_URL: database.adminUrl },
    ...{ AUTH_SECRET: secret, ADMIN_EMAILS: adminEmail, RATE_LIMIT: 'off' },
    ...{ ALLOW_PRIVATE_ADDRESSES: 'yes', MODEL_KEY_NORTH: 'the-secret-key' },
  };
  process = await member(env);
  openDatabase(database.url);
  speakTo({
    url: process.url,
    config: readConfig(env),
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    outbox: path.join(dataDir, 'outbox'),
    stop: async () => {},
  });
}, 4 * patienceMs);

afterAll(async () => {
  process.signal('SIGTERM');
  await process.ended;
  north.close();
  speakTo(null);
  await closeDatabase();
  await database.drop();
}, patienceMs);

test('A replay whose process is killed is finished by the next one, with each turn answered once', {
  timeout: 5 * patienceMs,
}, async () => {
  const { admin, subject } = await aFamily();
  const telling = await aTelling(subject.id, [stories.bakery, stories.wedding, stories.bakery]);
  const { saveReplaySet: set } = await admin.gql(
    'mutation { saveReplaySet(input: { name: "Kills", kind: INTERVIEW }) { ... on ReplaySet { id } } }',
  );
  for (const turn of [2, 4, 6]) {
    const input = { setId: set.id, conversationId: telling.id, turn };
    await admin.gql(
      'mutation ($input: AddReplayTurnInput!) { addReplayTurn(input: $input) { __typename } }',
      { input },
    );
  }
  const model = await db.model.create({
    data: {
      ...{ name: 'north', provider: 'openai-compatible', modelName: 'm', baseUrl: north.baseUrl },
      ...{ apiKeyEnv: 'MODEL_KEY_NORTH', tasks: ['interview'], enabled: false },
    },
  });
  const runId = newId();
  await admin.gql('mutation ($input: StartReplayInput!) { startReplay(input: $input) { __typename } }', {
    input: { runId, setId: set.id, modelId: model.id },
  });
  await until(async () => north.asked.length === 2, patienceMs);
  const [first] = await db.replayResult.findMany({ where: { runId, doneAt: { not: null } } });

  process.signal('SIGKILL');
  await process.ended;
  expect(await db.replayRun.findUnique({ where: { id: runId } })).toMatchObject({ status: 'RUNNING' });
  hangs = false;
  process = await member(env);

  await until(
    async () => (await db.replayRun.findUniqueOrThrow({ where: { id: runId } })).status === 'DONE',
    3 * patienceMs,
  );
  const results = await db.replayResult.findMany({ where: { runId }, orderBy: { position: 'asc' } });
  expect(results.map(({ text, error }) => [text?.trim(), error])).toEqual(
    [1, 2, 3].map(() => ['What did the street smell of?', null]),
  );
  expect(results[0]).toEqual(first);
  // The second turn is asked again, because its answer was lost with the process.
  expect(north.asked).toHaveLength(4);
});
