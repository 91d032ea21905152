import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

const words =
  'That must have been a long night for all of you. Who was awake with you then, and what was said?'.split(
    ' ',
  );

/** A language model that streams one word at a time slowly, so that a process can be killed in the middle. */
export async function aModelServer({ wordMs }: { wordMs: number }) {
  let spoken = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    response.on('error', () => {});
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    for (const word of words) {
      if (response.destroyed) return;
      send({ role: 'assistant', content: `${word} ` });
      spoken++;
      await after(wordMs);
    }
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    spoken: () => spoken,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
