import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frames } from '#api/graphql/sockets/frames.ts';
import { subscriberQueue } from '#api/platform/events/subscriber-queue.ts';

type End = { client: WebSocket; socket: WebSocket; wire: Duplex };

const server = createServer();
const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const ends: End[] = [];

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const { client } of ends) client.terminate();
  server.close();
});

/** Both ends of a socket, over a real connection. */
async function connected(): Promise<End> {
  const opened = new Promise<Omit<End, 'client'>>((resolve) => {
    server.once('upgrade', (request, wire, head) =>
      upgrades.handleUpgrade(request, wire, head, (socket) => resolve({ socket, wire })),
    );
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(client, 'open');
  const end = { client, ...(await opened) };
  ends.push(end);
  return end;
}

/** Somebody who follows under an id, with what they have heard. */
async function follower(id: string) {
  const { client, socket, wire } = await connected();
  const heard: { id: string; payload: { n: number } }[] = [];
  client.on('message', (data) => heard.push(JSON.parse(String(data))));
  const answers = subscriberQueue<Buffer>();
  const stream = frames(id, { run: answers.open, stop: answers.end }, { socket, wire });
  const over = stream.next();
  return { id, client, wire, heard, answers, over };
}

describe('A shared answer', () => {
  test('reaches each follower complete and under its own id, even when one has unread answers', async () => {
    // Of one length, so that their frames differ by nothing else; and of others, short and long.
    const followers: Awaited<ReturnType<typeof follower>>[] = [];
    for (const id of ['late', 'soon', 'then', 'x'.repeat(128), 'more']) followers.push(await follower(id));
    const [late] = followers;
    late?.client.pause();
    const count = 600;
    const text = 'The oven was lit at three. '.repeat(2_000);
    for (let n = 0; n < count; n++) {
      const answer = Buffer.from(JSON.stringify({ n, text: n % 2 ? text : 'Yes.' }));
      for (const { answers } of followers) answers.put(answer);
      if (n % 20 === 0) await new Promise(setImmediate);
    }
    const others = followers.filter((each) => each !== late);
    await vi.waitFor(() => expect(others.map(({ heard }) => heard.length)).toEqual(others.map(() => count)), {
      timeout: 30_000,
    });

    expect(late?.wire.writableLength).toBeGreaterThan(0);
    late?.client.resume();
    await vi.waitFor(() => expect(late?.heard.length).toBe(count), { timeout: 30_000 });

    const inOrder = Array.from({ length: count }, (_, n) => n);
    for (const { id, heard, answers, over } of followers) {
      expect(new Set(heard.map((each) => each.id))).toEqual(new Set([id]));
      expect(heard.map(({ payload }) => payload.n)).toEqual(inOrder);
      answers.end();
      expect(await over).toEqual({ done: true, value: undefined });
    }
  });
});
