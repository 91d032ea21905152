import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { most } from '#api/http/body-memory-budget.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import {
  acknowledged,
  type BareSocket,
  openSocket,
  refusedUpgrade,
  subscribeMessage,
} from '#tests/support/socket.ts';
import { aPerson, aSubject, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

let lastAddress = 0;

/** A caller from an address where nobody else is. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${++lastAddress}` });

const init = { type: 'connection_init' };
const changes = 'subscription ($id: ID!) { conversationChanged(subjectId: $id) { id } }';

/** How many subscriptions the server runs. */
async function following(): Promise<number> {
  const { values } = await metrics.subscriptions.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** A socket whose frames are written by hand, as no library would write them. */
async function bareUpgrade(further: { allowHalfOpen?: boolean } = {}, headers = elsewhere()) {
  const { port } = new URL(server().url);
  const raw = connect({ port: Number(port), host: '127.0.0.1', ...further });
  raw.write(
    [
      'GET /graphql HTTP/1.1',
      'host: 127.0.0.1',
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol: graphql-transport-ws',
      `x-forwarded-for: ${headers['x-forwarded-for']}`,
      '\r\n',
    ].join('\r\n'),
  );
  await once(raw, 'data');
  return raw;
}

describe('A misbehaving socket', () => {
  test('is closed with 4429 when it sends endlessly, whatever it sends', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna, { isSelf: true });
    const floods: [string, (opened: BareSocket, n: number) => void][] = [
      ['pings of the protocol', (opened) => opened.send({ type: 'ping' })],
      ['answers to nothing', (opened) => opened.send({ type: 'complete', id: 'none' })],
      ['subscriptions', (opened, n) => opened.send(subscribeMessage(`${n}`, changes, { id }))],
    ];
    for (const [what, send] of floods) {
      const opened = await acknowledged(anna, elsewhere());
      for (let n = 0; n < 250; n++) send(opened, n);

      expect({ what, ...(await opened.closed) }).toMatchObject({ what, code: 4429 });
    }
  });

  test('is cut when it pings endlessly', async () => {
    const opened = await openSocket(elsewhere());
    for (let n = 0; n < 1000; n++) opened.socket.ping('x');

    // By the library, when its answers pile up; else by us.
    expect([1006, 4429]).toContain((await opened.closed).code);
  });

  test('is closed with 4429 when it sends too many bytes', async () => {
    const opened = await openSocket(elsewhere());
    opened.send(init);
    await opened.next('connection_ack');
    for (let n = 0; n < 3; n++) opened.send({ type: 'ping', payload: { filler: 'x'.repeat(900_000) } });

    expect((await opened.closed).code).toBe(4429);
  });

  test.each([
    ['says hello with a long speech', 4400, [{ ...init, payload: { apiKey: 'x'.repeat(1_000_000) } }]],
    ['says hello twice', 4429, [init, init]],
    ['asks before it has said hello', 4401, [subscribeMessage('1', '{ __typename }')]],
    ['speaks in lists', 4400, [[init]]],
    ['says what nobody knows', 4400, [{ type: 'open_sesame' }]],
    ['gives a number for an id', 4400, [init, { ...subscribeMessage('1', '{ __typename }'), id: 1 }]],
    ['gives an id without end', 4400, [init, subscribeMessage('x'.repeat(1000), '{ __typename }')]],
    ['asks nothing', 4400, [init, { id: '1', type: 'subscribe', payload: {} }]],
  ])('and %s is closed with %i', async (_what, code, messages) => {
    const opened = await openSocket(elsewhere());
    for (const [at, message] of messages.entries()) {
      opened.send(message);
      if (message === init && at === 0 && messages[1] !== init)
        await opened.next('connection_ack').catch(() => {});
    }

    expect((await opened.closed).code).toBe(code);
  });

  test('is closed with 4409 when it reuses an id that has not ended', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna, { isSelf: true });
    for (const between of [[], [{ id: 'same', type: 'complete' }]]) {
      const opened = await acknowledged(anna, elsewhere());
      opened.send(subscribeMessage('same', changes, { id }));
      for (const message of between) opened.send(message);
      opened.send(subscribeMessage('same', changes, { id }));

      expect((await opened.closed).code).toBe(4409);
    }
  });

  test('leaves nothing behind when it subscribes and unsubscribes repeatedly', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna, { isSelf: true });
    const opened = await acknowledged(anna, elsewhere());
    for (let n = 0; n < 95; n++) {
      opened.send(subscribeMessage(`${n}`, changes, { id }));
      opened.send({ id: `${n}`, type: 'complete' });
    }

    await expect.poll(following, { timeout: 20_000 }).toBe(0);
    opened.socket.close();
  });

  test('is not opened with another protocol or none', async () => {
    const url = `${server().url.replace('http', 'ws')}/graphql`;
    for (const protocols of [['graphql-ws'], ['mqtt', 'soap']]) {
      const socket = new WebSocket(url, protocols, { headers: elsewhere() });
      const [error] = await once(socket, 'error');
      expect(error.message).toContain('no subprotocol');
    }
    const [code] = await once(new WebSocket(url, { headers: elsewhere() }), 'close');
    expect(code).toBe(4406);
  });

  test('is cut when it sends a compressed or invalid frame', async () => {
    // The first bit after FIN says "compressed"; the second frame is of a kind that does not exist.
    for (const frame of [Buffer.from([0xc1, 0x80, 0, 0, 0, 0]), Buffer.from([0x83, 0x80, 0, 0, 0, 0])]) {
      const raw = await bareUpgrade();
      raw.write(frame);
      const [told] = await once(raw, 'data');
      raw.resume();
      await once(raw, 'close');

      // A close frame with 1002, "protocol error".
      expect([told[0], told.readUInt16BE(2)]).toEqual([0x88, 1002]);
    }
  });

  test('is closed with 1013 when its network holds too many unfinished messages, and dropping them frees the memory', async () => {
    const address = elsewhere();
    const hello = Buffer.from('{"type":"connection_init"}');
    const said = Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]);
    // The head of a frame of 1,000,000 bytes, and nearly all of it.
    const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x40, 0, 0, 0, 0]);
    const nearly = Buffer.concat([head, Buffer.alloc(990_000, ' ')]);
    const going = async () => {
      const raw = await bareUpgrade({}, address);
      raw.on('error', () => {});
      raw.write(said);
      await once(raw, 'data');
      const told = once(raw, 'data') as Promise<[Buffer]>;
      raw.write(nearly);
      return { raw, told };
    };
    const count = Math.ceil(most.ofNetwork.bytes / nearly.length) + 1;
    const all = await Promise.all(Array.from({ length: count }, going));
    const [told] = await Promise.race(all.map(({ told }) => told));

    // A close frame with 1013, "try again later".
    expect([told[0], told.readUInt16BE(2)]).toEqual([0x88, 1013]);
    const closed = all.map(({ raw }) => once(raw, 'close'));
    for (const { raw } of all) raw.destroy();
    await Promise.all(closed);
    // Whoever says it to its end is heard: an answer comes, and no goodbye.
    await expect
      .poll(
        async () => {
          const { raw, told } = await going();
          const pong = JSON.stringify({ type: 'ping' });
          raw.write(Buffer.concat([Buffer.alloc(10_000 - pong.length, ' '), Buffer.from(pong)]));
          const [answered] = await told;
          raw.destroy();
          return answered[0];
        },
        { timeout: 20_000 },
      )
      .toBe(0x81);
  });

  test('is not read any more once it is being closed', async () => {
    const raw = await bareUpgrade({ allowHalfOpen: true });
    raw.on('error', () => {});
    // The head of a frame of 8 MB: more than is taken.
    raw.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0]));
    const [told] = await once(raw, 'data');
    const cut = new Promise((resolve) => raw.once('close', resolve));
    const part = Buffer.alloc(256 * 1024);
    let taken = 0;
    const goOn = () =>
      raw.write(part, (error) => {
        if (!error) taken += part.length;
        if (!error && taken < 64 * 1024 * 1024) goOn();
      });
    goOn();
    await cut;

    expect([told[0], told.readUInt16BE(2)]).toEqual([0x88, 1009]);
    // The network holds some of it.
    expect(taken).toBeLessThan(32 * 1024 * 1024);
  });

  test('is cut when it never reads, and holds only a few answers in memory', {
    timeout: 60_000,
  }, async () => {
    const anna = await aPerson();
    const opened = await acknowledged(anna, elsewhere());
    opened.socket.pause();
    const closed = opened.closed.then(() => true);
    const query = getIntrospectionQuery();
    // A hundred and fifty times the whole schema: more than the network holds on the way.
    for (let n = 0; n < 150; n++) opened.send(subscribeMessage(`${n}`, query));
    while (!(await Promise.race([closed, sleep(50, false)]))) {
      if (opened.socket.readyState === WebSocket.OPEN) opened.socket.pong();
    }

    expect(await closed).toBe(true);
  });
});

describe('The number of sockets', () => {
  test('is limited to fifty per account, and a closed one frees its place', async () => {
    const [anna, ben] = [await aPerson('Anna'), await aPerson('Ben')];
    const opened = await Promise.all(Array.from({ length: 50 }, () => acknowledged(anna, elsewhere())));
    const further = await openSocket({ cookie: anna.cookie ?? '', ...elsewhere() });
    further.send(init);
    expect((await further.closed).code).toBe(4429);
    (await acknowledged(ben, elsewhere())).socket.close();

    opened[0]?.socket.close();
    await opened[0]?.closed;
    const again = await acknowledged(anna, elsewhere());
    for (const each of [again, ...opened]) each.socket.terminate();
  });

  test('is limited to five hundred per address, acknowledged or not', { timeout: 60_000 }, async () => {
    const here = elsewhere();
    const opened: BareSocket[] = [];
    for (let n = 0; n < 10; n++) {
      opened.push(...(await Promise.all(Array.from({ length: 50 }, () => openSocket(here)))));
    }

    expect(await refusedUpgrade(here)).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    (await openSocket(elsewhere())).socket.terminate();
    for (const { socket } of opened) socket.terminate();
  });
});
