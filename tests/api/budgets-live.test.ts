import { describe, expect, onTestFinished, test } from 'vitest';
import { budgets } from '#api/graphql/limits/meter.ts';
import type { Person } from '#tests/support/person.ts';
import { nextFollowing } from '#tests/support/server.ts';
import { acknowledged, subscribeMessage } from '#tests/support/socket.ts';
import { anAddress, ask, dear, numberIn, spendAll } from '#tests/support/spending.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, join, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });

describe('The budget of subscriptions', () => {
  test('is charged for each event; when it is used up, the next event waits', async () => {
    const { self, owner, editor, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    await talk.say('We lived above the bakery.');
    // Nobody else's answer serves for it: it hangs on a directive.
    const follow = `subscription ($of: ID!, $after: String) { messageAdded(after: $after, filter: { subjectId: $of }) {
      cursor node { id subject @include(if: true) { chapters { cards { sentences { text } } } } } } }`;
    const { messages } = (await self.gql('Transcript', { id: talk.id })).conversation;
    const used = async () => {
      const { headers, body } = await ask('{ me { id } }', { cookie: owner.cookie, address: anAddress() });
      return numberIn(headers, 'x-ratelimit-used') - body.extensions.cost.requested;
    };
    const watching = await acknowledged(owner, { 'x-forwarded-for': anAddress() });
    const before = await used();
    const missed = { of: subject.id, after: messages.edges[0].cursor };
    watching.send(subscribeMessage('missed', follow, missed));
    const count = messages.edges.length - 1;
    for (let n = 0; n < count; n++) await watching.next('next');
    const each = (
      await ask(`query { subject(id: "${subject.id}") { chapters { cards { sentences { text } } } } }`, {
        cookie: owner.cookie,
        address: anAddress(),
      })
    ).body.extensions.cost.requested;
    expect(count).toBeGreaterThan(1);
    expect((await used()) - before).toBeGreaterThan(count * each);

    const spent = await spendAll(() => ({ cookie: owner.cookie, address: anAddress() }));
    expect(spent.status).toBe(429);
    const other = await acknowledged(editor, { 'x-forwarded-for': anAddress() });
    const followed = nextFollowing(AbortSignal.timeout(30_000));
    other.send(subscribeMessage('live', follow, { of: subject.id }));
    await followed;
    const seen = watching.all().length;
    await talk.say('And it smelled of bread.');
    await other.next('next');
    watching.send({ type: 'ping' });
    await watching.next('pong');
    expect(
      watching
        .all()
        .slice(seen)
        .map(({ type }) => type),
    ).toEqual(['pong']);
    for (const { socket } of [watching, other]) socket.close();
  });

  test('does not delay other followers when it is used up, although they share the answer', async () => {
    const { self, owner, editor, subject } = await aFamily();
    const cousin = await aPerson();
    await join(owner, subject.id, cousin, 'EDITOR', 'nephew');
    const talk = await aTalk(self, subject.id);
    const follow =
      'subscription ($of: ID!) { messageAdded(filter: { subjectId: $of }) { cursor node { text } } }';
    const following = async (person: Person) => {
      const socket = await acknowledged(person, { 'x-forwarded-for': anAddress() });
      const followed = nextFollowing(AbortSignal.timeout(30_000));
      socket.send(subscribeMessage('live', follow, { of: subject.id }));
      await followed;
      onTestFinished(() => socket.socket.close());
      return socket;
    };
    // Whoever is told first is the one for whom the answer is made.
    await following(editor);
    const next = await following(cousin);
    const spent = { cookie: editor.cookie, address: anAddress() };
    expect((await spendAll(() => spent)).status).toBe(429);

    await talk.say('We lived above the bakery.');
    const { payload } = await next.next('next');
    expect(payload).toMatchObject({
      data: { messageAdded: { node: { text: 'We lived above the bakery.' } } },
    });
    // It did not come because there are new points.
    expect((await ask(dear, spent)).status).toBe(429);
  });

  test('applies on the socket as over HTTP', async () => {
    const anna = await aPerson();
    const opened = await acknowledged(anna, { 'x-forwarded-for': anAddress() });
    opened.send(subscribeMessage('first', '{ me { id } }'));
    const { payload } = await opened.next('next');
    expect(payload).toMatchObject({
      extensions: { cost: { throttle: { limit: budgets.account.points } } },
    });

    await spendAll(() => ({ cookie: anna.cookie, address: anAddress() }));
    opened.send(subscribeMessage('second', '{ me { id } }'));
    expect(await opened.next('error')).toMatchObject({
      id: 'second',
      payload: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) } }],
    });
    opened.send(subscribeMessage('third', 'subscription { messageAdded { cursor } }'));
    expect(await opened.next('error')).toMatchObject({
      id: 'third',
      payload: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }],
    });
    opened.socket.close();
  });
});
