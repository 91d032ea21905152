import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { twilioVoices } from '#api/adapters/telephony/twilio-voices.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { modelsFor } from '#api/platform/models.ts';
import { listBank } from '#api/questions/bank/in-force.ts';
import { versionInForce } from '#api/writer/agent-prompts/in-force.ts';
import { instructionsFor } from '#api/writer/prompts/in-force.ts';
import { promptIds } from '#api/writer/prompts/tasks.ts';
import { later, useClock } from '#tests/support/clock.ts';
import { aModelServer, sayWords } from '#tests/support/model-server.ts';
import type { Answer, Person } from '#tests/support/person.ts';
import { aTelling, stories, told } from '#tests/support/told.ts';
import { aFamily, aPerson, type Family, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ ALLOW_PRIVATE_ADDRESSES: 'yes', MODEL_KEY_NORTH: 'the-secret-key' });
useClock();

const problem = '... on UserError { code message } ... on InvalidInput { issues { path message } }';
const save = `mutation ($input: SaveAgentPromptInput!) { saveAgentPrompt(input: $input) {
  ... on AgentPrompt { id name versions { id number status instructions } }
  ... on ChangedMeanwhile { newest savedBy } ${problem} } }`;
const makeLive = `mutation ($versionId: ID!) { makeAgentPromptLive(versionId: $versionId) {
  ... on AgentPrompt { id liveVersion { id number } versions { id number status } } ${problem} } }`;
const savePrompt = `mutation ($input: SavePromptInput!) { savePrompt(input: $input) {
  ... on Prompt { task versions { id number status text } } ... on ChangedMeanwhile { newest savedBy } ${problem} } }`;
const saveModel = `mutation ($input: SaveModelInput!) { saveModel(input: $input) {
  ... on Model { id name revision baseUrl apiKeyEnv tasks defaultFor problem } ... on ChangedMeanwhile { newest } ${problem} } }`;
const testModel = `mutation ($id: ID!) { testModel(id: $id) {
  ... on ModelTest { ok firstTokenMs latencyMs message } ${problem} } }`;
const run = `subscription ($input: PlaygroundRunInput!) { playgroundRun(input: $input) {
  text done inputTokens outputTokens firstTokenMs latencyMs costUsd verdict error } }`;

const setEditing = `mutation ($text: DeskTextInput!, $isEditing: Boolean!) {
  setEditingDeskText(text: $text, isEditing: $isEditing) { __typename ... on DeskText { editors { name } } ${problem} } }`;
const followEditors = `subscription ($text: DeskTextInput!) { deskTextEditors(text: $text) { id editors { name } } }`;

let family: Family;
let admin: Person;
let north: Awaited<ReturnType<typeof aModelServer>>;
let says: (system: string) => string;
let mode: 'say' | 'cut' | 'error' | 'garbage' | 'redirect' | 'slow' = 'say';
/** Ends an answer whose first words have been said. */
let finishSaying = () => {};

beforeAll(async () => {
  family = await aFamily();
  admin = family.admin;
  says = () => 'What did the street smell of?';
  north = await aModelServer((response, chunk, body) => {
    if (mode === 'error')
      return response.writeHead(401).end('{"error":{"message":"bad key the-secret-key"}}');
    if (mode === 'redirect') return response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
    if (mode === 'garbage')
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"nothing\n\n');
    if (mode === 'cut') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      chunk({ role: 'assistant', content: 'What ' });
      return void setImmediate(() => response.destroy());
    }
    if (mode === 'slow') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      chunk({ role: 'assistant', content: 'What did ' });
      finishSaying = () => {
        chunk({ content: 'it smell of?' }, 'stop');
        response.end('data: [DONE]\n\n');
      };
      return;
    }
    sayWords(response, chunk, says(JSON.stringify(body.messages)));
  });
});
afterAll(() => north.close());

async function aModel(input: object = {}): Promise<Answer> {
  const given = {
    name: `north ${newId()}`,
    provider: 'openai-compatible',
    modelName: 'm',
    baseUrl: north.baseUrl,
  };
  const { saveModel: made } = await admin.gql(saveModel, {
    input: { ...given, apiKeyEnv: 'MODEL_KEY_NORTH', ...input },
  });
  expect(made.message).toBeUndefined();
  return made;
}

const words = { instructions: 'You talk with {{preferredName}}.', firstMessage: 'Hello {{preferredName}}.' };

async function aPrompt(input: object = {}): Promise<Answer> {
  const { saveAgentPrompt: made } = await admin.gql(save, {
    input: { name: `Kitchen ${newId()}`, ...words, ...input },
  });
  expect(made.message).toBeUndefined();
  return made;
}

