import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Chunk = (delta: object, finish?: string | null) => void;

/** A server on this machine that speaks OpenAI's streaming protocol; `answer` writes the response to a request. */
export async function aModelServer(
  answer: (response: ServerResponse, chunk: Chunk, body: { model: string; messages: object[] }) => void,
) {
  const asked: { body: string; authorization: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    asked.push({ body, authorization: request.headers.authorization });
    answer(
      response,
      (delta, finish_reason = null) => {
        const usage = finish_reason && { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 };
        const choices = [{ index: 0, delta, finish_reason }];
        const data = {
          id: '1',
          object: 'chat.completion.chunk',
          created: 1,
          model: 'm',
          choices,
          ...(usage && { usage }),
        };
        response.write(`data: ${JSON.stringify(data)}\n\n`);
      },
      JSON.parse(body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Streams a text word by word and ends the stream properly. */
export function sayWords(response: ServerResponse, chunk: Chunk, words: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const word of words.split(' ')) chunk({ role: 'assistant', content: `${word} ` });
  chunk({}, 'stop');
  response.end('data: [DONE]\n\n');
}
