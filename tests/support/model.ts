import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import type { Answer } from './person.ts';

/**
 * A language model on this machine that speaks OpenAI’s protocol, and is the writer until the test ends. The
 * server must be allowed to reach private addresses, and know MODEL_KEY_WRITER.
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

/** What a model answers that lays the sentences of one message into a card. */
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