describe('A model', () => {
  test('is saved with the name of its key’s variable, which is shown nowhere', async () => {
    const model = await aModel();
    expect(model).toMatchObject({ apiKeyEnv: 'MODEL_KEY_NORTH', problem: null });
    const { models } = await admin.gql('{ models { name apiKeyEnv } modelKeys }');
    expect(JSON.stringify(models)).not.toContain('the-secret-key');
  });

  test.each([
    ['apiKeyEnv', { apiKeyEnv: 'AUTH_SECRET' }],
    ['baseUrl', { baseUrl: 'ftp://models.example' }],
    ['baseUrl', { baseUrl: 'https://me:pass@models.example/v1' }],
    ['provider', { provider: 'somebody' }],
    ['temperature', { temperature: 3 }],
    ['tasks.0', { tasks: ['everything'] }],
    ['name', { name: '' }],
  ])('is refused with what is wrong in %s', async (path, input) => {
    const given = {
      name: 'x',
      provider: 'openai-compatible',
      modelName: 'm',
      baseUrl: north.baseUrl,
      ...input,
    };
    const { saveModel: refused } = await admin.gql(saveModel, { input: given });
    expect(refused.issues?.[0]?.path).toBe(path);
  });

  test('is preferred for one task only, and keeps fields that are not given', async () => {
    const one = await aModel({ tasks: ['write'], defaultFor: ['write'], enabled: false });
    const two = await aModel({ tasks: ['write'], defaultFor: ['write'], enabled: false });
    expect(two.defaultFor).toEqual(['write']);
    const row = await db.model.findUniqueOrThrow({ where: { id: one.id } });
    expect(row).toMatchObject({ defaultFor: [], tasks: ['write'] });
    await admin.gql(saveModel, { input: { id: one.id, temperature: 0.3 } });
    expect(await db.model.findUniqueOrThrow({ where: { id: one.id } })).toMatchObject({
      baseUrl: north.baseUrl,
      temperature: 0.3,
    });
  });

  test('is asked after the chosen and the default one, by its position, and not when it is off', async () => {
    const made: Answer[] = [];
    for (const input of [{}, {}, { defaultFor: ['interview'] }, { tasks: ['write'] }, { enabled: false }])
      made.push(await aModel({ tasks: ['interview'], enabled: true, ...input }));
    const [last, middle, preferred, chosen, off] = made;
    const ordering = `mutation ($ids: [ID!]!) { orderModels(ids: $ids) { __typename } }`;
    const others = (await admin.gql('{ models { id } }')).models.map(({ id }: Answer) => id);
    const positionsOf = (first: string[]) => [
      ...first,
      ...others.filter((id: string) => !first.includes(id)),
    ];
    await admin.gql(ordering, { ids: positionsOf([middle.id, last.id]) });
    const order = async (firstId: string | null) =>
      (await modelsFor('interview', firstId)).flatMap(({ name }) =>
        made.some((each) => each.name === name) ? [name] : [],
      );
    const rest = [preferred.name, middle.name, last.name];
    expect(await order(null)).toEqual(rest);
    expect(await order(chosen.id)).toEqual([chosen.name, ...rest]);
    expect(await order(last.id)).toEqual([last.name, preferred.name, middle.name]);
    expect(await order(off.id)).toEqual(rest);
    await admin.gql(ordering, { ids: positionsOf([last.id, middle.id]) });
    expect(await order(null)).toEqual([preferred.name, last.name, middle.name]);
    const ids = made.map(({ id }) => id);
    await db.model.updateMany({ where: { id: { in: ids } }, data: { enabled: false, defaultFor: [] } });
  });

  test('is asked with its temperature and its limit of tokens', async () => {
    const { id } = await aModel({ temperature: 0.3, maxOutputTokens: 77, enabled: false });
    expect((await admin.gql(testModel, { id })).testModel.ok).toBe(true);
    const { temperature, ...asked } = JSON.parse(north.asked.at(-1)?.body ?? '{}');
    expect(temperature).toBe(0.3);
    expect(asked.max_tokens ?? asked.max_completion_tokens).toBe(77);
  });

  test('is not overwritten when somebody else has saved it meanwhile', async () => {
    const { id, revision } = await aModel();
    await admin.gql(saveModel, { input: { id, revision, temperature: 1 } });
    const { saveModel: refused } = await admin.gql(saveModel, { input: { id, revision, temperature: 2 } });
    expect(refused).toMatchObject({ newest: revision + 1, code: 'CONFLICT' });
    expect((await db.model.findUniqueOrThrow({ where: { id } })).temperature).toBe(1);
  });

  test.each([
    ['say', true, /It answered “What did/],
    ['error', false, /401: the key was refused/],
    ['cut', false, /cut before the answer ended/],
    ['garbage', false, /./],
    ['redirect', false, /redirect/],
  ] as const)('under test reports what its server does (%s)', async (does, ok, message) => {
    const { id } = await aModel();
    mode = does;
    const { testModel: tested } = await admin.gql(testModel, { id });
    mode = 'say';
    expect(tested).toMatchObject({ ok });
    expect(tested.message).toMatch(message);
    expect(tested.message).not.toContain('the-secret-key');
    if (ok) expect(tested.firstTokenMs).toBeLessThanOrEqual(tested.latencyMs);
    expect(await db.auditEvent.count({ where: { action: 'model.tested', targetId: id } })).toBe(1);
  });
});

