import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import type { Answer } from './person.ts';

/**
 * A language model on this machine that speaks OpenAI’s protocol and acts as the writer until the test ends. The server
 * must allow private addresses and know MODEL_KEY_WRITER.
 */
export async function aModel(answer: (asked: Answer) => Promise<unknown> | unknown) {
  const asked: Answer[] = [];
  const server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    asked.push({ ...body, authorization: request.headers.authorization });
    const content = await answer(body);
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        id: 'answer',
        object: 'chat.completion',
        created: 0,
        model: body.model,
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: JSON.stringify(content) },
          },
        ],
        usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const row = await db.model.create({
    data: {
      name: 'Quill',
      modelName: 'quill-1',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      apiKeyEnv: 'MODEL_KEY_WRITER',
      tasks: ['write'],
    },
  });
  onTestFinished(async () => {
    await db.model.delete({ where: { id: row.id } });
    server.closeAllConnections();
    server.close();
  });
  return { asked };
}

/** A model's response that puts the sentences of one message into a card. */
export function oneCard(title: string, sentences: { text: string; quote?: string; message?: string }[]) {
  return {
    title,
    summary: `Alma told of ${title.toLowerCase()}.`,
    cards: [
      {
        title,
        chapter: 'childhood-home',
        addTo: null,
        paragraphs: [
          {
            sentences: sentences.map(({ text, quote = text, message = 'M2' }) => ({
              text,
              sources: [{ message, quote }],
            })),
          },
        ],
      },
    ],
  };
}

/**
 * A language model on this machine that acts as the interviewer until it is stopped. It streams the text that `says`
 * returns, word by word, and fails for null. The server must allow private addresses.
 */
export async function anInterviewingModel(says: () => string | null) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push(text);
    const words = says();
    if (words === null) return response.writeHead(500).end('{}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (delta: object, finish_reason: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason }];
      const data = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
      response.write(`data: ${JSON.stringify(data)}\n\n`);
    };
    for (const word of words.split(' ')) chunk({ role: 'assistant', content: `${word} ` });
    chunk({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const row = await db.model.create({
    data: { name: 'loopback', modelName: 'm', baseUrl, tasks: ['interview'] },
  });
  return {
    /** The request bodies as they arrived. */
    asked,
    async stop() {
      await db.model.delete({ where: { id: row.id } });
      server.closeAllConnections();
      server.close();
    },
  };
}
