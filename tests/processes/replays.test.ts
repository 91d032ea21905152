import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { aModelServer, sayWords } from '#tests/support/model-server.ts';
import { aProcessSetup, type Member, member, type ProcessSetup, patienceMs } from '#tests/support/several.ts';
import { aTelling, stories, until } from '#tests/support/told.ts';
import { aFamily } from '#tests/support/world.ts';

let setup: ProcessSetup;
let server: Member;
let north: Awaited<ReturnType<typeof aModelServer>>;
/** Whether the model leaves its second answer open. */
let hangs = true;

beforeAll(async () => {
  north = await aModelServer((response, chunk) => {
    if (!hangs || north.asked.length < 2) sayWords(response, chunk, 'What did the street smell of?');
  });
  setup = await aProcessSetup({ ALLOW_PRIVATE_ADDRESSES: 'yes', MODEL_KEY_NORTH: 'the-secret-key' });
  server = await member(setup.env);
  setup.open(server.url);
}, 4 * patienceMs);

afterAll(async () => {
  server.signal('SIGTERM');
  await server.ended;
  north.close();
  await setup.close();
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

  server.signal('SIGKILL');
  await server.ended;
  expect(await db.replayRun.findUnique({ where: { id: runId } })).toMatchObject({ status: 'RUNNING' });
  hangs = false;
  server = await member(setup.env);

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
