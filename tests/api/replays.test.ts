import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { eraseReplayTexts } from '#api/writer/replay/work.ts';
import { aModelServer, sayWords } from '#tests/support/model-server.ts';
import type { Answer, Person } from '#tests/support/person.ts';
import { aTelling, stories, until } from '#tests/support/told.ts';
import { aFamily, aPerson, type Family, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ ALLOW_PRIVATE_ADDRESSES: 'yes', MODEL_KEY_NORTH: 'the-secret-key' });

const problem = '... on UserError { code message } ... on InvalidInput { issues { path message } }';
const saveSet = `mutation ($input: SaveReplaySetInput!) { saveReplaySet(input: $input) {
  ... on ReplaySet { id name kind } ${problem} } }`;
const addTurn = `mutation ($input: AddReplayTurnInput!) { addReplayTurn(input: $input) {
  ... on ReplaySet { id turnCount turns { id turn conversation { id } } } ${problem} } }`;
const removeTurn = `mutation ($id: ID!) { removeReplayTurn(id: $id) { ... on ReplaySet { turnCount } ${problem} } }`;
const deleteSet = `mutation ($id: ID!) { deleteReplaySet(id: $id) { ... on DeletedReplaySet { id } ${problem} } }`;
const start = `mutation ($input: StartReplayInput!) { startReplay(input: $input) {
  ... on ReplayRun { id status progress { total done } } ${problem} } }`;
const cancel = `mutation ($id: ID!) { cancelReplay(id: $id) { ... on ReplayRun { id status } ${problem} } }`;
const rate = `mutation ($input: RatePlaygroundRunInput!) { ratePlaygroundRun(input: $input) {
  ... on RatedRun { id ratings { up down } } ${problem} } }`;
const makeLive = `mutation ($versionId: ID!, $reason: String) { makeAgentPromptLive(versionId: $versionId, reason: $reason) {
  ... on AgentPrompt { id liveVersion { number liveReason } } ... on WorseThanLive { sets { set model worse { measure version live } } } ${problem} } }`;
const makePromptLive = `mutation ($versionId: ID!, $reason: String) { makePromptLive(versionId: $versionId, reason: $reason) {
  ... on Prompt { liveVersion { number liveReason } } ... on WorseThanLive { sets { set worse { measure } } } ${problem} } }`;
const measures =
  'answers failed unusable questions questionsRepeated wordsPerTurn sentencesHeld sentencesRefused privateSentences costUsd meanLatencyMs';
const read = `query ($id: ID!) { replayRun(id: $id) { status problem progress { total done } measures { ${measures} }
  comparison { common version { questionsRepeated } live { questionsRepeated } worse { measure version live } }
  results { conversationId turn text error withheld repeated live { text } } } }`;

let family: Family;
let admin: Person;
let north: Awaited<ReturnType<typeof aModelServer>>;
let says: (asked: string) => string | null;

beforeAll(async () => {
  family = await aFamily();
  admin = family.admin;
  says = () => 'What did the street smell of?';
  north = await aModelServer((response, chunk, body) => {
    const words = says(JSON.stringify(body.messages));
    if (words !== null) sayWords(response, chunk, words);
  });
});
afterAll(() => north.close());

async function aModel() {
  return db.model.create({
    data: {
      ...{ name: `north ${newId()}`, provider: 'openai-compatible', modelName: 'm', baseUrl: north.baseUrl },
      ...{ apiKeyEnv: 'MODEL_KEY_NORTH', tasks: ['interview', 'write'], enabled: false },
      ...{ inputPricePerMillion: 2, outputPricePerMillion: 10 },
    },
  });
}

async function aSet(kind = 'INTERVIEW'): Promise<Answer> {
  const { saveReplaySet } = await admin.gql(saveSet, { input: { name: `Stories ${newId()}`, kind } });
  expect(saveReplaySet.message).toBeUndefined();
  return saveReplaySet;
}

async function add(setId: string, conversationId: string, turn?: number): Promise<Answer> {
  return (await admin.gql(addTurn, { input: { setId, conversationId, turn } })).addReplayTurn;
}

async function aVersion() {
  const { id: agentPromptId } = await db.agentPrompt.create({ data: { name: `Kitchen ${newId()}` } });
  return db.agentPromptVersion.create({
    data: { agentPromptId, number: 1, instructions: `Talk of ${newId()}.`, firstMessage: 'Hello.' },
  });
}

