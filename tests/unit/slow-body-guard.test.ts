import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '#api/http/headers.ts';
import { openSlowBodyGuard } from '#api/http/slow-body-guard.ts';

const times = { graceMs: 100, lookEveryMs: 10 };
const body = Buffer.alloc(4_000_000, ' ');

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server that watches the pace of what comes; gives its address. */
async function watching(handle: Handle): Promise<string> {
  const slowBodyGuard = openSlowBodyGuard(times);
  const server = createServer((request, response) => {
    slowBodyGuard.watch(request, response);
    handle(request, response);
  });
  onTestFinished(() => {
    slowBodyGuard.close();
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('A body that waits for the server is not refused as slow', async () => {
  const url = await watching(async (request, response) => {
    // As while it is found out whose it is: several graces long.
    await sleep(5 * times.graceMs);
    let bytes = 0;
    for await (const piece of request) bytes += (piece as Buffer).length;
    answer(response, 200, { bytes });
  });

  const response = await fetch(url, { method: 'POST', body });

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ bytes: body.length });
});

test('A body whose sender stops is refused as slow, and the message names the least rate', async () => {
  const url = new URL(await watching((request) => void request.resume()));
  const socket = connect(Number(url.port), url.hostname);
  onTestFinished(() => void socket.destroy());
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nno more');

  const [answered] = await once(socket, 'data');

  expect(String(answered)).toMatch(
    /^HTTP\/1\.1 408 .*The body came too slowly: in each 0\.1 s at least 8 KB/s,
  );
});

test('A request without body gets its whole answer at once, also when its connection closes', async () => {
  let ended: boolean | undefined;
  const url = await watching((_request, response) => {
    response.setHeader('connection', 'close');
    answer(response, 200, { ok: true });
    ended = response.writableEnded;
  });

  const response = await fetch(url);

  expect(await response.json()).toEqual({ ok: true });
  expect(ended).toBe(true);
});
