import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '#api/graphql/limits/limits.ts';
import { refusedCost, sizeCost } from '#api/graphql/limits/meter.ts';
import { mostWaiting } from '#api/graphql/limits/turns.ts';
import { most, openBodyMemoryBudget } from '#api/http/body-memory-budget.ts';
import { pool } from '#api/platform/database/database.ts';
import { aPerson, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

let lastAddress = 0;

/** An address from which nobody has asked yet. */
const anAddress = () => `198.51.100.${++lastAddress}`;

const question = JSON.stringify({ query: '{ me { id } }' });
const part = Buffer.alloc(500_000, ' ');

type Sent = { socket: Socket; answer: Promise<string> };

/** Sends the head of a request, with as much of its body as is given; all of them are cut after the test. */
async function send(headers: string[], body: string | Buffer = '', path = '/graphql'): Promise<Sent> {
  const { hostname, port } = new URL(server().url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)));
    socket.once('close', () => resolve(''));
  });
  await once(socket, 'connect');
  socket.write(
    [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', ...headers, '\r\n'].join('\r\n'),
  );
  if (body.length > 0) socket.write(body);
  return { socket, answer };
}

/** A body of so many bytes from an address, of which a part comes at first. */
const begin = (address: string, length: number, body: string | Buffer = '', path = '/graphql') =>
  send([`x-forwarded-for: ${address}`, `content-length: ${length}`], body, path);

/** Asked as people ask: all of it in one piece. */
async function ask(address: string, headers: Record<string, string> = {}, body: string = question) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The server's ends of the connections, by the ports of the others. */
const ends = new Map<number | undefined, Socket>();
const note = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  ends.set(socket.remotePort, socket);
};
beforeAll(() => {
  subscribe('net.server.socket', note);
  return () => unsubscribe('net.server.socket', note);
});

/** Resolves when the server has read all that was written. */
async function arrived(...sent: Sent[]) {
  const unread = ({ socket }: Sent) => ends.get(socket.localPort)?.bytesRead !== socket.bytesWritten;
  await expect.poll(() => sent.filter(unread).length, { timeout: 20_000 }).toBe(0);
}

/** The first to be answered of those that wait. */
const firstAnswer = (sent: Sent[]) => Promise.race(sent.map(({ answer }) => answer));

