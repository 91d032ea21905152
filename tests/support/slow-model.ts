import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { db } from '#api/platform/database/database.ts';

/** A pending request to the model; the test writes its response. */
export type ModelRequest = {
  /** The request body as text. */
  body: string;
  say: (words: string) => void;
  finish: () => void;
  /** Whether the client disconnected before the end. */
  left: () => boolean;
};

/**
 * A language model on this machine that acts as the interviewer until it is stopped; the test writes all its responses.
 * The server must allow private addresses.
 */
export async function aSlowModel() {
  const asked: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const tell = (delta: object, finish_reason: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason }];
      const data = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
      response.write(`data: ${JSON.stringify(data)}\n\n`);
    };
    asked.push({
      body,
      say: (content) => tell({ role: 'assistant', content }),
      finish() {
        tell({}, 'stop');
        response.end('data: [DONE]\n\n');
      },
      left: () => response.destroyed && !response.writableEnded,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const row = await db.model.create({
    data: {
      name: 'slow',
      modelName: 'm',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      tasks: ['interview'],
      timeoutMs: 120_000,
    },
  });
  return {
    /** The n-th request, as soon as it arrives. */
    asked: (n: number, withinMs: number): Promise<ModelRequest> =>
      vi.waitFor(
        () => {
          const one = asked[n];
          if (!one) throw new Error(`The model was asked ${asked.length} times`);
          return one;
        },
        { timeout: withinMs, interval: 20 },
      ),
    async stop() {
      await db.model.delete({ where: { id: row.id } });
      server.closeAllConnections();
      server.close();
    },
  };
}
