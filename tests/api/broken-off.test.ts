import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { openLog } from '#api/platform/log.ts';
import { aTelling } from '#tests/support/told.ts';
import { aFamily, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

type Line = { level: number; msg: string };

const withinMs = { timeout: 20_000 };
const warning = 40;

/** The lines that the server writes from now on, down to those for debugging. */
function logged(): Line[] {
  const lines: Line[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  openLog('debug', to);
  return lines;
}

async function reach(): Promise<Socket> {
  const { hostname, port } = new URL(server().url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

describe('A connection that the client cuts', () => {
  const ends: Socket[] = [];
  const note = (message: unknown) => ends.push((message as { socket: Socket }).socket);
  beforeAll(() => {
    subscribe('net.server.socket', note);
    return () => unsubscribe('net.server.socket', note);
  });
  afterEach(() => openLog('silent'));

  /** The server's end of a connection. */
  const other = async (socket: Socket) =>
    vi.waitFor(() => {
      const end = ends.find(({ remotePort }) => remotePort === socket.localPort);
      if (!end) throw new Error('The server has not taken the connection');
      return end;
    }, withinMs);

  test.each(['/graphql', '/api/auth/sign-in/email'])(
    'amid what it sends to %s alarms nobody',
    async (path) => {
      const lines = logged();
      const socket = await reach();
      const end = await other(socket);
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`);
      socket.write('content-length: 100\r\n\r\n{"que');
      await vi.waitFor(() => expect(end.bytesRead).toBe(socket.bytesWritten), withinMs);

      socket.resetAndDestroy();

      await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain('request'), withinMs);
      expect(lines.map(({ msg }) => msg)).toContain('broken off');
      expect(lines.filter(({ level }) => level >= warning)).toEqual([]);
    },
  );

  test('before it has read the answer is not logged as an error', async () => {
    const family = await aFamily();
    const telling = await aTelling(family.subject.id, Array(8).fill('word '.repeat(3_900)));
    const lines = logged();
    const reader = new WebSocket(`${server().url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: family.owner.cookie ?? '', origin: server().config.publicUrl },
    });
    await once(reader, 'open');
    reader.send(JSON.stringify({ type: 'connection_init' }));
    await once(reader, 'message');
    const socket = (reader as unknown as { _socket: Socket })._socket;
    const end = await other(socket);

    // It asks for more than fits between the two, and reads none of it.
    reader.pause();
    const query =
      'query ($id: ID!) { conversation(id: $id) { messages(first: 100) { edges { node { text } } } } }';
    const payload = { query, variables: { id: telling.id } };
    // An answer more at each look: whoever has too much waiting for them is cut off by the server itself.
    await vi.waitFor(
      () => {
        reader.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload }));
        expect(end.writableLength).toBeGreaterThan(0);
      },
      { ...withinMs, interval: 20 },
    );
    socket.resetAndDestroy();

    await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain('socket cut off'), withinMs);
    expect(lines.filter(({ level }) => level >= warning)).toEqual([]);
  });
});