describe('An agent prompt', () => {
  test('keeps its versions, which the database lets nobody change', async () => {
    const { id, versions } = await aPrompt();
    const name = (await db.agentPrompt.findUniqueOrThrow({ where: { id } })).name;
    const again = { id, name, ...words, instructions: 'Ask about bread.', basedOn: 1 };
    const { saveAgentPrompt: saved } = await admin.gql(save, { input: again });
    expect(saved.versions.map((each: Answer) => each.number)).toEqual([2, 1]);
    await expect(
      db.agentPromptVersion.update({ where: { id: versions[0].id }, data: { instructions: 'Other' } }),
    ).rejects.toThrow(/never changes/);
  });

  test('stays in its language when a new version names none', async () => {
    const { id, name } = await aPrompt({ language: 'es', firstMessage: 'Hola, {{preferredName}}.' });
    const input = { id, name, firstMessage: 'Hola.', instructions: 'Pregunta por el pan.' };
    expect((await admin.gql(save, { input })).saveAgentPrompt.versions).toHaveLength(2);
    const languages = () =>
      db.agentPromptVersion.findMany({ where: { agentPromptId: id }, select: { language: true } });
    expect(await languages()).toEqual([{ language: 'es' }, { language: 'es' }]);
    // One that names none is in English.
    const { id: english } = await aPrompt();
    expect(await db.agentPromptVersion.findFirstOrThrow({ where: { agentPromptId: english } })).toMatchObject(
      { language: 'en' },
    );
  });

  test('keeps its voice and model where a new version leaves them out, and loses them by null', async () => {
    const { id: modelId } = await aModel();
    const { id, name } = await aPrompt({ voice: 'Joanna-Neural', modelId });
    const voiceAndModel = async (part: object, instructions: string) => {
      await admin.gql(save, { input: { id, name, ...words, instructions, ...part } });
      return db.agentPromptVersion.findFirstOrThrow({
        where: { agentPromptId: id },
        orderBy: { number: 'desc' },
        select: { number: true, voice: true, modelId: true },
      });
    };
    expect(await voiceAndModel({}, 'Ask about bread.')).toEqual({
      number: 2,
      voice: 'Joanna-Neural',
      modelId,
    });
    expect(await voiceAndModel({ voice: null }, 'Ask about salt.')).toEqual({
      number: 3,
      voice: null,
      modelId,
    });
    expect(await voiceAndModel({ modelId: null }, 'Ask about salt.')).toEqual({
      number: 4,
      voice: null,
      modelId: null,
    });
  });

  test('refuses a language that nobody tells in, and a voice of another language', async () => {
    openPorts({ ...ports, telephony: { ...ports.telephony, voices: twilioVoices } });
    onTestFinished(() => openPorts({ ...ports, telephony: { ...ports.telephony, voices: [] } }));
    const refusal = async (given: object) =>
      (await admin.gql(save, { input: { name: `Voz ${newId()}`, ...words, ...given } })).saveAgentPrompt
        .issues;
    expect(await refusal({ language: 'de' })).toEqual([
      { path: 'language', message: 'must be one of en, es' },
    ]);
    expect(await refusal({ language: 'es', voice: 'Joanna-Neural' })).toEqual([
      { path: 'voice', message: 'must be a voice that speaks es' },
    ]);
    expect(await refusal({ language: 'es', voice: 'Lupe-Neural' })).toBeUndefined();
    const { agentPromptOptions } = await admin.gql(
      '{ agentPromptOptions { voices { name language description } } }',
    );
    expect(agentPromptOptions.voices).toContainEqual({
      name: 'Pedro-Neural',
      language: 'es',
      description: 'Pedro: a man, American Spanish',
    });
  });

  test('is refused when it has an unknown placeholder, and the error names it', async () => {
    const input = { name: 'Odd', ...words, instructions: 'Hello {{shoeSize}}.' };
    const { saveAgentPrompt: refused } = await admin.gql(save, { input });
    expect(refused.issues[0]).toMatchObject({ path: 'instructions' });
    expect(refused.issues[0].message).toContain('{{shoeSize}}');
  });

  test('keeps the name and description that a new version leaves out, and a new one needs a name', async () => {
    const { id } = await aPrompt({ description: 'For kitchens' });
    const name = `Renamed ${newId()}`;
    const renamed = { id, name, description: 'For cooks', ...words, basedOn: 1 };
    expect((await admin.gql(save, { input: renamed })).saveAgentPrompt.name).toBe(name);

    const input = { id, ...words, instructions: 'Ask about bread.', basedOn: 1 };
    expect((await admin.gql(save, { input })).saveAgentPrompt).toMatchObject({ id, name });
    expect(await db.agentPrompt.findUniqueOrThrow({ where: { id } })).toMatchObject({
      ...{ name, description: 'For cooks' },
    });
    const { saveAgentPrompt: nameless } = await admin.gql(save, { input: words });
    expect(nameless.issues).toEqual([{ path: 'name', message: 'is required' }]);
  });

  test('refuses the second of two concurrent editors and loses nothing of theirs', async () => {
    const { id, name } = await aPrompt();
    const both = ['Mine.', 'Theirs.'].map((instructions) =>
      admin.gql(save, { input: { id, name, ...words, instructions, basedOn: 1 } }),
    );
    const results = (await Promise.all(both)).map(({ saveAgentPrompt }) => saveAgentPrompt);
    expect(results.filter((each) => each.newest === 2)).toHaveLength(1);
    expect(await db.agentPromptVersion.count({ where: { agentPromptId: id } })).toBe(2);
  });

  test('is followed once it is live, and its messages name it', async () => {
    const model = await aModel({ tasks: ['interview'], defaultFor: ['interview'] });
    const { id, name, versions } = await aPrompt({ instructions: 'You love {{preferredName}}’s bread.' });
    const { makeAgentPromptLive: live } = await admin.gql(makeLive, { versionId: versions[0].id });
    expect(live.liveVersion.number).toBe(1);

    says = (asked) =>
      asked.includes('’s bread.') ? 'What was in the oven that morning?' : 'What else was there?';
    const { self, subject } = family;
    const { beginConversation } = await self.gql('BeginConversation', {
      input: { subjectId: subject.id, channel: 'WEB' },
    });
    const conversationId = beginConversation.id;
    await expect.poll(() => db.message.count({ where: { conversationId } }), { timeout: 10_000 }).toBe(1);
    await self.gql('Say', { input: { conversationId, clientMessageId: newId(), text: stories.bakery } });
    await expect
      .poll(() => db.message.findFirst({ where: { conversationId, seq: 3 } }), { timeout: 10_000 })
      .toMatchObject({
        text: 'What was in the oven that morning?',
        madeBy: model.name,
        agentVersionId: versions[0].id,
      });

    const shown = await admin.gql(
      `query ($id: ID!) { conversation(id: $id) {
        askedBy answerMakers { madeBy seqs } messages(first: 10) { edges { node { madeBy } } } } }`,
      { id: conversationId },
    );
    expect(shown.conversation.askedBy).toContain(`${name} 1`);
    expect(shown.conversation.messages.edges[2].node.madeBy).toBe(`${model.name}, ${name} 1`);
    // The first words never come from a model.
    expect(shown.conversation.answerMakers).toEqual([
      { madeBy: `agent prompt, ${name} 1`, seqs: [1] },
      { madeBy: `${model.name}, ${name} 1`, seqs: [3] },
    ]);
    const own = await self.gql(
      `query ($id: ID!) { conversation(id: $id) {
        askedBy answerMakers { madeBy seqs } messages(first: 3) { edges { node { madeBy } } } } }`,
      { id: conversationId },
    );
    expect(JSON.stringify(own)).not.toContain(name);
    expect(own.conversation.answerMakers).toEqual([]);

    const other = await aPrompt();
    await admin.gql(makeLive, { versionId: other.versions[0].id });
    expect((await db.agentPrompt.findUniqueOrThrow({ where: { id } })).liveVersionId).toBeNull();
    await admin.gql('mutation ($id: ID!) { clearAgentPromptLabel(id: $id, label: LIVE) { __typename } }', {
      id: other.id,
    });
    await db.model.update({ where: { id: model.id }, data: { enabled: false } });
  });
});

