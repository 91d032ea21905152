import { beforeAll, describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { aBook, aMessage, type Book } from '#tests/support/book.ts';
import { aPartner } from '#tests/support/partner.ts';
import { password, post, succeeded } from '#tests/support/person.ts';
import { openSocket } from '#tests/support/socket.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, aSubject, type Family, join, server, useServer } from '#tests/support/world.ts';

useServer();

let family: Family;
let book: Book;
let subjectId: string;

beforeAll(async () => {
  family = await aFamily();
  book = await aBook(family);
  subjectId = book.subjectId;
});

describe('A caller with a key', () => {
  const page = '{ subjects { edges { node { id preferredName } } } }';

  test('acts as the key’s owner, and the use is recorded', async () => {
    const partner = await aPartner(family.owner);
    expect((await db.apiKey.findUniqueOrThrow({ where: { id: partner.keyId } })).lastUsedAt).toBeNull();

    expect(await partner.gql('{ me { id name } }')).toEqual({
      me: { id: family.owner.id, name: family.owner.name },
    });
    await expect
      .poll(async () => (await db.apiKey.findUniqueOrThrow({ where: { id: partner.keyId } })).lastUsedAt)
      .not.toBeNull();
  });

  test.each([
    ['unknown', () => `evt_${'a'.repeat(40)}`],
    ['none of ours', () => 'eyJhbGciOiJIUzI1NiJ9'],
    ['empty', () => ''],
    ['hostile', () => `evt_${"'--".repeat(10)}`],
    ['another with the same beginning', (secret: string) => secret.slice(0, 12) + 'b'.repeat(32)],
  ])('with one that is %s is refused, whoever’s cookie comes along', async (_what, bad) => {
    const { secret } = await aPartner(family.owner);
    const response = await fetch(`${server().url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: family.owner.cookie ?? '',
        authorization: `Bearer ${bad(secret)}`,
      },
      body: JSON.stringify({ query: '{ me { id } }' }),
    });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer .*invalid_token/);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHORIZED' } }] });
  });

  test('and a cookie counts only as the key', async () => {
    const { secret } = await aPartner(family.viewer, { scopes: ['subjects:read'] });
    const response = await fetch(`${server().url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: family.owner.cookie ?? '',
        authorization: `bearer ${secret}`,
        // It is no browser's page whose cookies could be borrowed; and what it reads no page is shown.
        origin: 'https://partner.example',
      },
      body: JSON.stringify({ query: '{ me { id } }' }),
    });

    expect(await response.json()).toMatchObject({ data: { me: { id: family.viewer.id } } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is refused at the account paths', async () => {
    const { secret } = await aPartner(family.owner);
    for (const path of ['/get-session', '/list-sessions', '/admin/list-users', '/api-key/list']) {
      const response = await fetch(`${server().url}/api/auth${path}`, {
        headers: { authorization: `Bearer ${secret}`, cookie: family.admin.cookie ?? '' },
      });
      expect(response.status, path).toBe(403);
    }
    const paths = ['create', 'verify', 'list', 'update', 'delete', 'get'];
    for (const path of paths) {
      const response = await fetch(`${server().url}/api/auth/api-key/${path}`, {
        headers: { cookie: family.owner.cookie ?? '' },
      });
      expect(response.status, path).toBe(404);
    }
  });

  test('is refused at once when the key is revoked or expired, or its owner banned', async () => {
    const endings: [string, (keyId: string, userId: string) => Promise<unknown>][] = [
      ['expired', (id) => db.apiKey.update({ where: { id }, data: { expiresAt: new Date() } })],
      ['banned', (_id, id) => db.user.update({ where: { id }, data: { banned: true } })],
      ['gone', (_id, id) => db.user.delete({ where: { id } })],
    ];
    for (const [what, end] of endings) {
      const person = await aPerson();
      const partner = await aPartner(person);
      expect((await partner.ask(page)).status, what).toBe(200);
      await end(partner.keyId, person.id);
      expect((await partner.ask(page)).status, what).toBe(401);
    }
  });

  test('never gets admin rights from an admin’s key, neither the desk nor other families', async () => {
    const partner = await aPartner(family.admin);
    const asked = await Promise.all(
      ['{ users { edges { cursor } } }', '{ desk { failedJobs } }', '{ allSubjects { totalCount } }'].map(
        (query) => partner.ask(query),
      ),
    );

    for (const { status, errors } of asked) {
      expect([status, errors?.[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect(
      (await partner.gql('query ($id: ID!) { subject(id: $id) { id } }', { id: subjectId })).subject,
    ).toBeNull();
    expect((await partner.ask('{ messages { edges { cursor } } }')).errors?.[0]?.extensions.code).toBe(
      'FORBIDDEN',
    );
  });

  test('cannot read private words, not even of the owner’s own subject', async () => {
    const partner = await aPartner(family.self);
    const { conversation } = await partner.gql(
      'query ($id: ID!) { conversation(id: $id) { messages { edges { node { private text } } } } }',
      { id: book.pastId },
    );
    const texts = conversation.messages.edges.map(
      ({ node }: { node: { private: boolean; text: string } }) => node,
    );

    expect(texts).toContainEqual({ private: true, text: null });
    expect(texts).toContainEqual({ private: false, text: 'It smelled of bread.' });
  });

  test('limited to subjects finds no other in lists, by id, through related objects, or as files', async () => {
    const person = await aPerson('Ines');
    const mine = await aSubject(person, { fullName: 'Ines’ Aunt' });
    await join(family.owner, subjectId, person, 'EDITOR');
    const narrow = await aPartner(person, { subjectIds: [mine.id] });
    const wide = await aPartner(person);
    const storageKey = `${subjectId}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, Buffer.from('a picture'));
    const picture = { subjectId, storageKey, bytes: 9, contentType: 'image/jpeg' };
    const { id: mediaId } = await db.media.create({ data: picture });
    const file = async (secret: string) =>
      (await fetch(`${server().url}/media/${mediaId}`, { headers: { authorization: `Bearer ${secret}` } }))
        .status;
    const read = `query ($id: ID!, $card: ID!, $talk: ID!) {
      subjects { totalCount edges { node { id } } }
      subject(id: $id) { id }
      card(id: $card) { id }
      conversation(id: $talk) { id }
    }`;
    const variables = { id: subjectId, card: book.publishedId, talk: book.pastId };
    const here = { id: mine.id };

    expect(await narrow.gql(read, variables)).toEqual({
      subjects: { totalCount: 1, edges: [{ node: here }] },
      ...{ subject: null, card: null, conversation: null },
    });
    expect(await wide.gql(read, variables)).toMatchObject({
      subjects: { totalCount: 2 },
      ...{ subject: { id: subjectId }, card: { id: book.publishedId }, conversation: { id: book.pastId } },
    });
    expect([await file(narrow.secret), await file(wide.secret)]).toEqual([404, 200]);
    expect(await file((await aPartner(person, { scopes: ['people:read'] })).secret)).toBe(404);
    expect(await file(`evt_${'a'.repeat(40)}`)).toBe(401);
    for (const [query, given] of [
      [
        'mutation ($input: SaveCardInput!) { saveCard(input: $input) { __typename ... on UserError { code } } }',
        { input: { subjectId, title: 'A', body: 'B.' } },
      ],
      [
        'mutation ($id: ID!) { confirmCard(id: $id) { __typename ... on UserError { code } } }',
        { id: book.publishedId },
      ],
    ] as const) {
      const [result] = Object.values(await narrow.gql(query, given)) as { code: string }[];
      expect(result?.code).toBe('NOT_FOUND');
    }
    const filter = { subjectId };
    const messages = 'query ($filter: MessageFilter) { messages(filter: $filter) { edges { cursor } } }';
    expect((await narrow.ask(messages, { filter })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('A socket with a key', () => {
  const added = 'subscription ($filter: MessageFilter) { messageAdded(filter: $filter) { node { text } } }';

  test('receives only what its scopes and its owner’s rights allow', async () => {
    const partner = await aPartner(family.owner, { scopes: ['messages:read'] });
    const stream = await partner.watch(added, { filter: { conversationId: book.liveId } });
    const talk = await aTalk(family.owner, subjectId, { together: true });
    await talk.say('We had a bakery.');

    expect((await stream.next()).messageAdded.node.text).toBe('We had a bakery.');
    await stream.end();
    const other = await aPartner(family.owner, { scopes: ['subjects:read'] });
    const refused = await other.watch(added, { filter: { subjectId } });
    await expect(refused.nextResult()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await refused.end();
  });

  test('is closed at once when its key is revoked or expires, or its owner is banned or deleted', async () => {
    const open = async ({ secret }: { secret: string }) => {
      const socket = await openSocket();
      socket.send({ type: 'connection_init', payload: { apiKey: secret } });
      await socket.next('connection_ack');
      return socket;
    };
    const forbidden = { code: 4403, reason: 'Forbidden' };
    const revoked = await aPartner(family.owner);
    const first = await open(revoked);
    succeeded(await family.owner.gql('RevokeApiKey', { id: revoked.keyId }));
    expect(await first.closed).toEqual(forbidden);

    const editor = await aPerson('Ned');
    const expiring = await aPartner(editor);
    const expiresAt = new Date(Date.now() + 1_500);
    await db.apiKey.update({ where: { id: expiring.keyId }, data: { expiresAt } });
    expect(await (await open(expiring)).closed).toEqual(forbidden);
    // At that moment: neither before, nor when somebody happens to look.
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
    expect(Date.now() - expiresAt.getTime()).toBeLessThan(10_000);

    const last = await open(await aPartner(editor));
    await post('/api/auth/admin/ban-user', { userId: editor.id }, family.admin.cookie ?? '');
    expect(await last.closed).toEqual(forbidden);

    const leaver = await aPerson('Lea');
    const left = await open(await aPartner(leaver));
    await post('/api/auth/delete-user', { password }, leaver.cookie ?? '');
    expect(await left.closed).toEqual(forbidden);
  });

  test('ends its streams with its owner’s membership or the subject', async () => {
    const editor = await aPerson('Eve');
    const streamOf = async (id: string) =>
      (await aPartner(editor, { subjectIds: [id] })).watch(added, { filter: { subjectId: id } });
    const membership = await join(family.owner, subjectId, editor, 'EDITOR');
    const left = await streamOf(subjectId);
    succeeded(await family.owner.gql('RemoveMember', { id: membership }));
    await left.ended;

    const { id } = await aSubject(editor);
    const gone = await streamOf(id);
    succeeded(await editor.gql('DeleteSubject', { id }));
    await gone.ended;
  });

  test('is not opened by a bad key, also with a valid cookie', async () => {
    const { config } = server();
    const socket = await openSocket({ origin: config.publicUrl, cookie: family.owner.cookie ?? '' });
    socket.send({ type: 'connection_init', payload: { apiKey: `evt_${'a'.repeat(40)}` } });
    expect(await socket.closed).toEqual({ code: 4401, reason: 'Unauthorized' });

    const odd = await openSocket({ origin: config.publicUrl, cookie: family.owner.cookie ?? '' });
    odd.send({ type: 'connection_init', payload: { apiKey: null } });
    expect((await odd.closed).code).toBe(4401);
  });

  test('shares no answers with people or other keys', async () => {
    const shared = `subscription ($filter: MessageFilter) {
      messageChanged(filter: $filter) { id text private }
    }`;
    const filter = { subjectId };
    const streams = [
      await family.self.watch(shared, { filter }),
      await (await aPartner(family.self, { scopes: ['messages:read'] })).watch(shared, { filter }),
      await (await aPartner(family.self)).watch(shared, { filter }),
    ];
    const id = await aMessage(subjectId, book.pastId, false);
    succeeded(await family.self.gql('SetMessagePrivate', { id, private: true }));
    const heard = await Promise.all(streams.map((stream) => stream.next()));

    // To the subject these are still their own words; to the keys that they made they are none.
    expect(heard.map(({ messageChanged }) => messageChanged.text)).toEqual([
      'It smelled of bread.',
      null,
      null,
    ]);
    await Promise.all(streams.map((stream) => stream.end()));
  });
});