describe('Unfinished bodies from one address', () => {
  test('are limited in number: one more is refused with retry-after, and a body in one piece is still accepted', async () => {
    const [address, other] = [anAddress(), anAddress()];
    const one = () => begin(address, question.length, question.slice(0, 5));
    const sent = await Promise.all(Array.from({ length: most.ofNetwork.bodies }, one));
    await arrived(...sent);

    const told = await (await one()).answer;
    expect(told).toMatch(/^HTTP\/1\.1 429 .*retry-after: 10\r\n.*"code":"TOO_MANY_REQUESTS"/is);
    expect(told).toMatch(/^connection: close\r$/im);
    expect(told).toContain('Too much is being sent: 200 bodies at once, or 64 MB of them');
    // Also where not a byte of it has come.
    expect(await (await begin(address, 9)).answer).toMatch(/^HTTP\/1\.1 429 /);
    const atTheAccounts = await begin(address, 9, '{', '/api/auth/sign-in/email');
    expect(await atTheAccounts.answer).toMatch(/^HTTP\/1\.1 429 .*\r\n\r\n\{"code":"TOO_MANY_REQUESTS"/s);
    expect((await ask(address)).status).toBe(200);
    const elsewhere = await begin(other, question.length, question.slice(0, 5));
    await arrived(elsewhere);
    elsewhere.socket.write(question.slice(5));
    expect(await elsewhere.answer).toMatch(/^HTTP\/1\.1 200 /);

    // Each that ends leaves room for another, whether it was whole or broken off.
    const [whole, broken] = sent as [Sent, Sent];
    whole.socket.write(question.slice(5));
    expect(await whole.answer).toMatch(/^HTTP\/1\.1 200 /);
    broken.socket.destroy();
    await expect
      .poll(
        async () => {
          const [again, more] = [await one(), await one()];
          await arrived(again, more);
          for (const { socket } of [again, more]) socket.write(question.slice(5));
          return [await again.answer, await more.answer].map((each) => each.slice(9, 12));
        },
        { timeout: 20_000 },
      )
      .toEqual(['200', '200']);
  });

  test('free their memory when they are cut off behind a request that still waits for its answer', async () => {
    const address = anAddress();
    const { cookie } = await aPerson();
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table session in access exclusive mode');
    const head = (...further: string[]) =>
      ['POST /graphql HTTP/1.1', 'host: x', 'content-type: application/json', `x-forwarded-for: ${address}`]
        .concat(further, '\r\n')
        .join('\r\n');
    const waiting = `${head(`cookie: ${cookie}`, `content-length: ${question.length}`)}${question}`;
    const behind = `${head('transfer-encoding: chunked')}5\r\n     \r\n`;
    const { hostname, port } = new URL(server().url);
    try {
      for (let n = 0; n < most.ofNetwork.bodies; n++) {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(waiting + behind);
        await arrived({ socket, answer: Promise.resolve('') });
        socket.destroy();
      }
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }

    await expect
      .poll(
        async () => {
          const one = await begin(address, question.length, question.slice(0, 5));
          await arrived(one);
          one.socket.write(question.slice(5));
          return (await one.answer).slice(9, 12);
        },
        { timeout: 5_000 },
      )
      .toBe('200');
  });

  test('wait for their turn up to a limit, and the rest are refused with retry-after', async () => {
    const count = mostWaiting + 100;
    const one = `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-forwarded-for: ${anAddress()}\r\ncontent-length: ${question.length}\r\n\r\n${question}`;
    const { hostname, port } = new URL(server().url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.write(one.repeat(count));
    let told = '';
    socket.on('data', (data) => {
      told += data;
    });
    const statuses = () => [...told.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);

    await expect.poll(() => statuses().includes('429'), { timeout: 20_000 }).toBe(true);
    expect(new Set(statuses())).toEqual(new Set(['200', '429']));
    expect(told).toContain(`Too many questions wait: ${mostWaiting} at once are taken from one address`);
  });

  test('are limited in total size, and short messages are still accepted', async () => {
    const address = anAddress();
    const count = Math.ceil(most.ofNetwork.bytes / part.length);
    const sent: Sent[] = [];
    for (let n = 0; n < count; n++) sent.push(await begin(address, part.length + 1, part));

    expect(await firstAnswer(sent)).toMatch(/^HTTP\/1\.1 429 .*retry-after: 10\r\n/is);
    // What one of them leaves is filled with shorter ones.
    const some = Array.from({ length: 16 }, () => begin(address, part.length, part.subarray(0, 34_000)));
    expect(await firstAnswer(await Promise.all(some))).toMatch(/^HTTP\/1\.1 429 /);

    const story = JSON.stringify({ query: '{ me { id } }', variables: { of: 'word '.repeat(4_000) } });
    const tellings = await Promise.all(
      [1, 2, 3].map(() => begin(address, story.length, story.slice(0, -1_000))),
    );
    await arrived(...tellings);
    for (const { socket } of tellings) socket.write(story.slice(-1_000));
    const answers = await Promise.all(tellings.map(({ answer }) => answer));
    expect(answers.map((each) => each.slice(9, 12))).toEqual(['200', '200', '200']);
  });

  test('are counted with the memory overhead of their chunks', async () => {
    const address = anAddress();
    const chunked = [`x-forwarded-for: ${address}`, 'transfer-encoding: chunked'];
    const crumbs = Buffer.from('1\r\n \r\n'.repeat(100_000));

    const { answer } = await send(chunked, crumbs);
    expect(await answer).toMatch(/^HTTP\/1\.1 429 /);
  });

  test.each(['/graphql', '/hooks/twilio/sms'])(
    'are paid for at %s, also where they are never whole',
    async (path) => {
      const address = anAddress();
      const used = async () => Number((await ask(address)).headers.get('x-ratelimit-used'));
      await used();
      const before = await used();
      const usual = (await used()) - before;
      // The carrier's door takes short ones alone, and has one price.
      const some = path === '/graphql' ? part : part.subarray(0, 30_000);
      const unfinished = await begin(address, some.length + 1, some, path);
      await arrived(unfinished);
      unfinished.socket.destroy();

      let asked = 0;
      const paid = async () => (await used()) - before - ++asked * usual - usual;
      const price = path === '/graphql' ? refusedCost + sizeCost(part.length) : refusedCost;
      await expect.poll(paid, { timeout: 20_000 }).toBe(price);
    },
  );
});

describe('A long body of an anonymous caller', () => {
  const length = limits.bodyBytesOfNobody + 100_000;
  const head = (...headers: string[]) => [`x-forwarded-for: ${anAddress()}`, ...headers];
  const tooLarge = /^HTTP\/1\.1 413 .*The body is too large: at most 512 KB is taken/s;

  test('is refused by its length, even with an invented cookie or key', async () => {
    const madeUp = ['cookie: better-auth.session_token=x.y', 'authorization: Bearer evt_nothing'];
    for (const of of [[], ...madeUp.map((each) => [each])]) {
      const { answer } = await send(head(`content-length: ${length}`, ...of));
      expect(await answer).toMatch(tooLarge);
    }
  });

  test('is not read beyond its limit', async () => {
    const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const { socket, answer } = await send(head('transfer-encoding: chunked'), piece.repeat(15));

    expect(await answer).toMatch(tooLarge);
    expect(ends.get(socket.localPort)?.bytesRead).toBeLessThan(limits.bodyBytesOfNobody + 200_000);
  });

  test('is accepted from a signed-in caller', async () => {
    const { cookie } = await aPerson();
    const long = JSON.stringify({ query: '{ me { id } }', variables: { of: ' '.repeat(length) } });

    expect((await ask(anAddress(), { cookie: cookie ?? '' }, long)).status).toBe(200);
  });
});

describe('The bodies of the whole process', () => {
  const someAddress = (n: number) => `198.18.${n >> 8}.${n & 255}`;

  test('are limited in number and size, and further ones get 503 from every address', () => {
    for (const metered of [true, false]) {
      const bodies = openBodyMemoryBudget({ metered });
      const held = Array.from({ length: most.ofAll.bodies }, (_, n) => bodies.hold(someAddress(n)));
      expect(held.map((each) => each.add(1)).filter(Boolean)).toEqual([]);
      const refusal = bodies.hold(someAddress(5_000)).add(1);
      expect(refusal).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(refusal?.message).toContain('4000 bodies at once, or 256 MB of them, are taken by one server');
    }

    const bodies = openBodyMemoryBudget({ metered: true });
    const mb = 1024 * 1024;
    const long = Array.from({ length: 5 }, (_, n) => bodies.hold(someAddress(n)));
    expect(long.map((each) => each.add(60 * mb)?.status)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      503,
    ]);
    expect(bodies.hold(someAddress(9)).add(20_000)).toBeNull();
    for (const each of long) each.drop();
    expect(bodies.hold(someAddress(9)).add(60 * mb)).toBeNull();
  });

  test('are counted together for one IPv6 network', () => {
    const bodies = openBodyMemoryBudget({ metered: true });
    const held = Array.from({ length: 201 }, (_, n) => bodies.hold(`2001:db8:1:2::${n}`).add(1));

    expect(held.at(-2)).toBeNull();
    expect(held.at(-1)?.status).toBe(429);
    expect(bodies.hold('2001:db8:1:3::1').add(1)).toBeNull();
  });
});
