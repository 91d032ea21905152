import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

export type SlowModel = {
  /** Sends the next sentence; resolves when it is sent. */
  goOn: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A language model on this machine that answers only one given text, sentence by sentence, each when the test allows
 * it. It refuses other requests, so that the built-in interviewer handles those.
 */
export async function aSlowModel(heard: string, sentences: string[]): Promise<SlowModel> {
  let ask = (_send: (chunk: object | null) => void) => {};
  const sender = new Promise<(chunk: object | null) => void>((resolve) => (ask = resolve));
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const said: { messages: { content: unknown }[] } = JSON.parse(body);
    if (!JSON.stringify(said.messages.at(-1)?.content).includes(heard)) return response.writeHead(500).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    ask((choice) =>
      choice === null
        ? response.end('data: [DONE]\n\n')
        : response.write(
            `data: ${JSON.stringify({ ...chunkOfOne, choices: [{ index: 0, ...choice }] })}\n\n`,
          ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const database = new pg.Client({ connectionString: process.env.EVERTOLD_DATABASE });
  await database.connect();
  const { rows } = await database.query<{ id: string }>(
    `insert into model (id, name, model_name, base_url, tasks, timeout_ms)
     values (gen_random_uuid(), $1, 'slow', $2, '{interview}', 60000) returning id`,
    [`slow ${port}`, `http://127.0.0.1:${port}/v1`],
  );

  // A sentence counts as complete once the next one has begun, so each part ends with the first word of the next.
  const words = sentences.map((sentence) => sentence.split(' '));
  const parts = words.map(([, ...rest], i) => [...rest, words[i + 1]?.[0] ?? ''].join(' '));
  let said = 0;
  return {
    async goOn() {
      const send = await sender;
      const first = said === 0 ? `${words[0]?.[0]} ` : ' ';
      send({ delta: { role: 'assistant', content: first + parts[said++] }, finish_reason: null });
      if (said < parts.length) return;
      send({ delta: {}, finish_reason: 'stop' });
      send(null);
    },
    async close() {
      await database.query('delete from model where id = $1', [rows[0]?.id]);
      await database.end();
      server.closeAllConnections();
      server.close();
    },
  };
}

const chunkOfOne = { id: 'answer', object: 'chat.completion.chunk', created: 1, model: 'slow' };
