import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { locateQuote } from '#api/biography/writing/model/quotes.ts';
import { modelWriter, type WriterModel } from '#api/biography/writing/model-writer.ts';
import { openModelPort } from '#tests/support/model-port.ts';
import { bodyOf, EXCHANGE, kept, requestOf, talk } from '#tests/unit/writing/alma.ts';

beforeAll(openModelPort);

type Reply = string | object | number | 'HANG';

interface Asked {
  messages: { role: string; content: string }[];
  response_format?: { type: string };
}

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** An OpenAI-compatible server that sends the given replies in order. */
async function modelThat(...replies: Reply[]) {
  const asked: Asked[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    asked.push(JSON.parse(await text(request)) as Asked);
    const reply = replies[Math.min(asked.length, replies.length) - 1];
    if (reply === 'HANG') return;
    if (typeof reply === 'number') {
      response.writeHead(reply, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
      return;
    }
    const content = typeof reply === 'string' ? reply : JSON.stringify(reply);
    const completion = {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'fake',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion));
  });
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const model: WriterModel = {
    name: 'fake',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: null,
    modelName: 'fake',
  };
  return { asked, model };
}

function answer(
  sentences: { text: string; sources: { message: string; quote: string }[] }[],
  over: object = {},
) {
  return {
    title: 'The wrong number, four nights running',
    summary: 'How Des kept calling the exchange.',
    cards: [
      {
        title: 'The wrong number, four nights running',
        chapter: 'love',
        addTo: null,
        paragraphs: [{ sentences }],
        ...over,
      },
    ],
  };
}

const TRUE_SENTENCE = {
  text: 'There was a boy who called four nights running, always the wrong number.',
  sources: [
    { message: 'M2', quote: 'there was a boy who called four nights running, always the wrong number' },
  ],
};
const ALSO_TRUE = {
  text: 'The other girls had a bet on it.',
  sources: [{ message: 'M2', quote: 'The other girls had a bet on it.' }],
};
const MADE_UP = {
  text: 'He called from Boston every Sunday.',
  sources: [{ message: 'M2', quote: 'The other girls had a bet on it.' }],
};
const request = requestOf(talk(EXCHANGE.slice(2, 3)));
const signal = () => new AbortController().signal;

