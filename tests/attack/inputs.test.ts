import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '#api/server.ts';
import { aBook, anInvitation } from '#tests/support/book.ts';
import {
  allWords,
  askingOften,
  attemptsAt,
  rootFieldsWithArguments,
  wordsInTurn,
} from '#tests/support/hostile.ts';
import { acknowledged, openSocket, subscribeMessage } from '#tests/support/socket.ts';
import { aFamily, aPerson, type Person, server, theAdmin, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

/** What tells more than it should, or that something broke. */
const broken =
  /INTERNAL_SERVER_ERROR|Unexpected error|prisma|invocation|node_modules|\bat .*\.ts:|syntax error at|violates|relation "/i;

let prepared: Promise<{ owner: Person; known: Record<string, unknown> }> | undefined;

/** Somebody who may do nearly everything, and real ids of what they may do it to. */
function theWorld() {
  prepared ??= (async () => {
    const family = await aFamily();
    const book = await aBook(family);
    const { id: invitationId, token } = await anInvitation(family.subject.id);
    const known = {
      subjectId: family.subject.id,
      conversationId: book.liveId,
      cardId: book.publishedId,
      messageId: book.messageId,
      invitationId,
      token,
      chapterKey: book.chapterKey,
      clientMessageId: 'said-once',
    };
    return { owner: family.owner, known };
  })();
  return prepared;
}

/** What `id` means to a field: the thing it is about. */
function idFor(name: string, known: Record<string, unknown>): unknown {
  if (/message/i.test(name)) return known.messageId;
  if (/conversation/i.test(name)) return known.conversationId;
  if (/invitation/i.test(name)) return known.invitationId;
  return /card/i.test(name) ? known.cardId : known.subjectId;
}

const fields = rootFieldsWithArguments();
const together = 8;
/** `npm run test:rare` gives every word to every argument. */
const words = process.env.EVERY_INPUT ? allWords : wordsInTurn();

describe('Input of a wrong kind', () => {
  test.each(
    fields
      .filter(({ kind }) => kind !== 'subscription')
      .map((field) => [field.kind, field.name, field] as const),
  )('is refused in words, and breaks nothing: %s %s', { timeout: 120_000 }, async (_kind, name, field) => {
    const { owner, known } = await theWorld();
    const caller = /^(desk|users|allSubjects|revealMessage)$/.test(name) ? await theAdmin() : owner;
    const attempts = attemptsAt(field.args, { ...known, id: idFor(name, known) }, words);
    expect(attempts.length).toBeGreaterThan(0);

    for (let from = 0; from < attempts.length; from += together) {
      const some = attempts.slice(from, from + together);
      const { data, errors } = await caller.askBody(askingOften(field, some));
      const answered = some.map(({ what }, at) => ({
        what,
        told: JSON.stringify([data?.[`a${at}`], errors?.filter(({ path }) => path?.[0] === `a${at}`)]),
      }));

      expect(answered.filter(({ told }) => broken.test(told))).toEqual([]);
      // Variables that are none are refused for the document as a whole.
      expect(JSON.stringify(errors ?? [])).not.toMatch(broken);
    }
  });

  test.each(
    fields.filter(({ kind }) => kind === 'subscription').map((field) => [field.name, field] as const),
  )('is refused on the socket too: %s', { timeout: 120_000 }, async (name, field) => {
    const { owner, known } = await theWorld();
    const opened = await acknowledged(owner);
    const attempts = attemptsAt(field.args, { ...known, id: idFor(name, known) }, words);
    for (const [at, attempt] of attempts.entries()) {
      const { query, variables } = askingOften(field, [attempt]);
      opened.send(subscribeMessage(`${at}`, query, variables));
      opened.send({ id: `${at}`, type: 'complete' });
      if (at % 50 && at < attempts.length - 1) continue;
      // What was asked before has come so far by then.
      opened.send(subscribeMessage(`after ${at}`, '{ me { id } }'));
      await opened.next('next');
    }

    expect(opened.all().filter((message) => broken.test(JSON.stringify(message)))).toEqual([]);
    opened.socket.close();
  });
});

describe('A client that sends or reads too slowly', () => {
  const asked = JSON.stringify({ query: '{ me { id } }', variables: { of: 'x'.repeat(200_000) } });
  const head = (path: string, headers: string[], method = 'GET') =>
    [`${method} ${path} HTTP/1.1`, 'host: x', 'connection: close', ...headers, '\r\n'].join('\r\n');

  /** The server in a hurry, and its end of each connection by the port of the other. */
  async function hurried() {
    const ends = new Map<number | undefined, Socket>();
    const note = (message: unknown) => {
      const { socket } = message as { socket: Socket };
      ends.set(socket.remotePort, socket);
    };
    subscribe('net.server.socket', note);
    const { port, serve, close } = await listen(
      { port: 0, host: '127.0.0.1' },
      { requestMs: 1_500, unreadMs: 1_500, lookEveryMs: 50, drainMs: 100 },
    );
    await serve(server().config);
    onTestFinished(async () => {
      unsubscribe('net.server.socket', note);
      await close();
    });
    const to = async (request: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(request);
      return { socket, end: () => ends.get(socket.localPort) };
    };
    return { port, to };
  }

  test('is cut when it never reads the answer; sockets and slow readers stay connected', {
    timeout: 60_000,
  }, async () => {
    const anna = await aPerson();
    const { port, to } = await hurried();
    const page = head('/graphql', [`cookie: ${anna.cookie}`, 'accept: text/html']);
    const opened = await openSocket(
      { cookie: anna.cookie ?? '', origin: server().config.publicUrl },
      { port },
    );
    opened.send({ type: 'connection_init' });
    await opened.next('connection_ack');

    const taking = await to(page);
    let [taken, last] = [0, ''];
    taking.socket.on('data', (chunk) => {
      taken += chunk.length;
      last = String(chunk.subarray(-20));
      taking.socket.pause();
      setTimeout(() => taking.socket.resume(), 20);
    });
    const whole = once(taking.socket, 'close');
    const silent = await to(page);
    silent.socket.pause();
    await expect.poll(() => silent.end()?.writableLength, { timeout: 20_000 }).toBeGreaterThan(1_000_000);
    const began = performance.now();
    await expect.poll(() => silent.end()?.destroyed, { timeout: 20_000 }).toBe(true);

    expect(performance.now() - began).toBeLessThan(15_000);
    opened.send(subscribeMessage('1', '{ me { id } }'));
    expect((await opened.next('next')).payload).toMatchObject({ data: { me: { id: anna.id } } });
    opened.socket.close();
    await whole;
    expect(taken).toBeGreaterThan(8_000_000);
    expect(last).toContain('</html>');
  });

  test('gets 408 and is cut when it sends byte by byte or stops in the middle; a slow line is waited for', {
    timeout: 60_000,
  }, async () => {
    const { to } = await hurried();
    const post = (length: number) =>
      head('/graphql', ['content-type: application/json', `content-length: ${length}`], 'POST');
    const answerOf = async ({ socket }: { socket: Socket }) => {
      let text = '';
      for await (const chunk of socket) text += chunk;
      return text;
    };
    /** Sends it piece by piece until it is whole, or nobody listens. */
    const trickle = async ({ socket }: { socket: Socket }, body: string, bytes: number) => {
      for (let at = 0; at < body.length && socket.writable; at += bytes) {
        socket.write(body.slice(at, at + bytes));
        await sleep(100);
      }
    };
    const [lingering, slow, early, endless] = await Promise.all([
      to(post(asked.length)),
      to(post(asked.length)),
      to(post(asked.length)),
      to(head('/graphql', ['content-type: application/json', 'transfer-encoding: chunked'], 'POST')),
    ]);
    const answers = Promise.all([lingering, slow, early, endless].map(answerOf));
    // As much at once as would do for twenty seconds, and then nothing.
    early.socket.write(asked.slice(0, -1));
    const began = performance.now();
    await Promise.all([
      trickle(lingering, asked, 1),
      // Far more than it must be, however late a busy machine lets it go on.
      trickle(slow, asked, 8_000),
      trickle(endless, '1\r\n \r\n'.repeat(100), 6),
    ]);
    const [first, second, third, fourth] = await answers;

    expect(performance.now() - began).toBeLessThan(15_000);
    for (const told of [first, third, fourth]) {
      expect(told).toMatch(/^HTTP\/1\.1 408 /);
      expect(told).toMatch(/^connection: close\r$/im);
      expect(told).toContain('The body came too slowly: in each 1.5 s at least 8 KB a second must come');
    }
    // It took longer than any body may that comes at no pace.
    expect(second).toMatch(/^HTTP\/1\.1 200 /);
  });
});
