import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { generateText, streamText } from 'ai';
import { afterEach, describe, expect, test } from 'vitest';
import { aiSdkModels } from '#api/adapters/llm/ai-sdk.ts';
import { publicFetch, type ResolveName } from '#api/adapters/public-fetch.ts';
import { type ModelProvider, modelProviders } from '#api/platform/models.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: (response: ServerResponse, request: IncomingMessage, body: string) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request);
    answer(response, request, await text(request));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The events by which each provider streams words, and the last ones that end the stream properly. */
const protocols: Record<ModelProvider, { word: (text: string) => object[]; end: object[] }> = {
  'openai-compatible': {
    word: (content) => [
      { id: '1', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content } }] },
    ],
    end: [
      {
        id: '1',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
        usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
      },
    ],
  },
  anthropic: {
    word: (words) => [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } }],
    end: [
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 2 },
      },
      { type: 'message_stop' },
    ],
  },
  google: {
    word: (words) => [{ candidates: [{ content: { role: 'model', parts: [{ text: words }] }, index: 0 }] }],
    end: [
      {
        candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2, totalTokenCount: 9 },
      },
    ],
  },
};

const anthropicStart = [
  {
    type: 'message_start',
    message: {
      id: '1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 7, output_tokens: 0 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
];

function stream(response: ServerResponse, provider: ModelProvider, words: string[], whole: boolean) {
  const { word, end } = protocols[provider];
  const events = [
    ...(provider === 'anthropic' ? anthropicStart : []),
    ...words.flatMap(word),
    ...(whole ? end : []),
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = provider === 'anthropic' ? `event: ${(event as { type: string }).type}\n` : '';
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
}

const open = (provider: ModelProvider, origin: string, allowPrivateAddresses = true) =>
  aiSdkModels({ allowPrivateAddresses }).openModel({
    name: 'north',
    provider,
    baseUrl: `${origin}/v1`,
    apiKey: 'a-key',
    modelName: 'm',
  });

async function read(provider: ModelProvider, origin: string, timeoutMs = 10_000) {
  const model = await open(provider, origin);
  let failure: unknown = null;
  const result = streamText({
    model,
    prompt: 'Hello',
    maxRetries: 0,
    abortSignal: AbortSignal.timeout(timeoutMs),
    onError: ({ error }) => {
      failure = error;
    },
  });
  let words = '';
  for await (const part of result.textStream) words += part;
  if (failure) throw failure;
  return { words, reason: await result.finishReason, usage: await result.usage };
}

describe.each(modelProviders)('A model of %s', (provider) => {
  test('streams its words and counts its tokens, and gets the key in its own header', async () => {
    const { asked, origin } = await serve((response) => {
      stream(response, provider, ['Good ', 'day'], true);
      response.end();
    });

    expect(await read(provider, origin)).toMatchObject({
      words: 'Good day',
      reason: 'stop',
      usage: { inputTokens: 7, outputTokens: 2 },
    });
    const { authorization } = asked[0]?.headers ?? {};
    const sent = [authorization, asked[0]?.headers['x-api-key'], asked[0]?.headers['x-goog-api-key']];
    expect(sent.filter(Boolean)).toEqual([provider === 'openai-compatible' ? 'Bearer a-key' : 'a-key']);
  });

  test('fails where the server answers an error', async () => {
    const { origin } = await serve((response) => response.writeHead(500).end('{}'));

    await expect(read(provider, origin)).rejects.toMatchObject({ statusCode: 500 });
  });

  test('fails where the server answers no JSON', async () => {
    const { origin } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"broken\n\n');
    });

    await expect(read(provider, origin)).rejects.toThrow();
  });

  test('is not taken for whole where the stream is cut', async () => {
    const { origin } = await serve((response) => {
      stream(response, provider, ['Good '], false);
      setImmediate(() => response.destroy());
    });

    const outcome = await read(provider, origin).catch((error: unknown) => ({ error }));
    expect(outcome).not.toMatchObject({ reason: 'stop' });
  });

  test('fails with the caller’s timeout where the server never answers', async () => {
    const { origin } = await serve(() => {});

    const outcome = await read(provider, origin, 200).catch((error: unknown) => ({ error }));
    expect(outcome).not.toMatchObject({ reason: 'stop' });
  });

  test('is not followed to where it redirects', async () => {
    const elsewhere = await serve((response) => response.end('{}'));
    const { asked, origin } = await serve((response) => {
      response.writeHead(307, { location: `${elsewhere.origin}/v1` }).end();
    });

    await expect(read(provider, origin)).rejects.toThrow();
    expect(asked).toHaveLength(1);
    expect(elsewhere.asked).toHaveLength(0);
  });

  test('on this machine is refused before a connection unless the configuration allows it', async () => {
    const { asked, origin } = await serve((response) => response.end('{}'));
    const model = await open(provider, origin, false);

    await expect(generateText({ model, prompt: 'Hello', maxRetries: 0 })).rejects.toMatchObject({
      cause: { name: 'PrivateAddressRefused' },
    });
    expect(asked).toHaveLength(0);
  });
});

describe('The fetch that refuses private addresses', () => {
  const resolvesTo = (...found: string[]) =>
    ((_name: string, _options: object, done: (error: null, addresses: object[]) => void) =>
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as ResolveName;

  test.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'refuses a name that resolves to %s',
    async (address) => {
      await expect(publicFetch(resolvesTo(address))('http://models.example/')).rejects.toMatchObject({
        cause: { name: 'PrivateAddressRefused' },
      });
    },
  );

  test('refuses a name of which only one address is private', async () => {
    await expect(
      publicFetch(resolvesTo('93.184.215.14', '127.0.0.1'))('http://models.example/'),
    ).rejects.toMatchObject({ cause: { name: 'PrivateAddressRefused' } });
  });

  test.each(['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://2130706433:9/', 'http://0x7f.1:9/'])(
    'refuses the address %s, however it is written',
    async (address) => {
      await expect(publicFetch()(address)).rejects.toMatchObject({
        cause: { name: 'PrivateAddressRefused' },
      });
    },
  );
});