describe('A writer with a model', () => {
  test('takes supported sentences with the exact position of each quote', async () => {
    const { asked, model } = await modelThat(answer([TRUE_SENTENCE, ALSO_TRUE]));
    const written = await modelWriter(model).write(request, signal());

    expect(written).toMatchObject({ writer: 'fake', refusals: [], tokens: { input: 100, output: 20 } });
    expect(written.cards).toHaveLength(1);
    expect(written.cards[0]).toMatchObject({
      decision: 'NEW',
      title: 'The wrong number, four nights running',
      chapterKey: 'love',
    });
    for (const sentence of written.cards[0]?.paragraphs.flat() ?? []) {
      const [source] = sentence.sources;
      const said = request.messages
        .find((message) => message.id === source?.messageId)
        ?.text.slice(source?.start, source?.end);
      expect(said?.toLowerCase()).toContain(sentence.text.slice(0, -1).toLowerCase());
    }
    expect(asked).toHaveLength(1);
    expect(asked[0]?.response_format?.type).toBe('json_schema');
  });

  test('parses an answer in a code fence or with text around it', async () => {
    const { model } = await modelThat(
      `Here you are:\n\`\`\`json\n${JSON.stringify(answer([TRUE_SENTENCE]))}\n\`\`\``,
    );

    expect(await modelWriter(model).write(request, signal())).toMatchObject({ writer: 'fake', refusals: [] });
  });

  test('asks once more with the findings, then drops and lists invented sentences', async () => {
    const { asked, model } = await modelThat(answer([TRUE_SENTENCE, ALSO_TRUE, MADE_UP]));
    const written = await modelWriter(model).write(request, signal());

    expect(asked).toHaveLength(2);
    expect(asked[1]?.messages.at(-1)?.content).toContain('MISSING_NAME Boston');
    expect(written.writer).toBe('fake');
    expect(bodyOf(written.cards[0] as (typeof written.cards)[number])).not.toContain('Boston');
    expect(written.refusals.map((refusal) => refusal.text)).toEqual([MADE_UP.text, MADE_UP.text]);
  });

  test('takes the second answer when it is better', async () => {
    const { model } = await modelThat(answer([MADE_UP]), answer([TRUE_SENTENCE, ALSO_TRUE]));
    const written = await modelWriter(model).write(request, signal());

    expect(written).toMatchObject({ writer: 'fake', tokens: { input: 200, output: 40 } });
    expect(written.refusals).toHaveLength(1);
    expect(written.cards[0]?.paragraphs.flat()).toHaveLength(2);
  });

  test('refuses a quote that nobody said', async () => {
    const { model } = await modelThat(
      answer([
        TRUE_SENTENCE,
        { text: 'The girls had a bet.', sources: [{ message: 'M2', quote: 'the girls all had a big bet' }] },
      ]),
    );

    expect((await modelWriter(model).write(request, signal())).refusals[0]?.findings).toEqual([
      { kind: 'NO_SOURCE', token: 'the girls all had a big bet' },
    ]);
  });

  test('refuses the interviewer’s words as a source', async () => {
    const { model } = await modelThat(
      answer([
        TRUE_SENTENCE,
        {
          text: 'Somebody called the exchange at night.',
          sources: [{ message: 'M1', quote: 'called the exchange at night' }],
        },
      ]),
    );

    expect((await modelWriter(model).write(request, signal())).refusals[0]?.findings[0]?.kind).toBe(
      'NO_SOURCE',
    );
  });

  test('replaces a title that names something never said', async () => {
    const { model } = await modelThat(
      answer([TRUE_SENTENCE, ALSO_TRUE], { title: 'The wrong number from Boston' }),
    );
    const written = await modelWriter(model).write(request, signal());

    expect(written.cards[0]?.title).not.toContain('Boston');
    expect(written.cards[0]?.title).not.toBe('');
  });

  test('adds only new sentences to the card that the model names', async () => {
    const first = await modelWriter((await modelThat(answer([TRUE_SENTENCE]))).model).write(
      request,
      signal(),
    );
    server?.close();
    const again = requestOf(talk(EXCHANGE.slice(2, 3), 'n'), kept(first));
    const { model } = await modelThat(
      answer(
        [
          TRUE_SENTENCE,
          ALSO_TRUE,
          {
            text: 'Des said he wanted to hear me say good evening.',
            sources: [{ message: 'M2', quote: 'Des said he wanted to hear me say good evening.' }],
          },
        ],
        { addTo: 'card0' },
      ),
    );
    const written = await modelWriter(model).write(again, signal());

    expect(written.cards).toMatchObject([{ decision: 'ADD_TO', cardId: 'card0', mark: 'INFERRED' }]);
    expect(bodyOf(written.cards[0] as (typeof written.cards)[number])).not.toContain('four nights running');
  });

  test('never sends private turns to the model', async () => {
    const { asked, model } = await modelThat(answer([TRUE_SENTENCE]));
    const secret = talk(
      [['Anything else?', '', 'Beatrice was born in Fall River, but that is between us.']],
      's',
    ).map((message) => ({ ...message, private: true }));
    await modelWriter(model).write(requestOf([...request.messages, ...secret]), signal());

    expect(JSON.stringify(asked)).not.toMatch(/Beatrice|Fall River|Anything else/);
  });

  test.each<[string, Reply[], number]>([
    ['sends no JSON', ['I would rather not.'], 2],
    ['sends JSON of another shape', [{ stories: [] }], 2],
    ['sends half of its JSON', ['{"title":"The wrong'], 2],
    ['makes everything up', [answer([MADE_UP])], 2],
    ['has nothing to say', [{ title: 'x', summary: 'x', cards: [] }], 2],
    ['fails', [500], 2],
  ])('falls back to the built-in writer when the model %s', async (_what, replies, times) => {
    const { asked, model } = await modelThat(...replies);
    const written = await modelWriter(model).write(request, signal());

    expect(written.writer).toBe('built-in');
    expect(written.cards.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(times);
  });

  test('asks without a schema when the server rejects one', async () => {
    const { asked, model } = await modelThat(400, answer([TRUE_SENTENCE]));
    const written = await modelWriter(model).write(request, signal());

    expect(written.writer).toBe('fake');
    expect(asked[1]?.response_format?.type).not.toBe('json_schema');
  });

  test('stops waiting for a silent model at the time limit and does not ask it again', async () => {
    const { asked, model } = await modelThat('HANG');
    const written = await modelWriter({ ...model, timeoutMs: 50 }).write(request, signal());

    expect(written.writer).toBe('built-in');
    expect(asked).toHaveLength(1);
  });

  test('falls back to another model before the built-in writer', async () => {
    const { model } = await modelThat(500, 500, answer([TRUE_SENTENCE]));
    const written = await modelWriter(model, { fallback: modelWriter({ ...model, name: 'second' }) }).write(
      request,
      signal(),
    );

    expect(written.writer).toBe('second');
  });

  test('stops at once when it is aborted', async () => {
    const { model } = await modelThat('HANG');
    const stop = new AbortController();
    const writing = modelWriter(model).write(request, stop.signal);
    stop.abort(new Error('stopped'));

    await expect(writing).rejects.toThrow('stopped');
  });

  test('sends the given instructions to the model', async () => {
    const { asked, model } = await modelThat(answer([TRUE_SENTENCE]));
    await modelWriter(model, { instructions: 'Write like the sea.' }).write(request, signal());

    expect(JSON.stringify(asked[0]?.messages)).toContain('Write like the sea.');
  });
});

describe('A quote of a model', () => {
  const said = 'So, um, I opened my mouth, and I said, “Good morning, this is Alma.” They laughed.';

  test.each([
    ['I opened my mouth', 'I opened my mouth'],
    ['i opened my mouth and i said', 'I opened my mouth, and I said'],
    ['I said, "Good morning, this is Alma."', 'I said, “Good morning, this is Alma.”'],
    ['They laughed', 'They laughed'],
    ['so i opened', 'So, um, I opened'],
  ])('%j is found as %j', (quote, found) => {
    const place = locateQuote(quote, said);

    expect(place && said.slice(place.start, place.end)).toBe(found);
  });

  test.each(['', '...', 'I opened my heart', 'opened my mouth said', 'laugh', 'pened my mouth'])(
    '%j is not found',
    (quote) => {
      expect(locateQuote(quote, said)).toBeNull();
    },
  );
});
