import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TurnDraft } from '#api/conversations/interviewer/interviewer.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import { modelInterviewer } from '#api/conversations/interviewer/model.ts';
import type { HistoryTurn, TurnRequest } from '#api/conversations/interviewer/request.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { openModelPort } from '#tests/support/model-port.ts';
import { aRequest } from './request.ts';

beforeAll(openModelPort);

type Answer = (response: ServerResponse, body: string, request: IncomingMessage) => void;

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A test server with the streaming protocol of OpenAI-compatible models. */
async function aModel(name: string, answer: Answer, timeoutMs = 4000) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      answer(response, body, request);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    bodies,
    config: { name, baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'a-key', modelName: 'small', timeoutMs },
  };
}

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'small', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function begin(response: ServerResponse, words: string[]) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const word of words) response.write(chunk({ role: 'assistant', content: word }));
}

const says =
  (text: string): Answer =>
  (response) => {
    begin(response, text.match(/\S+\s*/g) ?? []);
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  };

function answering(words: string, changes: Partial<TurnRequest> = {}): TurnRequest {
  const before: HistoryTurn[] = [
    {
      role: 'assistant',
      text: 'Hello Alma, I’m Evertold, a computer. Who sat where at the supper table?',
      private: false,
      kind: 'OPEN',
      questionKey: 'who-sat-where',
    },
  ];
  const heard = listen(words, contextOf(before, 'PHONE'));
  return aRequest({
    ...changes,
    history: [...before, { role: 'user', text: words, private: heard.privateScope !== null }],
    heard,
  });
}

const STORY = 'My father sat at the head with his back to the stove, and my mother never sat down at all.';

async function draftsOf(
  models: Parameters<typeof modelInterviewer>[0],
  request: TurnRequest,
  failures: string[] = [],
) {
  const drafts: TurnDraft[] = [];
  const interviewer = modelInterviewer(models, {
    watch: {
      called: (model) => (outcome) => {
        if (['late', 'failed', 'unfit', 'empty'].includes(outcome)) failures.push(model);
      },
      fellBack: () => {},
    },
  });
  for await (const draft of interviewer.answer(request, new AbortController().signal)) drafts.push(draft);
  return drafts;
}

