import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { listen } from '#api/server.ts';
import { password, post } from '#tests/support/person.ts';
import {
  acknowledged,
  openSocket as open,
  refusedUpgrade,
  subscribeMessage as subscribe,
} from '#tests/support/socket.ts';
import { aFamily, aPerson, aSubject, nobody, type Person, server, useServer } from '#tests/support/world.ts';

useServer();

describe('A socket', () => {
  test('can be opened by our own pages and by programs', async () => {
    const anna = await aPerson();
    const cookie = anna.cookie ?? '';
    const callers: Record<string, string>[] = [{ origin: server().config.publicUrl, cookie }, { cookie }];
    for (const headers of callers) {
      const opened = await open(headers);
      opened.send({ type: 'connection_init' });
      await opened.next('connection_ack');
      opened.send(subscribe('1', '{ me { id } }'));

      expect(await opened.next('next')).toMatchObject({ payload: { data: { me: { id: anna.id } } } });
      opened.socket.close();
    }
  });

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', ''])(
    'is not opened by a page of %j',
    async (origin) => {
      const anna = await aPerson();

      expect(await refusedUpgrade({ origin, cookie: anna.cookie ?? '' })).toMatchObject({ status: 403 });
    },
  );

  test('cannot be opened at another path', async () => {
    expect(await refusedUpgrade({}, '/elsewhere')).toMatchObject({ status: 404 });
  });

  test('is closed with 4408 without a message, and with 4401 without connection_init first', async () => {
    const hurried = await listen(
      { port: 0, host: '127.0.0.1' },
      { headersMs: 1000, requestMs: 1000, lookEveryMs: 100, initMs: 100, drainMs: 100 },
    );
    await hurried.serve(server().config);
    expect((await (await open({}, { port: hurried.port })).closed).code).toBe(4408);
    await hurried.close();

    const hasty = await open();
    hasty.send(subscribe('1', '{ __typename }'));
    expect((await hasty.closed).code).toBe(4401);
  });

  test('is closed with 4400 after an invalid message, and with 1009 after a too long one', async () => {
    const garbled = await open();
    garbled.socket.send('not JSON');
    expect((await garbled.closed).code).toBe(4400);

    const heavy = await open();
    heavy.socket.on('error', () => {});
    heavy.socket.send('x'.repeat(1024 * 1024 + 1));
    expect((await heavy.closed).code).toBe(1009);
  });

  test('with another protocol is refused', async () => {
    const socket = new WebSocket(`${server().url.replace('http', 'ws')}/graphql`, ['graphql-ws']);
    socket.on('error', () => {});
    const opened = await new Promise((resolve) => {
      socket.once('open', () => resolve(true));
      socket.once('close', () => resolve(false));
    });

    expect(opened).toBe(false);
  });

  test('has the limits of HTTP and runs no refused operation', async () => {
    const anna = await aPerson();
    const opened = await acknowledged(anna);
    const refusals: [string, string][] = [
      ['{ subjects(first: 101) { totalCount } }', 'subjects.first'],
      [`{ me { ${'id '.repeat(2000)} } }`, 'tokens'],
      ['{ me { ...A } } fragment A on User { ...A }', 'contains itself'],
      ['{ me { nonsense } }', 'nonsense'],
      ['{ me {', 'Syntax Error'],
    ];
    for (const [at, [query, told]] of refusals.entries()) {
      opened.send(subscribe(`${at}`, query));
      expect(JSON.stringify(await opened.next('error'))).toContain(told);
    }
    opened.socket.close();
  });

  test('is limited to a hundred subscriptions', async () => {
    const anna = await aPerson();
    const { id } = await aSubject(anna);
    const opened = await acknowledged(anna);
    const query = 'subscription ($id: ID!) { conversationChanged(subjectId: $id) { id } }';
    for (let n = 0; n <= 100; n++) opened.send(subscribe(`${n}`, query, { id }));

    expect(await opened.next('error')).toMatchObject({
      id: '100',
      payload: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }],
    });
    opened.socket.close();
  });

  test('is closed with 4403 only when its session has ended', async () => {
    const [anna, ben] = await Promise.all([aPerson('Anna'), aPerson('Ben')]);
    const [leaving, staying] = await Promise.all([acknowledged(anna), acknowledged(ben)]);
    await post('/api/auth/sign-out', {}, anna.cookie ?? '');

    expect(await leaving.closed).toEqual({ code: 4403, reason: 'Forbidden' });
    staying.send(subscribe('1', '{ me { name } }'));
    expect(await staying.next('next')).toMatchObject({ payload: { data: { me: { name: 'Ben' } } } });
    staying.socket.close();
  });

  test('of one session stays open when another session of the same user ends', async () => {
    const anna = await aPerson();
    const second = await post('/api/auth/sign-in/email', { email: anna.email, password });
    const cookie = second.headers.getSetCookie().map((each) => each.split(';')[0]);
    const staying = await acknowledged(anna);
    await post('/api/auth/sign-out', {}, cookie.join('; '));

    staying.send(subscribe('1', '{ me { id } }'));
    expect(await staying.next('next')).toMatchObject({ payload: { data: { me: { id: anna.id } } } });
    staying.socket.close();
  });
});

describe('A subscription', () => {
  test('is refused to anonymous callers, and to strangers like a missing subject', async () => {
    const { subject, stranger } = await aFamily();
    const ask = (person: Person) => person.watch('ConversationChanged', { subjectId: subject.id });

    await expect((await ask(nobody())).next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect((await ask(stranger)).next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is served only over the socket', async () => {
    const anna = await aPerson();
    const { status, errors } = await anna.ask('subscription { messageAdded { cursor } }');

    expect(status).toBe(400);
    expect(errors?.[0]?.message).toContain('WebSocket');
  });
});