describe('A writing prompt', () => {
  test('keeps its model where a new version leaves it out, and loses it by null', async () => {
    const { id: modelId } = await aModel({ tasks: ['write'] });
    const modelOf = async (input: object) => {
      await admin.gql(savePrompt, { input: { task: 'cards', ...input } });
      const newest = { where: { promptId: promptIds.cards }, orderBy: { number: 'desc' } } as const;
      return (await db.promptVersion.findFirstOrThrow({ ...newest, select: { modelId: true } })).modelId;
    };
    expect(await modelOf({ text: 'Be plain.', modelId })).toBe(modelId);
    expect(await modelOf({ text: 'Be plainer.' })).toBe(modelId);
    expect(await modelOf({ text: 'Be plainer.', modelId: null })).toBeNull();
  });

  test('is not saved over a newer version, and the database lets nobody change one', async () => {
    const saved = async (input: object) =>
      (await admin.gql(savePrompt, { input: { task: 'title', ...input } })).savePrompt;
    const [version] = (await saved({ text: 'Be short.' })).versions;
    await saved({ text: 'Be shorter.', basedOn: version.number });
    const refused = await saved({ text: 'Be long.', basedOn: version.number });
    expect(refused).toMatchObject({ code: 'CONFLICT', newest: version.number + 1, savedBy: 'Ada' });
    expect(await db.promptVersion.count({ where: { promptId: promptIds.title, text: 'Be long.' } })).toBe(0);
    await expect(
      db.promptVersion.update({ where: { id: version.id }, data: { text: 'Be long.' } }),
    ).rejects.toThrow(/never changes/);
  });

  test('is followed on trial in an admin’s own book and in nobody else’s', async () => {
    const { subject, self } = await aFamily();
    const { savePrompt: saved } = await admin.gql(savePrompt, {
      input: { task: 'title', text: 'On trial.' },
    });
    const [{ id: versionId }] = saved.versions;
    const prompt = await aPrompt();
    await admin.gql('mutation ($id: ID!) { tryPrompt(versionId: $id) { __typename } }', { id: versionId });
    await admin.gql('mutation ($id: ID!) { tryAgentPrompt(versionId: $id) { __typename } }', {
      id: prompt.versions[0].id,
    });
    const inForce = async (heldById: string | null) => ({
      agent: (await versionInForce({ language: 'en', selfUserId: self.id, heldById }))?.id,
      writer: (await instructionsFor(subject.id)).versionIds.includes(versionId),
    });
    expect((await inForce(self.id)).agent).not.toBe(prompt.versions[0].id);
    expect((await inForce(self.id)).writer).toBe(false);

    await db.user.update({ where: { id: self.id }, data: { role: 'admin' } });
    expect(await inForce(self.id)).toEqual({ agent: prompt.versions[0].id, writer: true });
    expect(await inForce(null)).toMatchObject({ agent: prompt.versions[0].id });
    // In a talk with somebody else, it isn't about the admin themself.
    expect((await inForce(family.owner.id)).agent).not.toBe(prompt.versions[0].id);
    await db.prompt.updateMany({ data: { trialVersionId: null } });
    await db.agentPrompt.updateMany({ data: { trialVersionId: null } });
    expect((await inForce(self.id)).writer).toBe(false);
  });

  test('gets versions for its task, and is rolled back by moving its pointer', async () => {
    const live = `mutation ($versionId: ID!) { makePromptLive(versionId: $versionId) {
      ... on Prompt { liveVersion { number } versions { number status } } } }`;
    const ids: string[] = [];
    for (const text of ['Be brief.', 'Be long, {{preferredName}} likes it.']) {
      const { savePrompt: saved } = await admin.gql(savePrompt, { input: { task: 'summary', text } });
      ids.push(saved.versions[0].id);
    }
    await admin.gql(live, { versionId: ids[1] });
    const { makePromptLive: back } = await admin.gql(live, { versionId: ids[0] });
    expect(back).toMatchObject({
      liveVersion: { number: 1 },
      versions: [
        { number: 2, status: 'RETIRED' },
        { number: 1, status: 'LIVE' },
      ],
    });

    // An admin sees on a story which model wrote it and by which version; the family doesn't.
    const { owner, subject } = await aFamily();
    await told(subject.id, [stories.bakery]);
    await db.cardRevision.updateMany({
      where: { card: { subjectId: subject.id } },
      data: { writer: 'north', versionIds: [ids[0] ?? ''] },
    });
    const document = `query ($id: ID!) { subject(id: $id) {
      cards(first: 5) { edges { node { writtenBy } } }
    } }`;
    const writers = async (reader: Person) =>
      (await reader.gql(document, { id: subject.id })).subject.cards.edges.map(
        ({ node }: { node: { writtenBy: string | null } }) => node.writtenBy,
      );
    expect(await writers(admin)).toEqual(['north, summary 1']);
    expect(await writers(owner)).toEqual([null]);
  });

  test.each([
    [{ task: 'people', text: 'x' }, 'task'],
    [{ task: 'poems', text: 'x' }, 'task'],
    [{ task: 'cards', text: 'x'.repeat(8_001) }, 'text'],
    [{ task: 'cards', text: '{{phone}}' }, 'text'],
  ])('is refused with the name of the wrong field (%#)', async (input, path) => {
    const { savePrompt: refused } = await admin.gql(savePrompt, { input });
    expect(refused.issues[0].path).toBe(path);
  });
});

