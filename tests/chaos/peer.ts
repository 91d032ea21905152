import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the fake model behaves: it closes the connection, never answers, or sends half of an answer and hangs. */
export type Manner = 'hangs up' | 'silent' | 'half';

export async function aPeer() {
  let manner: Manner = 'hangs up';
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    request.resume();
    response.on('error', () => {});
    if (manner === 'hangs up') request.socket.destroy();
    if (manner === 'half') sayHalf(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    behave(next: Manner) {
      manner = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sayHalf(response: ServerResponse) {
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'What a night. Who was' } }];
  const said = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify(said)}\n\n`);
}
