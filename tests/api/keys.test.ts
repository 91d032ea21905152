import { type GraphQLObjectType, getNamedType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyRuleOf } from '#api/graphql/limits/key-scopes.ts';
import { scopes } from '#api/partners/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { schema } from '#api/schema.ts';
import { account } from '#tests/support/account.ts';
import { aBook, type Book } from '#tests/support/book.ts';
import { rootFields } from '#tests/support/matrix.ts';
import { aPartner } from '#tests/support/partner.ts';
import { succeeded, withKey } from '#tests/support/person.ts';
import { openSocket } from '#tests/support/socket.ts';
import { aFamily, aPerson, aSubject, type Family, server, useServer } from '#tests/support/world.ts';

useServer();

let family: Family;
let book: Book;
let subjectId: string;

beforeAll(async () => {
  family = await aFamily();
  book = await aBook(family);
  subjectId = book.subjectId;
});

const make = (input: object, person = family.owner) =>
  person.gql('CreateApiKey', { input: { name: 'Archive', scopes: ['subjects:read'], ...input } });

describe('A key for a partner', () => {
  test('is shown once, and the stored hash cannot be used', async () => {
    const { createApiKey } = await make({ name: ' Whaling City Archive ', expiresInDays: 30 });
    const { secret, apiKey } = createApiKey;
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: apiKey.id } });

    expect(secret).toMatch(/^evt_[0-9A-Za-z]{40}$/);
    expect(apiKey).toMatchObject({ name: 'Whaling City Archive', scopes: ['subjects:read'] });
    expect(Date.parse(apiKey.expiresAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    expect(JSON.stringify(row)).not.toContain(secret.slice(12));
    expect(secret.startsWith(row.prefix)).toBe(true);
    for (const part of [row.hash, row.prefix, apiKey.id]) {
      expect((await withKey(family.owner, part).ask('{ me { id } }')).status).toBe(401);
    }
  });

  test.each([
    [{ name: '  ' }, 'name', 'must not be empty'],
    [{ name: 'x'.repeat(61) }, 'name', 'must be at most 60 characters'],
    [{ scopes: [] }, 'scopes', 'must name at least one scope'],
    [{ scopes: ['admin'] }, 'scopes.0', 'must be one of subjects:read'],
    [{ subjectIds: [] }, 'subjectIds', 'must name at least one subject'],
    [{ expiresInDays: 0 }, 'expiresInDays', 'must be 1 to 730'],
    [{ expiresInDays: 731 }, 'expiresInDays', 'must be 1 to 730'],
  ])('is not made of %j: the field and the rule are named', async (input, path, rule) => {
    const { createApiKey } = await make(input);

    expect(createApiKey).toMatchObject({ code: 'BAD_REQUEST', path: path.split('.') });
    expect(createApiKey.message).toContain(`${path}: ${rule}`);
  });

  test('is not accepted in a URL, over HTTP or on a socket', async () => {
    const { secret, keyId } = await aPartner(family.owner);
    for (const name of ['apiKey', 'access_token', 'api_key', 'authorization']) {
      const query = new URLSearchParams({ query: '{ me { id } }', [name]: secret });
      const asked = await fetch(`${server().url}/graphql?${query}`);
      expect([asked.status, await asked.json()], name).toMatchObject([200, { data: { me: null } }]);
      const socket = await openSocket({}, { query });
      socket.send({ type: 'connection_init' });
      await socket.next('connection_ack');
      socket.send({ id: '1', type: 'subscribe', payload: { query: '{ me { id } }' } });
      expect(await socket.next('next'), name).toMatchObject({ payload: { data: { me: null } } });
      socket.socket.terminate();
    }
    expect((await db.apiKey.findUniqueOrThrow({ where: { id: keyId } })).lastUsedAt).toBeNull();
  });

  test('can only be limited to subjects its owner sees', async () => {
    const elsewhere = await aSubject(family.stranger);
    const { createApiKey } = await make({ subjectIds: [subjectId, elsewhere.id] });

    expect(createApiKey).toMatchObject({ code: 'NOT_FOUND', path: ['subjectIds', '1'] });
  });

  test('is refused beyond twenty, also with concurrent requests', async () => {
    const person = await aPerson();
    const made = await Promise.all(Array.from({ length: 23 }, () => make({}, person)));
    const codes = made.map(({ createApiKey }) => createApiKey.code ?? 'made');

    expect(codes.filter((code) => code === 'made')).toHaveLength(20);
    expect(codes.filter((code) => code === 'UNPROCESSABLE_ENTITY')).toHaveLength(3);
    const { apiKeys } = await person.gql('{ apiKeys { id } }');
    succeeded(await person.gql('RevokeApiKey', { id: apiKeys[0].id }));
    succeeded(await make({}, person));
  });

  test('can be seen and revoked only by its owner, and each step is recorded', async () => {
    const { keyId } = await aPartner(family.owner);
    for (const other of [family.self, family.admin, family.stranger]) {
      expect((await other.gql('{ apiKeys { id } }')).apiKeys).toEqual([]);
      expect((await other.gql('RevokeApiKey', { id: keyId })).revokeApiKey.code).toBe('NOT_FOUND');
    }
    const first = succeeded(await family.owner.gql('RevokeApiKey', { id: keyId }));
    const again = succeeded(await family.owner.gql('RevokeApiKey', { id: keyId }));

    expect(again.revokedAt).toBe(first.revokedAt);
    const written = await db.auditEvent.findMany({
      where: { targetId: family.owner.id, detail: { path: ['keyId'], equals: keyId } },
      orderBy: { at: 'asc' },
    });
    expect(written.map(({ actorId, action }) => [actorId, action])).toEqual([
      [family.owner.id, 'partners.key-made'],
      [family.owner.id, 'partners.key-revoked'],
    ]);
  });

  test('cannot be created or revoked by an impersonating admin', async () => {
    const victim = await aPerson();
    const { keyId } = await aPartner(victim);
    const { cookie } = await account(
      '/admin/impersonate-user',
      { userId: victim.id },
      { cookie: family.admin.cookie ?? '' },
    );
    const ask = async (query: string) => {
      const response = await fetch(`${server().url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ query }),
      });
      return (await response.json()) as { errors?: { extensions: { code: string } }[] };
    };
    const makes = 'mutation { createApiKey(input: { name: "x", scopes: ["subjects:read"] }) { __typename } }';

    expect((await ask(makes)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(
      (await ask(`mutation { revokeApiKey(id: "${keyId}") { __typename } }`)).errors?.[0]?.extensions.code,
    ).toBe('FORBIDDEN');
  });
});

describe('The schema for a key', () => {
  const reached = () => {
    const seen = new Set<string>();
    const fields: string[] = [];
    const visit = (type: GraphQLObjectType) => {
      if (seen.has(type.name)) return;
      seen.add(type.name);
      for (const field of Object.values(type.getFields())) {
        const rule = keyRuleOf(type, field.name);
        if (!rule) continue;
        fields.push(`${type.name}.${field.name} ${rule}`);
        const named = getNamedType(field.type);
        if (isObjectType(named)) visit(named);
        if (isUnionType(named) || isInterfaceType(named)) schema.getPossibleTypes(named).forEach(visit);
      }
    };
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      if (root) visit(root);
    }
    return fields;
  };

  test('allows only the listed root fields', () => {
    const roots = reached().filter((field) => /^(Query|Mutation|Subscription)\./.test(field));

    expect(roots.toSorted()).toEqual([
      'Mutation.addKeepsake keepsakes:write',
      'Mutation.confirmCard biography:write',
      'Mutation.decideProposal biography:write',
      'Mutation.deleteKeepsake keepsakes:write',
      'Mutation.mergePeople people:write',
      'Mutation.removeRelative people:write',
      'Mutation.restoreKeepsake keepsakes:write',
      'Mutation.restoreRevision biography:write',
      'Mutation.saveCard biography:write',
      'Mutation.saveKeepsake keepsakes:write',
      'Mutation.savePerson people:write',
      'Mutation.savePlace people:write',
      'Mutation.saveRelative people:write',
      'Mutation.setCardStatus biography:write',
      'Mutation.undoMergePeople people:write',
      'Query.card biography:read',
      'Query.consentWordings any',
      'Query.conversation conversations:read',
      'Query.me any',
      'Query.messages messages:read',
      'Query.subject subjects:read',
      'Query.subjects subjects:read',
      'Query.webhook any',
      'Subscription.conversationChanged conversations:read',
      'Subscription.messageAdded messages:read',
      'Subscription.messageChanged messages:read',
      'Subscription.replyProgress messages:read',
    ]);
  });

  test('names the scope of every readable field, and fields without a scope contain no family data', () => {
    const free = reached().filter((field) => field.endsWith(' any'));
    const open =
      /^(Query\.(me|consentWordings)|User\.(id|name|image)|Subject\.id|MachineWriter\.name|Query\.webhook|Webhook(Delivery)?\.\w+|ConsentWording\.\w+|InputIssue\.\w+|\w+\.(code|message|path|issues|limit)|\w+(Connection|Edge)\.(edges|node|cursor|pageInfo)|PageInfo\.\w+) any$/;

    expect(reached().length).toBeGreaterThan(100);
    expect(free.filter((field) => !open.test(field))).toEqual([]);
    const used = new Set(reached().map((field) => field.split(' ')[1]));
    expect([...used].filter((rule) => rule !== 'any' && !scopes.includes(rule as never))).toEqual([]);
  });

  test('excludes fields that are never shared with partners', () => {
    const never =
      /\.(phone|email|phoneNumber|emailVerified|role|banned|consents|consentHistory|members|member|invitations|apiKeys|onboarding|avoidedThemes|selfUserId|secret)( |$)/;
    const people = reached().filter((field) => never.test(field) && field !== 'Message.role messages:read');

    expect(people).toEqual([]);
    expect(rootFields().length).toBeGreaterThan(30);
  });
});

describe('A document asked with a key', () => {
  test('writes as its maker, where its scopes say so', async () => {
    const save = `mutation ($input: SaveCardInput!) {
      saveCard(input: $input) { ... on Card { id author { name } } ... on UserError { code } }
    }`;
    const input = { subjectId, chapterKey: book.chapterKey, title: 'By a program', body: 'So it was.' };
    const writer = await aPartner(family.editor, { scopes: ['biography:write'] });
    const reader = await aPartner(family.editor, { scopes: ['biography:read'] });

    expect(succeeded(await writer.gql(save, { input })).author.name).toBe(family.editor.name);
    const refused = await reader.ask(save, { input });
    expect(refused.status).toBe(403);
    expect(refused.data).toBeUndefined();
    expect(refused.errors?.[0]).toMatchObject({
      message: 'Mutation.saveCard takes a key with the scope biography:write',
      extensions: { code: 'FORBIDDEN', scope: 'biography:write', field: 'Mutation.saveCard' },
    });
    // The role of its maker still counts.
    const viewers = await aPartner(family.viewer, { scopes: ['biography:write'] });
    expect((await viewers.ask(save, { input })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  test('answers null or an empty list for a field that its scopes don’t name, and names the scope', async () => {
    const partner = await aPartner(family.owner, { scopes: ['subjects:read'] });
    for (const [query, rest, field, scope] of [
      [
        'query ($id: ID!) { subject(id: $id) { id cards { edges { node { title } } } } }',
        { subject: { id: subjectId, cards: { edges: [] } } },
        ...['Subject.cards', 'biography:read'],
      ],
      [
        'query ($id: ID!) { subject(id: $id) { ...F } } fragment F on Subject { ... { id phone } }',
        { subject: { id: subjectId, phone: null } },
        ...['Subject.phone', null],
      ],
      [
        'query ($id: ID!) { s: subject(id: $id) { ... on Subject @include(if: true) { members { id } } } }',
        { s: { members: [] } },
        ...['Subject.members', null],
      ],
      [
        'query ($id: ID!) { subject(id: $id) { id } me { email } }',
        { subject: { id: subjectId }, me: { email: null } },
        ...['User.email', null],
      ],
      [
        'query ($id: ID!) { subject(id: $id) { id } card(id: $id) { title } }',
        { subject: { id: subjectId }, card: null },
        ...['Query.card', 'biography:read'],
      ],
    ] as const) {
      const { status, data, errors, extensions } = await partner.ask(query, { id: subjectId });
      expect([status, errors], query).toEqual([200, undefined]);
      expect(data, query).toEqual(rest);
      expect(extensions?.missingScopes, query).toContainEqual({ field, scope });
    }
  });

  test('is refused whole where its scopes name none of a query’s root fields, or not every one of a change', async () => {
    const partner = await aPartner(family.owner, { scopes: ['subjects:read', 'people:write'] });
    const both = `mutation ($person: SavePersonInput!, $card: SaveCardInput!) {
      savePerson(input: $person) { __typename } saveCard(input: $card) { __typename }
    }`;
    const person = { subjectId, name: 'Nobody at all' };
    const card = { subjectId, chapterKey: book.chapterKey, title: 'By nobody', body: 'So it was.' };
    for (const [query, variables, field] of [
      ['query ($id: ID!) { card(id: $id) { title } }', { id: book.publishedId }, 'Query.card'],
      ['{ users { edges { cursor } } }', {}, 'Query.users'],
      [both, { person, card }, 'Mutation.saveCard'],
    ] as const) {
      const { status, data, errors } = await partner.ask(query, variables);
      expect([status, data], query).toEqual([403, undefined]);
      expect(errors?.[0]?.extensions, query).toMatchObject({ code: 'FORBIDDEN', field });
    }
    expect(await db.person.count({ where: { name: 'Nobody at all' } })).toBe(0);
  });

  test('changes what its scopes name, and answers null in the place of what they don’t, also where the schema has no null', async () => {
    const writer = await aPartner(family.owner, { scopes: ['biography:write'] });
    const save = `mutation ($input: SaveCardInput!) { saveCard(input: $input) { __typename
      ... on Card { title audience { everyone } subject { id fullName } people { id } } } }`;
    const input = { subjectId, chapterKey: book.chapterKey, title: 'Seen in part', body: 'So it was.' };
    const { status, data, errors, extensions } = await writer.ask(save, { input });

    expect([status, errors]).toEqual([200, undefined]);
    expect(data.saveCard).toEqual({
      __typename: 'Card',
      title: 'Seen in part',
      audience: null,
      subject: { id: subjectId, fullName: null },
      people: [],
    });
    expect(extensions?.missingScopes).toEqual(
      expect.arrayContaining([
        { field: 'Card.audience', scope: null },
        { field: 'Subject.fullName', scope: 'subjects:read' },
        { field: 'Card.people', scope: 'people:read' },
      ]),
    );
    expect(await db.card.count({ where: { title: 'Seen in part' } })).toBe(1);
    const refused = await writer.gql(save, { input: { ...input, title: '' } });
    expect(refused.saveCard).toEqual({ __typename: 'InvalidInput' });
  });
});