describe('An editor of the desk', () => {
  const open = (person: Person, text: object, isEditing = true) =>
    person.gql(setEditing, { text, isEditing }).then(({ setEditingDeskText }) => setEditingDeskText);

  async function anotherAdmin(): Promise<Person> {
    const other = await aPerson('Bea');
    await db.user.update({ where: { id: other.id }, data: { role: 'user,admin' } });
    return other;
  }

  test('is seen at once by another admin, until it closes or is not renewed for 45 seconds', async () => {
    const { id } = await aPrompt();
    const text = { kind: 'AGENT_PROMPT', id };
    const other = await anotherAdmin();
    const stream = await admin.watch(followEditors, { text });
    const next = async () => (await stream.next()).deskTextEditors.editors.map(({ name }: Answer) => name);
    expect(await next()).toEqual([]);

    expect(await open(other, text)).toMatchObject({ editors: [{ name: 'Bea' }] });
    expect(await next()).toEqual(['Bea']);
    // Renewed, nothing has changed: the next event is that of the other editor.
    await open(other, text);
    await open(admin, text);
    expect(await next()).toEqual([admin.name, 'Bea']);
    await open(other, text, false);
    expect(await next()).toEqual([admin.name]);

    later(46_000);
    expect(await open(other, text)).toMatchObject({ editors: [{ name: 'Bea' }] });
    expect(await next()).toEqual(['Bea']);
    await db.user.update({ where: { id: other.id }, data: { role: 'user' } });
    expect(await open(admin, text)).toMatchObject({ editors: [{ name: admin.name }] });
    await stream.end();
  });

  test('is one of each admin for each text, also for writing tasks and bank questions', async () => {
    const [question] = await listBank();
    const texts = [
      { kind: 'PROMPT', id: promptIds.title },
      { kind: 'BANK_QUESTION', id: question?.key },
    ];
    for (const text of texts) {
      await Promise.all([1, 2, 3].map(() => open(admin, text)));
      expect(await open(admin, text)).toMatchObject({ editors: [{ name: admin.name }] });
      expect(await open(admin, text, false)).toMatchObject({ editors: [] });
    }
  });

  test.each(['AGENT_PROMPT', 'PROMPT', 'BANK_QUESTION'])(
    'is refused for a text that doesn’t exist (%s)',
    async (kind) => {
      expect(await open(admin, { kind, id: 'no-such' })).toMatchObject({ code: 'NOT_FOUND' });
    },
  );
});