/** A new version of the writing task for summaries. */
async function aTaskVersion() {
  const promptId = '01936000-0000-7000-8000-000000000002';
  await db.prompt.createMany({ data: [{ id: promptId, task: 'summary' }], skipDuplicates: true });
  const number = (await db.promptVersion.count({ where: { promptId } })) + 1;
  return db.promptVersion.create({ data: { promptId, number, text: `Be ${newId()}.` } });
}

async function run(setId: string, given: object): Promise<Answer> {
  const runId = newId();
  const { startReplay } = await admin.gql(start, { input: { runId, setId, ...given } });
  expect(startReplay.message).toBeUndefined();
  await until(async () => {
    const { status } = await db.replayRun.findUniqueOrThrow({ where: { id: runId } });
    return status !== 'QUEUED' && status !== 'RUNNING';
  });
  return (await admin.gql(read, { id: runId })).replayRun;
}

describe('A replay set', () => {
  test('contains each turn only once, and the audit log says who added it', async () => {
    const set = await aSet();
    const telling = await aTelling(family.subject.id, [stories.bakery, stories.wedding]);
    await add(set.id, telling.id, 2);
    await add(set.id, telling.id, 2);
    const full = await add(set.id, telling.id);
    expect(full.turns.map(({ turn }: Answer) => turn)).toEqual([2, 4]);
    expect(await db.auditEvent.count({ where: { action: 'replay-set.turn-added', targetId: set.id } })).toBe(
      2,
    );
    const { removeReplayTurn } = await admin.gql(removeTurn, { id: full.turns[0].id });
    expect(removeReplayTurn.turnCount).toBe(1);
  });

  test('refuses a conversation in progress, a private turn, and words without the person’s consent', async () => {
    const set = await aSet();
    const telling = await aTelling(family.subject.id, [{ text: 'I stole the spoons.', private: true }]);
    expect(await add(set.id, telling.id)).toMatchObject({ code: 'CONFLICT' });
    const going = await aTelling(family.subject.id, [stories.bakery]);
    await db.conversation.update({ where: { id: going.id }, data: { status: 'IN_PROGRESS' } });
    expect(await add(set.id, going.id)).toMatchObject({ code: 'CONFLICT' });
    await db.conversation.update({ where: { id: going.id }, data: { status: 'COMPLETED' } });
    const silent = await aFamily({ consents: ['SHARING'] });
    const kept = await aTelling(silent.subject.id, [stories.wedding]);
    expect(await add(set.id, kept.id)).toMatchObject({ code: 'CONFLICT' });
    const unshared = await aFamily({ consents: ['AI_WRITING'] });
    const own = await aTelling(unshared.subject.id, [stories.wedding]);
    expect(await add(set.id, own.id)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('refuses a taken or too long name and another kind, and loses its turns with their subject', async () => {
    const set = await aSet();
    const other = await aSet();
    const saved = async (input: object) =>
      (await admin.gql(saveSet, { input: { kind: 'INTERVIEW', ...input } })).saveReplaySet;
    expect((await saved({ name: set.name })).issues[0].path).toBe('name');
    expect((await saved({ name: 'x'.repeat(81) })).issues[0].path).toBe('name');
    expect((await saved({ id: other.id, name: other.name, kind: 'WRITE' })).issues[0].path).toBe('kind');
    const gone = await aFamily();
    const telling = await aTelling(gone.subject.id, [stories.bakery]);
    await add(set.id, telling.id);
    await db.subject.delete({ where: { id: gone.subject.id } });
    expect(await db.replayTurn.count({ where: { setId: set.id } })).toBe(0);
    const { deleteReplaySet } = await admin.gql(deleteSet, { id: set.id });
    expect(deleteReplaySet.id).toBe(set.id);
  });

  test('is refused to everybody but admins who act as themselves', async () => {
    const input = { name: `Theirs ${newId()}`, kind: 'INTERVIEW' };
    await expect(family.owner.gql(saveSet, { input })).rejects.toThrow();
    await expect(family.owner.gql('{ replaySets { id } }')).rejects.toThrow();
  });
});

describe('A replay', () => {
  test('answers each turn, and measures the answers', async () => {
    const [set, model, version] = [await aSet(), await aModel(), await aVersion()];
    const telling = await aTelling(family.subject.id, [
      stories.bakery,
      { text: 'My brother Anton took the silver spoons from the drawer.', private: true },
      stories.wedding,
    ]);
    await add(set.id, telling.id, 2);
    await add(set.id, telling.id, 6);
    says = (asked) =>
      asked.includes('Frank')
        ? 'What comes to mind?'
        : 'Your brother Anton took the silver spoons. What did the street smell of?';
    const before = north.asked.length;
    const done = await run(set.id, { modelId: model.id, agentPromptVersionId: version.id });
    expect(done).toMatchObject({
      ...{ status: 'DONE', problem: null, progress: { total: 2, done: 2 } },
      measures: {
        ...{ answers: 2, failed: 0, unusable: 1, questions: 2, questionsRepeated: 1 },
        ...{ wordsPerTurn: 8.5, sentencesHeld: null, sentencesRefused: null, privateSentences: 1 },
      },
    });
    expect(done.measures.costUsd).toBeCloseTo(0.0042, 2);
    expect(done.measures.meanLatencyMs).toBeGreaterThan(0);
    const asked = JSON.stringify(north.asked.slice(before).map(({ body }) => body));
    expect(north.asked).toHaveLength(before + 2);
    expect(asked).toContain(version.instructions);
    expect(asked).not.toContain('Anton');
    const noted = { action: 'replay.read', subjectId: family.subject.id };
    expect(await db.auditEvent.count({ where: noted })).toBeGreaterThan(0);
  });

  test('of the writer counts the sentences that rest on nothing that was said', async () => {
    const [set, model] = [await aSet('WRITE'), await aModel()];
    const telling = await aTelling(family.subject.id, [stories.bakery]);
    expect((await add(set.id, telling.id)).turns[0].turn).toBeNull();
    const sentence = (text: string, quote: string) => ({ text, sources: [{ message: 'M2', quote }] });
    const sentences = [
      sentence('We had a bakery on Mill Street.', 'We had a bakery on Mill Street'),
      sentence('The queen came to dinner in 1912.', 'We had a bakery on Mill Street'),
    ];
    says = () =>
      JSON.stringify({
        ...{ title: 'The bakery', summary: 'We had a bakery on Mill Street.' },
        cards: [{ title: 'The bakery', chapter: 'childhood-home', addTo: null, paragraphs: [{ sentences }] }],
      });
    const done = await run(set.id, { modelId: model.id });
    expect(done.measures).toMatchObject({
      ...{ answers: 1, failed: 0, unusable: 0, questionsRepeated: null, wordsPerTurn: null },
      ...{ sentencesRefused: 1, privateSentences: 0 },
    });
    expect(done.measures.sentencesHeld).toBeGreaterThanOrEqual(1);
  });

  test('runs once per id, also for concurrent requests, and refuses a different request with that id', async () => {
    const set = await aSet();
    await add(set.id, (await aTelling(family.subject.id, [stories.bakery])).id);
    const input = { runId: newId(), setId: set.id };
    const both = await Promise.all([admin.gql(start, { input }), admin.gql(start, { input })]);
    expect(both.map(({ startReplay }) => startReplay.id)).toEqual([input.runId, input.runId]);
    const version = await aVersion();
    const other = { ...input, agentPromptVersionId: version.id };
    expect((await admin.gql(start, { input: other })).startReplay.code).toBe('CONFLICT');
    await until(async () => !!(await db.replayRun.findFirst({ where: { id: input.runId, status: 'DONE' } })));
    const { replayRun } = await admin.gql(read, { id: input.runId });
    expect(replayRun.measures).toMatchObject({ answers: 1, costUsd: null, questionsRepeated: 0 });
    const otto = await aPerson('Otto');
    await db.user.update({ where: { id: otto.id }, data: { role: 'admin' } });
    expect((await otto.gql(start, { input })).startReplay.code).toBe('NOT_FOUND');
  });

  test('refuses an empty set, a version of the other kind, and a writer without a model', async () => {
    const [set, writing, version] = [await aSet(), await aSet('WRITE'), await aVersion()];
    const begin = async (input: object) =>
      (await admin.gql(start, { input: { runId: newId(), ...input } })).startReplay;
    expect(await begin({ setId: set.id })).toMatchObject({ code: 'CONFLICT' });
    expect((await begin({ setId: writing.id })).issues[0].path).toBe('modelId');
    const wrong = { setId: writing.id, agentPromptVersionId: version.id };
    expect((await begin(wrong)).issues[0].path).toBe('agentPromptVersionId');
    const wrongToo = { setId: set.id, promptVersionId: version.id };
    expect((await begin(wrongToo)).issues[0].path).toBe('promptVersionId');
    expect(await begin({ setId: set.id, modelId: newId() })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('stops when it is cancelled while a model is answering', async () => {
    const [set, model] = [await aSet(), await aModel()];
    await add(set.id, (await aTelling(family.subject.id, [stories.bakery])).id);
    says = () => null;
    const runId = newId();
    const before = north.asked.length;
    await admin.gql(start, { input: { runId, setId: set.id, modelId: model.id } });
    await until(async () => north.asked.length > before);
    const { cancelReplay } = await admin.gql(cancel, { id: runId });
    expect(cancelReplay.status).toBe('CANCELLED');
    expect((await admin.gql(cancel, { id: runId })).cancelReplay.status).toBe('CANCELLED');
    says = () => 'What did the oven look like?';
    const done = await run(set.id, { modelId: model.id });
    expect(done.status).toBe('DONE');
    const { replayRun } = await admin.gql(read, { id: runId });
    expect(replayRun).toMatchObject({ status: 'CANCELLED', progress: { total: 1, done: 0 } });
    const ended = await db.replayRun.findFirstOrThrow({ where: { setId: set.id, status: 'DONE' } });
    expect((await admin.gql(cancel, { id: ended.id })).cancelReplay.code).toBe('CONFLICT');
  });

  test('hides answers after something was made private, and erases their texts after thirty days', async () => {
    const set = await aSet();
    const telling = await aTelling(family.subject.id, [stories.bakery, stories.wedding]);
    await add(set.id, telling.id, 2);
    const done = await run(set.id, {});
    expect(done.results[0]).toMatchObject({ withheld: false });
    expect(done.results[0].text).toMatch(/\?/);
    await db.message.updateMany({ where: { conversationId: telling.id, seq: 4 }, data: { private: true } });
    const { id } = await db.replayRun.findFirstOrThrow({ where: { setId: set.id } });
    const { replayRun } = await admin.gql(read, { id });
    expect(replayRun.results[0]).toMatchObject({ withheld: true, text: '' });

    await db.replayResult.updateMany({ where: { runId: id }, data: { doneAt: new Date('2026-01-01') } });
    await eraseReplayTexts();
    expect(await db.replayResult.findFirstOrThrow({ where: { runId: id } })).toMatchObject({
      ...{ text: '', verdict: null, measured: true },
    });
  });

  test('sends no conversation to a model after the consent was withdrawn, and does not measure it', async () => {
    const [set, model] = [await aSet(), await aModel()];
    const other = await aFamily();
    await add(set.id, (await aTelling(other.subject.id, [stories.bakery])).id);
    await db.subject.update({ where: { id: other.subject.id }, data: { sharing: false } });
    const before = north.asked.length;
    const done = await run(set.id, { modelId: model.id });
    expect(north.asked).toHaveLength(before);
    expect(done).toMatchObject({ status: 'DONE', measures: { answers: 0, questionsRepeated: null } });
  });
});

describe('A version', () => {
  test('goes live without a reason unless its latest run is worse, and the reason is stored and audited', async () => {
    const [set, model] = [await aSet(), await aModel()];
    const [first, second] = [await aVersion(), await aVersion()];
    await add(set.id, (await aTelling(family.subject.id, [stories.bakery])).id);
    says = (asked) =>
      asked.includes(second.instructions) ? 'What comes to mind?' : 'What did the oven look like?';
    await run(set.id, { modelId: model.id, agentPromptVersionId: first.id });
    const { makeAgentPromptLive: live } = await admin.gql(makeLive, { versionId: first.id });
    expect(live.liveVersion).toEqual({ number: 1, liveReason: null });

    const worse = await run(set.id, { modelId: model.id, agentPromptVersionId: second.id });
    const measure = { measure: 'questions repeated', version: 1, live: 0 };
    expect(worse.comparison).toMatchObject({ common: 1, version: { questionsRepeated: 1 } });
    expect(worse.comparison.worse).toContainEqual(measure);
    expect(worse.results[0].live.text.trim()).toBe('What did the oven look like?');

    const { makeAgentPromptLive: refused } = await admin.gql(makeLive, { versionId: second.id });
    expect(refused).toMatchObject({ code: 'CONFLICT', sets: [{ set: set.name }] });
    expect(refused.sets[0].worse).toContainEqual(measure);
    for (const reason of ['  ', 'x'.repeat(301)]) {
      const answer = (await admin.gql(makeLive, { versionId: second.id, reason })).makeAgentPromptLive;
      expect(answer.code, reason).toMatch(/CONFLICT|BAD_REQUEST/);
    }
    const still = await db.agentPrompt.findUniqueOrThrow({ where: { id: first.agentPromptId } });
    expect(still.liveVersionId).toBe(first.id);

    const reason = 'The set is old, the family asked for it';
    const { makeAgentPromptLive: made } = await admin.gql(makeLive, { versionId: second.id, reason });
    expect(made.liveVersion).toEqual({ number: 1, liveReason: reason });
    const where = { action: 'agent-prompt.live', targetId: second.agentPromptId };
    expect(await db.auditEvent.findFirstOrThrow({ where })).toMatchObject({
      detail: { reason, sets: [{ set: set.name }] },
    });
    await db.agentPrompt.updateMany({ data: { liveVersionId: null } });
  });

  test('that is worse with one model stays so after runs without a model or with another one', async () => {
    const [set, model, better] = [await aSet(), await aModel(), await aModel()];
    const [first, second] = [await aVersion(), await aVersion()];
    await add(set.id, (await aTelling(family.subject.id, [stories.bakery])).id);
    await admin.gql(makeLive, { versionId: first.id });
    says = (asked) =>
      asked.includes(second.instructions) ? 'What comes to mind?' : 'What did the oven look like?';
    for (const { id: agentPromptVersionId } of [first, second])
      await run(set.id, { modelId: model.id, agentPromptVersionId });
    says = () => 'What did the oven look like?';
    for (const { id: agentPromptVersionId } of [first, second]) {
      await run(set.id, { modelId: better.id, agentPromptVersionId });
      await run(set.id, { agentPromptVersionId });
    }

    const { makeAgentPromptLive: refused } = await admin.gql(makeLive, { versionId: second.id });
    expect(refused).toMatchObject({ code: 'CONFLICT', sets: [{ set: set.name, model: model.name }] });
    expect(refused.sets).toHaveLength(1);
    expect(refused.sets[0].worse).toContainEqual({ measure: 'questions repeated', version: 1, live: 0 });
    await db.agentPrompt.updateMany({ data: { liveVersionId: null } });
  });

  test('needs a reason, or a run of the live version, when that was not run on its set', async () => {
    const [set, model] = [await aSet(), await aModel()];
    const [first, second] = [await aVersion(), await aVersion()];
    await add(set.id, (await aTelling(family.subject.id, [stories.bakery])).id);
    says = () => 'What did the oven look like?';
    await admin.gql(makeLive, { versionId: first.id });
    await run(set.id, { modelId: model.id, agentPromptVersionId: second.id });
    const liveNow = async () =>
      (await db.agentPrompt.findFirstOrThrow({ where: { liveVersionId: { not: null } } })).liveVersionId;

    const { makeAgentPromptLive: refused } = await admin.gql(makeLive, { versionId: second.id });
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      sets: [{ set: set.name, model: model.name, worse: [] }],
    });
    expect(refused.message).toBe(
      `The live one was not run on “${set.name}” with ${model.name}: run it there first, or give a reason`,
    );
    expect(await liveNow()).toBe(first.id);

    await run(set.id, { modelId: model.id, agentPromptVersionId: first.id });
    const { makeAgentPromptLive: made } = await admin.gql(makeLive, { versionId: second.id });
    expect(made.liveVersion).toEqual({ number: 1, liveReason: null });

    // A run over other turns compares nothing.
    const { turns } = await add(set.id, (await aTelling(family.subject.id, [stories.wedding])).id);
    await admin.gql(removeTurn, { id: turns[0].id });
    const third = await aVersion();
    await run(set.id, { modelId: model.id, agentPromptVersionId: third.id });
    const { makeAgentPromptLive: again } = await admin.gql(makeLive, { versionId: third.id });
    expect(again.sets).toEqual([{ set: set.name, model: model.name, worse: [] }]);
    expect(await liveNow()).toBe(second.id);
    const reason = 'The old turns are gone';
    const { makeAgentPromptLive: last } = await admin.gql(makeLive, { versionId: third.id, reason });
    expect(last.liveVersion.liveReason).toBe(reason);
    await db.agentPrompt.updateMany({ data: { liveVersionId: null } });
  });

  test('of a writing task needs a reason when its live version was not run on its set', async () => {
    const [set, model] = [await aSet('WRITE'), await aModel()];
    await add(set.id, (await aTelling(family.subject.id, [stories.bakery])).id);
    const [first, second] = [await aTaskVersion(), await aTaskVersion()];
    says = () => JSON.stringify({ title: 'Bread', summary: 'We had a bakery.', cards: [] });
    const { makePromptLive: live } = await admin.gql(makePromptLive, { versionId: first.id });
    expect(live.liveVersion).toMatchObject({ number: first.number });
    await run(set.id, { modelId: model.id, promptVersionId: second.id });
    const { makePromptLive: refused } = await admin.gql(makePromptLive, { versionId: second.id });
    expect(refused.sets).toEqual([{ set: set.name, worse: [] }]);
    await run(set.id, { modelId: model.id });
    const { makePromptLive: made } = await admin.gql(makePromptLive, { versionId: second.id });
    expect(made.liveVersion).toEqual({ number: second.number, liveReason: null });
    await db.prompt.updateMany({ data: { liveVersionId: null } });
  });

  test('is compared only over turns that both runs have answered', async () => {
    const [set, version] = [await aSet(), await aVersion()];
    const tellings = [
      await aTelling(family.subject.id, [stories.bakery]),
      await aTelling(family.subject.id, [stories.wedding]),
    ];
    await add(set.id, tellings[0]?.id ?? '');
    await run(set.id, {});
    const full = await add(set.id, tellings[1]?.id ?? '');
    await admin.gql(removeTurn, { id: full.turns[0].id });
    const model = await aModel();
    says = () => 'What comes to mind?';
    const done = await run(set.id, { modelId: model.id, agentPromptVersionId: version.id });
    expect(done.measures.questionsRepeated).toBe(1);
    expect(done.comparison).toBeNull();
    const { makeAgentPromptLive: live } = await admin.gql(makeLive, { versionId: version.id });
    expect(live.liveVersion.number).toBe(1);
    await db.agentPrompt.updateMany({ data: { liveVersionId: null } });
  });

  test('of a writing task also needs a reason when its latest run is worse', async () => {
    const [set, model] = [await aSet('WRITE'), await aModel()];
    await add(set.id, (await aTelling(family.subject.id, [stories.bakery])).id);
    const version = await aTaskVersion();
    const good = JSON.stringify({ title: 'Bread', summary: 'We had a bakery.', cards: [] });
    says = (asked) => (asked.includes(version.text) ? 'No.' : good);
    await run(set.id, { modelId: model.id });
    const bad = await run(set.id, { modelId: model.id, promptVersionId: version.id });
    expect(bad.measures.unusable).toBe(1);
    const { makePromptLive: refused } = await admin.gql(makePromptLive, { versionId: version.id });
    expect(refused.sets[0].worse).toEqual([{ measure: 'answers not usable' }]);
    const reason = 'A trial for an hour';
    const { makePromptLive: made } = await admin.gql(makePromptLive, { versionId: version.id, reason });
    expect(made.liveVersion.liveReason).toBe(reason);
    await db.prompt.updateMany({ data: { liveVersionId: null } });
  });

  test('shows the ratings of its answers, one per admin and answer', async () => {
    const version = await aVersion();
    const data = { runById: admin.id, askedHash: 'x', status: 'DONE', agentPromptVersionId: version.id };
    const id = newId();
    await db.playgroundRun.create({ data: { ...data, id } });
    const rated = async (input: object) =>
      (await admin.gql(rate, { input: { runId: id, up: true, ...input } })).ratePlaygroundRun;
    expect((await rated({})).ratings).toEqual({ up: 1, down: 0 });
    expect((await rated({ up: false, note: 'Too long' })).ratings).toEqual({ up: 0, down: 1 });
    expect((await rated({ note: 'x'.repeat(301) })).issues[0].path).toBe('note');
    await db.playgroundRun.delete({ where: { id } });
    const { agentPrompt } = await admin.gql(
      'query ($id: ID!) { agentPrompt(id: $id) { versions { ratings { up down } } } }',
      { id: version.agentPromptId },
    );
    expect(agentPrompt.versions[0].ratings).toEqual({ up: 0, down: 1 });
  });

  test('is not rated through an answer that is another admin’s, unfinished or of the built-in instructions', async () => {
    const version = await aVersion();
    const ownRun = { runById: admin.id, askedHash: 'x', status: 'DONE' };
    const rated = async (data: object) => {
      const { id } = await db.playgroundRun.create({ data: { ...ownRun, ...data, id: newId() } });
      return (await admin.gql(rate, { input: { runId: id, up: true } })).ratePlaygroundRun.code;
    };
    expect(await rated({ agentPromptVersionId: version.id, runById: family.owner.id })).toBe('NOT_FOUND');
    expect(await rated({ agentPromptVersionId: version.id, status: 'RUNNING' })).toBe('CONFLICT');
    expect(await rated({})).toBe('CONFLICT');
  });
});