describe('The model interviewer', () => {
  test('streams a model’s words as drafts of the whole text so far, and marks the last draft', async () => {
    const model = await aModel('north', says('His back to the stove. What kept your mother on her feet?'));
    const drafts = await draftsOf([model.config], answering(STORY));
    expect(drafts.at(-1)).toMatchObject({
      text: 'His back to the stove. What kept your mother on her feet?',
      done: true,
      by: 'north',
    });
    expect(drafts[0]).toMatchObject({ text: 'His back to the stove.', done: false });
    expect(drafts.at(-1)?.plan.kind).toBe('FOLLOW_UP');
  });

  test('gives the model the subject, the rules, and the questions already asked', async () => {
    const model = await aModel('north', says('What did your mother do then?'));
    await draftsOf(
      [model.config],
      answering(STORY, {
        told: {
          askedTexts: ['Who chose it?'],
          confidedTexts: [],
          doneKeys: [],
          chapters: {},
          earlierWords: [],
        },
      }),
    );
    const body = JSON.parse(model.bodies[0] ?? '{}');
    const system = String(body.messages[0].content);
    expect(system).toMatch(/Alma/);
    expect(system).toMatch(/At most 25 words/);
    expect(system).toMatch(/Who chose it\?/);
    expect(body).toMatchObject({ model: 'small', stream: true });
  });

  test('uses the team’s agent prompt with placeholders filled in and lines without a value left out', async () => {
    const model = await aModel('north', says('What did your mother do then?'));
    const agentPrompt = {
      instructions: 'Speak with {{preferredName}} as a neighbor would.\nAvoid {{subject.avoid}}.',
      firstMessage: null,
    };
    await draftsOf([model.config], answering(STORY, { agentPrompt }));
    const system = String(JSON.parse(model.bodies[0] ?? '{}').messages[0].content);
    expect(system).toMatch(/^Speak with Alma as a neighbor would\.\n/);
    expect(system).not.toContain('Avoid ');
  });

  test('opens with the team’s first message, which must say that a computer speaks', async () => {
    const opening = (firstMessage: string) =>
      draftsOf([], aRequest({ agentPrompt: { instructions: 'Be kind.', firstMessage } }));
    expect((await opening('Good morning {{preferredName}}, this is Evertold, a computer.'))[0]?.text).toMatch(
      /^Good morning Alma, this is Evertold, a computer\. .+/,
    );
    const [own] = await opening('What a fine day. How are you, {{preferredName}}?');
    expect(own?.text).toMatch(/I’m Evertold, a computer.*How are you, Alma\?$/);
    expect(own).toMatchObject({ questionKey: null, plan: { kind: 'OPEN', ask: null } });
    for (const [firstMessage, end] of [
      [
        'Hello {{preferredName}}, shall we talk?',
        /^Hello Alma, I’m Evertold, a computer[^.]*\. Shall we talk\?$/,
      ],
      [
        'Hello again, {{preferredName}}. Shall we?',
        /^Hello Alma, I’m Evertold, .*Hello again, Alma\. Shall we\?$/,
      ],
      ['Hello {{preferredName}}.', /^Hello Alma, I’m Evertold, a computer(?!.*Hello)/],
    ] as const)
      expect((await opening(firstMessage))[0]?.text).toMatch(end);
  });

  describe('says for whom it calls, whatever the team’s first message says', () => {
    const openingOf = async (firstMessage: string, changes: Parameters<typeof aRequest>[0] = {}) => {
      const agentPrompt = { instructions: 'Be kind.', firstMessage };
      const [first] = await draftsOf([], aRequest({ agentPrompt, ...changes }));
      expect(wordCount(first?.text ?? '')).toBeLessThanOrEqual(25);
      return first?.text ?? '';
    };

    test.each([
      [
        'I’m Evertold, a computer. How are you?',
        /a computer\. I’m calling for your daughter Teresa\. How are/,
      ],
      [
        'Would you talk with a computer?',
        /^I’m calling for your daughter Teresa\. Would you talk with a comp/,
      ],
      [
        'I’m a computer. Teresa will read this.',
        /^I’m a computer\. I’m calling for your daughter Teresa\. Ter/,
      ],
      [
        'I’m a computer, here for {{onBehalfOf}}.',
        /^I’m a computer, here for your daughter Teresa\.(?!.*calling)/,
      ],
      [
        'Teresa asked me, a computer, to call you.',
        /^Teresa asked me, a computer, to call you\.(?!.*calling)/,
      ],
      [
        `This is a machine. ${'word '.repeat(16)}and a little more before we both begin.`,
        /^This is a machine\. I’m calling for your daughter Teresa\.$|^Hello Alma, I’m Evertold, a computer, calling for/,
      ],
      [
        `A computer that ${'has words '.repeat(11)}here.`,
        /^Hello Alma, I’m Evertold, a computer, calling for/,
      ],
    ])('%s', async (message, opens) => expect(await openingOf(message)).toMatch(opens));

    test.each([
      ['Jo', 'en', 'I’m a computer, and it’s a call for joy.', /I’m calling for Jo\./],
      ['Al', 'en', 'I’m a computer for all.', /I’m calling for Al\./],
      ['Al', 'en', 'I’m a computer, calling for Al.', /^I’m a computer, calling for Al\.(?! I’m calling)/],
      ['Ana', 'es', 'Soy una computadora, de parte de Anastasio.', /Le hablo de parte de Ana\./],
      [
        'Zoe',
        'es',
        'Soy una computadora, de parte de Zoé.',
        /^Soy una computadora, de parte de Zoé\.(?! Le)/,
      ],
    ] as const)('whose name is %s, in %s: %s', async (name, language, message, opens) => {
      const subject = { language, onBehalfOf: { name, relationship: null } };
      expect(await openingOf(message, { subject })).toMatch(opens);
    });

    test('by text, in the browser, and in Spanish', async () => {
      const message = 'I’m Evertold, a computer.';
      expect(await openingOf(message, { conversation: { channel: 'SMS' } })).toContain(
        'I’m writing for your',
      );
      expect(await openingOf(message, { conversation: { channel: 'WEB' } })).toContain('I’m here for your');
      const onBehalfOf = { name: 'Ana', relationship: 'daughter' };
      const subject = { language: 'es' as const, onBehalfOf };
      expect(await openingOf('Soy Evertold, una computadora. ¿Cómo está?', { subject })).toMatch(
        /computadora\. Le hablo de parte de su hija Ana\. ¿Cómo está\?/,
      );
      const said = await openingOf('Soy una computadora y llamo de parte de {{onBehalfOf}}.', { subject });
      expect(said).not.toContain('Le hablo');
    });

    test('and for nobody where the person acts alone', async () => {
      const alone = { subject: { isSelf: true, onBehalfOf: null } };
      expect(await openingOf('I’m Evertold, a computer.', alone)).not.toContain('calling');
    });
  });

  test('refuses a model’s question about an avoided theme', async () => {
    const model = await aModel('north', says('What did the war do to your mother?'));
    const drafts = await draftsOf(
      [model.config],
      answering(STORY, { subject: { ...aRequest().subject, avoidedThemes: ['war'] } }),
    );
    expect(drafts).toHaveLength(1);
    expect(drafts[0]).toMatchObject({ by: 'built-in', done: true });
  });

  test('passes on at most one question and 25 words of a model’s text', async () => {
    const wordy = await aModel(
      'north',
      says(`That is good. Where was the stove? Who lit it? ${'And so it went. '.repeat(40)}`),
    );
    const last = (await draftsOf([wordy.config], answering(STORY))).at(-1);
    expect(last).toMatchObject({ text: 'That is good. Where was the stove?', done: true });
    expect(wordCount(last?.text ?? '')).toBeLessThanOrEqual(25);
  });

  test.each<[string, Answer]>([
    ['answers 500', (response) => response.writeHead(500).end('{"error":{"message":"broken"}}')],
    ['never begins', () => undefined],
    ['hangs in the middle', (response) => begin(response, ['His ', 'back '])],
    [
      'is cut off in the middle',
      (response) => {
        begin(response, ['His ', 'back. ', 'What ']);
        setImmediate(() => response.destroy());
      },
    ],
    [
      'ends without an end',
      (response) => {
        begin(response, ['Where ', 'was ']);
        response.end();
      },
    ],
    ['says nothing', says('')],
    ['asks what was asked before', says('Who sat where at the supper table?')],
    ['tests the memory', says('Do you remember the stove?')],
  ])('continues with the next model when the first one %s', async (_what, broken) => {
    const failures: string[] = [];
    const first = await aModel('north', broken, 400);
    const second = await aModel('south', says('What kept your mother on her feet?'));
    const drafts = await draftsOf([first.config, second.config], answering(STORY), failures);
    expect(drafts.at(-1)).toMatchObject({
      text: 'What kept your mother on her feet?',
      done: true,
      by: 'south',
    });
    expect(drafts.filter(({ done }) => done)).toHaveLength(1);
    expect(failures).toEqual(['north']);
  });

  test('falls back to the built-in interviewer when every model fails', async () => {
    const broken = await aModel('north', (response) => response.writeHead(503).end());
    const drafts = await draftsOf([broken.config, broken.config], answering(STORY));
    expect(drafts).toHaveLength(1);
    expect(drafts[0]).toMatchObject({ done: true, by: 'built-in' });
    expect(drafts[0]?.text).toMatch(/\?|Tell me more/);
  });

  test.each([
    ['private words', answering('Keep that between us.')],
    ['words of crisis', answering('I want to kill myself.')],
    ['a wish to stop', answering('Stop.')],
    ['words without the consent to AI', answering(STORY, { mayUseModel: false })],
  ])('sends no model %s', async (_what, request) => {
    const model = await aModel('north', says('What?'));
    const drafts = await draftsOf([model.config], request);
    expect(model.bodies).toEqual([]);
    expect(drafts.at(-1)).toMatchObject({ done: true, by: 'built-in' });
  });

  test('never sends earlier private words to a model', async () => {
    const model = await aModel('north', says('What kept your mother on her feet?'));
    const request = answering(STORY);
    request.history.unshift({ role: 'user', text: 'My uncle ran a casino.', private: true });
    await draftsOf([model.config], request);
    expect(model.bodies[0]).not.toContain('casino');
  });

  test('yields no more drafts after the caller has aborted', async () => {
    const gone = new AbortController();
    const model = await aModel('north', (response) => {
      begin(response, ['His ', 'back. ', 'And ']);
      setImmediate(() => gone.abort());
    });
    const drafts: TurnDraft[] = [];
    for await (const draft of modelInterviewer([model.config]).answer(answering(STORY), gone.signal))
      drafts.push(draft);
    expect(drafts.some(({ done }) => done)).toBe(false);
  });
});