describe('The playground', () => {
  async function whole(person: Person, input: object): Promise<Answer> {
    const watcher = await person.watch(run, { input });
    try {
      for (;;) {
        const { playgroundRun } = await watcher.next(10_000);
        if (playgroundRun.done) return playgroundRun;
      }
    } finally {
      await watcher.end();
    }
  }

  test('runs once even if it is joined repeatedly, and reports tokens, time and cost', async () => {
    const model = await aModel({ inputPricePerMillion: 2, outputPricePerMillion: 10 });
    says = () => 'What did the oven look like?';
    const before = north.asked.length;
    const input = { runId: newId(), modelId: model.id, text: stories.bakery };
    const [first, second] = await Promise.all([whole(admin, input), whole(admin, input)]);
    expect(first).toMatchObject({ inputTokens: 1000, outputTokens: 10, error: null });
    expect(first.text.trim()).toBe('What did the oven look like?');
    expect(first.costUsd).toBeCloseTo(0.0021);
    expect(second.text).toBe(first.text);
    expect(north.asked).toHaveLength(before + 1);
    await expect(whole(admin, { ...input, text: 'Something else' })).rejects.toThrow();
  });

  test('shows a model nothing private, and nobody’s words without their consent', async () => {
    const model = await aModel();
    const telling = await aTelling(family.subject.id, [
      { text: 'I stole the silver spoons.', private: true },
      stories.bakery,
    ]);
    const before = north.asked.length;
    const answered = await whole(admin, { runId: newId(), modelId: model.id, conversationId: telling.id });
    expect(answered.error).toBeNull();
    expect(
      north.asked
        .slice(before)
        .map(({ body }) => body)
        .join(),
    ).toContain('Mill Street');
    expect(north.asked.map(({ body }) => body).join()).not.toContain('silver spoons');

    const silent = await aFamily({ consents: ['SHARING'] });
    const kept = await aTelling(silent.subject.id, [stories.wedding]);
    await expect(
      whole(admin, { runId: newId(), modelId: model.id, conversationId: kept.id }),
    ).rejects.toThrow();
    expect(north.asked.map(({ body }) => body).join()).not.toContain('Duluth');
  });

  test('shows an answer as it grows', async () => {
    const model = await aModel();
    mode = 'slow';
    const watcher = await admin.watch(run, {
      input: { runId: newId(), modelId: model.id, text: stories.bakery },
    });
    const next = async () => (await watcher.next(10_000)).playgroundRun;
    let grown = await next();
    while (!grown.text) grown = await next();
    expect(grown).toMatchObject({ text: expect.stringMatching(/^What did\b(?!.*smell)/), done: false });
    mode = 'say';
    finishSaying();
    while (!grown.done) grown = await next();
    expect(grown).toMatchObject({ text: 'What did it smell of?', error: null });
    await watcher.end();
  });

  test('answers the turn of a recorded conversation that is chosen, without what was said later', async () => {
    const model = await aModel();
    const telling = await aTelling(family.subject.id, [stories.bakery, stories.wedding]);
    const before = north.asked.length;
    const input = { modelId: model.id, conversationId: telling.id };
    expect((await whole(admin, { ...input, runId: newId(), turn: 2 })).error).toBeNull();
    const asked = JSON.stringify(north.asked.slice(before).map(({ body }) => body));
    expect(asked).toContain('Mill Street');
    expect(asked).not.toContain('Duluth');
    // The interviewer's own turn, and one that isn't there.
    for (const turn of [1, 99])
      await expect(whole(admin, { ...input, runId: newId(), turn })).rejects.toThrow();
    expect(north.asked).toHaveLength(before + 1);
  });

  test('reports what went wrong when a stream is cut', async () => {
    const model = await aModel();
    mode = 'cut';
    const ended = await whole(admin, { runId: newId(), modelId: model.id, text: stories.bakery });
    mode = 'say';
    expect(ended.error).toMatch(/cut before the answer ended/);
  });

  test('runs the built-in interviewer when no model is chosen', async () => {
    const ended = await whole(admin, { runId: newId(), text: stories.bakery });
    expect(ended).toMatchObject({ error: null, inputTokens: null });
    expect(ended.text).toMatch(/\?|Tell me/);
  });

  test('is refused to everybody but admins, and does not show another admin’s run', async () => {
    const input = { runId: newId(), text: 'Hello' };
    await expect(whole(family.owner, input)).rejects.toThrow();
    await whole(admin, input);
    const other = await aPerson('Otto');
    await db.user.update({ where: { id: other.id }, data: { role: 'admin' } });
    await expect(whole(other, input)).rejects.toThrow();
  });
});

describe('A version of a prompt', () => {
  const listed = `query ($filter: DeskConversationFilter!) { allConversations(filter: $filter, first: 100) {
    edges { node { id askedBy writtenBy } } } }`;

  test('leads to the conversations that followed it', async () => {
    const { id: agentVersionId, agentPromptId } = await db.agentPromptVersion.create({
      data: {
        ...{ number: 1, instructions: 'Ask.', firstMessage: 'Shall we talk?' },
        agentPrompt: { create: { name: `Porch ${newId()}` } },
      },
    });
    const { name } = await db.agentPrompt.findUniqueOrThrow({ where: { id: agentPromptId } });
    const telling = await told(family.subject.id, [stories.bakery]);
    await told(family.subject.id, [stories.wedding]);
    await db.conversation.update({ where: { id: telling.id }, data: { agentVersionId } });
    const { savePrompt: saved } = await admin.gql(savePrompt, {
      input: { task: 'summary', text: `One sentence, ${newId()}.` },
    });
    const promptVersionId = saved.versions[0].id;
    await db.writerRun.updateMany({
      where: { conversationId: telling.id },
      data: { versionIds: [promptVersionId] },
    });

    for (const filter of [{ agentVersionId }, { promptVersionId }]) {
      const { allConversations } = await admin.gql(listed, { filter });
      expect(allConversations.edges).toMatchObject([
        {
          node: {
            id: telling.id,
            askedBy: `built-in, ${name} 1`,
            writtenBy: expect.stringContaining('summary'),
          },
        },
      ]);
    }
    const { prompts } = await admin.gql('{ prompts { versions { id conversationCount } } }');
    const versions = prompts.flatMap((prompt: Answer) => prompt.versions);
    expect(versions.find(({ id }: Answer) => id === promptVersionId).conversationCount).toBe(1);
    const { allConversations: none } = await admin.gql(listed, { filter: { promptVersionId: 'no id' } });
    expect(none.edges).toEqual([]);
    await expect(family.owner.gql(listed, { filter: { agentVersionId } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('The stories of a version of a prompt', () => {
  const listed = `query ($filter: DeskStoryFilter!, $first: Int = 100, $after: String) {
    allStories(filter: $filter, first: $first, after: $after) {
      edges { node { id writtenBy subject { id } } } pageInfo { hasNextPage endCursor }
  } }`;
  const storiesOf = async (filter: object) =>
    (await admin.gql(listed, { filter })).allStories.edges.map(({ node }: Answer) => node);

  async function twoVersions() {
    const { id: agentVersionId } = await db.agentPromptVersion.create({
      data: {
        ...{ number: 1, instructions: 'Ask.', firstMessage: 'Shall we talk?' },
        agentPrompt: { create: { name: `Porch ${newId()}` } },
      },
    });
    const { savePrompt: saved } = await admin.gql(savePrompt, {
      input: { task: 'title', text: `Three words, ${newId()}.` },
    });
    return { agentVersionId, promptVersionId: saved.versions[0].id as string };
  }

  test('are listed newest first, page by page, and those of others are not', async () => {
    const { agentVersionId, promptVersionId } = await twoVersions();
    const { subject, owner } = await aFamily();
    const conversation = await told(subject.id, [stories.bakery, stories.wedding]);
    await told(subject.id, [
      'When the war ended my uncle Harald came home on the night train from Chicago in 1945. My mother baked three cakes because nobody knew at which hour he would stand in the door. He brought a harmonica and played it in the yard until the neighbours danced.',
    ]);
    await db.conversation.update({ where: { id: conversation.id }, data: { agentVersionId } });
    await db.cardRevision.updateMany({
      where: { conversationId: conversation.id },
      data: { versionIds: [promptVersionId] },
    });
    const wanted = await db.card.findMany({
      where: { revisions: { some: { conversationId: conversation.id } } },
      orderBy: { id: 'desc' },
    });
    expect(wanted.length).toBeGreaterThan(1);
    expect(await db.card.count({ where: { subjectId: subject.id } })).toBeGreaterThan(wanted.length);

    for (const filter of [{ agentVersionId }, { promptVersionId }, { agentVersionId, promptVersionId }])
      expect(await storiesOf(filter)).toMatchObject(wanted.map(({ id }) => ({ id })));
    expect((await storiesOf({ promptVersionId }))[0].writtenBy).toContain('title');
    const first = await admin.gql(listed, { filter: { promptVersionId }, first: 1 });
    const { endCursor, hasNextPage } = first.allStories.pageInfo;
    const next = await admin.gql(listed, { filter: { promptVersionId }, first: 1, after: endCursor });
    expect(hasNextPage).toBe(true);
    expect(next.allStories.edges[0].node.id).toBe(wanted[1]?.id);
    expect(await storiesOf({ promptVersionId: newId() })).toEqual([]);
    await expect(owner.gql(listed, { filter: { promptVersionId } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('are left out where the person shares nothing with others', async () => {
    const { promptVersionId } = await twoVersions();
    const { subject } = await aFamily();
    const { id: conversationId } = await told(subject.id, [stories.bakery]);
    await db.cardRevision.updateMany({ where: { conversationId }, data: { versionIds: [promptVersionId] } });
    expect(await storiesOf({ promptVersionId })).not.toEqual([]);
    await db.subject.update({ where: { id: subject.id }, data: { sharing: false } });

    expect(await storiesOf({ promptVersionId })).toEqual([]);
  });
});

describe('A writing prompt', () => {
  const preview = `mutation ($input: PreviewPromptInput!) { previewPrompt(input: $input) {
    ... on PromptPreview { text whole empty problem } ${problem} } }`;

  test('is shown filled in for a person, with everything that a model is told', async () => {
    const subjectId = family.subject.id;
    const text = 'Call them {{preferredName}}.\nBorn in {{birthPlace}}.\nBy {{nobody}}.';
    const { previewPrompt } = await admin.gql(preview, { input: { subjectId, task: 'title', text } });

    expect(previewPrompt).toMatchObject({ text: 'Call them Alma.', empty: ['birthPlace'] });
    expect(previewPrompt.problem).toContain('{{nobody}}');
    expect(previewPrompt.whole).toContain('Call them Alma.');
    expect(previewPrompt.whole).toContain('Answer with JSON only.');
    expect(await db.auditEvent.count({ where: { subjectId, action: 'prompt.previewed' } })).toBe(1);
  });

  test('is filled in for nobody without consent, with an unknown task, too much text or another role', async () => {
    const closed = await aFamily({ consents: [] });
    const input = { subjectId: family.subject.id, task: 'title', text: 'Short.' };
    const previewed = async (other: object) =>
      (await admin.gql(preview, { input: { ...input, ...other } })).previewPrompt;
    expect(await previewed({ subjectId: closed.subject.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await previewed({ subjectId: newId() })).toMatchObject({ code: 'NOT_FOUND' });
    expect((await previewed({ task: 'poems' })).issues).toMatchObject([{ path: 'task' }]);
    expect((await previewed({ text: 'x'.repeat(8_001) })).issues).toMatchObject([{ path: 'text' }]);
    await expect(family.owner.gql(preview, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(family.nobody.gql(preview, { input })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('An agent prompt', () => {
  const preview = `mutation ($input: PreviewAgentPromptInput!) { previewAgentPrompt(input: $input) {
    ... on AgentPromptPreview { instructions opening whole empty problem } ${problem} } }`;

  test('is shown filled in for a person, with the first words and everything that a model is told', async () => {
    const input = {
      subjectId: family.subject.id,
      instructions: 'You talk with {{preferredName}}.\nThe last talk was {{lastTitle}}.',
      firstMessage: 'Hello {{preferredName}}, this is {{nobody}}.',
    };
    const { previewAgentPrompt: shown } = await admin.gql(preview, { input });
    expect(shown).toMatchObject({ instructions: expect.stringContaining('You talk with Alma.') });
    expect(shown.whole).toContain('You talk with Alma.');
    expect(shown.whole.length).toBeGreaterThan(shown.instructions.length + 200);
    expect(shown.opening).toContain('Alma');
    expect(shown.problem).toContain('{{nobody}}');
    const titled = await db.conversation.count({
      where: { subjectId: family.subject.id, title: { not: null } },
    });
    expect(shown.empty).toEqual(titled ? [] : ['lastTitle']);
    const where = { subjectId: family.subject.id, action: 'agent-prompt.previewed' };
    expect(await db.auditEvent.count({ where })).toBe(1);
  });

  test('is filled in for nobody without consent, or for another role', async () => {
    const closed = await aFamily({ consents: [] });
    const input = { subjectId: closed.subject.id, instructions: 'Short.', firstMessage: 'Hello.' };
    expect((await admin.gql(preview, { input })).previewAgentPrompt).toMatchObject({ code: 'NOT_FOUND' });
    await expect(family.owner.gql(preview, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(family.nobody.gql(preview, { input })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
