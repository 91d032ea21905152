import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerPlainly } from '#api/graphql/plain.ts';
import type { RequestContext } from '#api/graphql/yoga.ts';
import { schema } from '#api/schema.ts';
import { operation, operations } from '#tests/support/operations.ts';
import { acceptFor, type Way } from '#tests/support/ways.ts';
import { aFamily, type Family, server, useServer } from '#tests/support/world.ts';

useServer();

const mediaTypes = [
  undefined,
  '*/*',
  'application/json',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  'application/json, application/graphql-response+json',
  'text/html, */*',
] as const;

let family: Family;
beforeAll(async () => {
  family = await aFamily();
});

async function ask(way: Way, body: unknown, accept: string | undefined, cookie: string | null) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...((accept || way === 'by Yoga') && { accept: acceptFor(way, accept) }),
      ...(cookie && { cookie }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'x-request-id', 'content-length', 'transfer-encoding', 'keep-alive']) {
    delete headers[name];
  }
  const text = (await response.text()).replace(/"errorId":"[^"]+"/g, '"errorId":""');
  return { status: response.status, headers, body: /^[{[]/.test(text) ? JSON.parse(text) : text };
}

describe('An answer', () => {
  const bodies: [string, () => unknown][] = [
    ['of a field', () => ({ query: '{ __typename }' })],
    ['of the schema about itself', () => ({ query: '{ __schema { queryType { name } } }' })],
    ['with variables', () => ({ query: operation('SubjectHome'), variables: { id: family.subject.id } })],
    [
      'of an operation by name',
      () => ({ query: 'query A { a: me { id } } query B { me { id } }', operationName: 'B' }),
    ],
    ['with nothing for variables', () => ({ query: '{ me { id } }', variables: null, operationName: null })],
    ['to one who may not ask', () => ({ query: '{ users { edges { node { id } } } }' })],
    ['to one who may not see all of it', () => ({ query: '{ me { id } users { edges { node { id } } } }' })],
    ['to what is not there', () => ({ query: operation('SubjectHome'), variables: { id: randomUUID() } })],
    [
      'to input that breaks a rule',
      () => ({ query: operation('CreateSubject'), variables: { input: { fullName: '' } } }),
    ],
    [
      'to a filter that can’t be meant',
      () => ({
        query: operation('WriterMessages'),
        variables: { filter: { subjectId: family.subject.id, phone: 'x' } },
      }),
    ],
    ['to variables of the wrong kind', () => ({ query: operation('SubjectHome'), variables: { id: {} } })],
    ['to variables that are missing', () => ({ query: operation('SubjectHome') })],
    [
      'to an operation that is none of the document’s',
      () => ({ query: 'query A { me { id } }', operationName: 'B' }),
    ],
    ['to more than one operation', () => ({ query: 'query A { me { id } } query B { me { id } }' })],
    ['to what can’t be read', () => ({ query: '{ me { id ' })],
    ['to what the schema doesn’t know', () => ({ query: '{ nothing }' })],
    ['to too much', () => ({ query: '{ subjects(first: 1000) { totalCount } }' })],
    ['to a subscription', () => ({ query: operation('MessageAdded') })],
    ['to a fragment alone', () => ({ query: 'fragment A on User { id }' })],
    ['of an operation by no name', () => ({ query: '{ me { id } }', operationName: '' })],
    [
      'of one by no name among several',
      () => ({ query: '{ me { id } } query A { me { id } }', operationName: '' }),
    ],
    ['to a variable that nobody asked for', () => ({ query: '{ me { id } }', variables: { extra: 1 } })],
    ['to no query', () => ({})],
    ['to nothing for a query', () => ({ query: null })],
    ['to an empty query', () => ({ query: ' ' })],
    ['to a name for a prototype', () => '{"query":"{ me { id } }","__proto__":{"query":"{"}}'],
    ['to a key twice', () => '{"query":"{ nothing }","query":"{ me { id } }"}'],
    ['to a query that is no text', () => ({ query: 1 })],
    ['to variables that are none', () => ({ query: '{ me { id } }', variables: [] })],
    ['to variables as text', () => ({ query: '{ me { id } }', variables: '{}' })],
    ['to a name that is none', () => ({ query: '{ me { id } }', operationName: 1 })],
    ['to more than there is to say', () => ({ query: '{ me { id } }', also: true })],
    ['with extensions', () => ({ query: '{ me { id } }', extensions: {} })],
    ['to many at once', () => [{ query: '{ me { id } }' }]],
    ['to nothing', () => 'null'],
    ['to a text', () => '"{ me { id } }"'],
    ['to JSON with more behind it', () => '{"query":"{ me { id } }"}}'],
    ['to JSON behind a mark of its order', () => '\uFEFF{"query":"{ me { id } }"}'],
    ['to no JSON', () => '{'],
    ['to an empty body', () => ''],
  ];

  test.each(bodies)('%s is the same, plainly or by Yoga, in every media type', async (_name, body) => {
    for (const accept of mediaTypes) {
      for (const { cookie } of [family.owner, family.nobody]) {
        const plain = await ask('plainly', body(), accept, cookie);

        expect(plain, accept).toEqual(await ask('by Yoga', body(), accept, cookie));
      }
    }
  });

  test('to every reading document of the contract is the same, plainly or by Yoga', async () => {
    const { subject, admin } = family;
    for (const [name, query] of operations) {
      if (!query.startsWith('query')) continue;
      const variables = { id: subject.id, subjectId: subject.id, first: 5, token: 'none' };
      const body = { query, variables };

      const plain = await ask('plainly', body, 'application/json', admin.cookie);

      expect(plain, name).toEqual(await ask('by Yoga', body, 'application/json', admin.cookie));
    }
  });
});

describe('The media type of an answer', () => {
  test.each([
    'application/*',
    'APPLICATION/JSON',
    'application/xml, application/json',
    'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
    'application/json;q=0.1, application/graphql-response+json',
    'application/json;q=0, application/graphql-response+json',
    'text/event-stream',
    'multipart/mixed',
    'text/event-stream, application/json',
    'multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json',
    'application/xml',
    ',',
  ])('is the same, plainly or by Yoga: %s', async (accept) => {
    for (const query of [
      '{ me { id } }',
      '{ nothing }',
      '{ users { edges { cursor } } }',
      operation('MessageAdded'),
    ]) {
      const plain = await ask('plainly', { query }, accept, family.nobody.cookie);
      expect(plain, query).toEqual(await ask('by Yoga', { query }, accept, family.nobody.cookie));
    }
  });
});

describe('A request', () => {
  const context = (): RequestContext => ({
    viewer: null,
    account: null,
    origin: { requestId: 'plain', ipAddress: null, userAgent: null },
    asked: () => {},
    charge: async () => null,
  });
  const taken = (body: object, accept?: string) =>
    answerPlainly(schema, { body: Buffer.from(JSON.stringify(body)), accept }, context());

  test('is answered plainly unless there is something wrong with it', async () => {
    const query = '{ me { id } }';

    expect(await taken({ query })).toMatchObject({ status: 200 });
    expect(await taken({ query, variables: {} }, mediaTypes[4])).toMatchObject({ status: 200 });
    expect(await taken({ query }, acceptFor('by Yoga', mediaTypes[2]))).toBeNull();
    for (const other of [{ query: '{' }, { query: '{ nothing }' }, { query, extensions: {} }, {}]) {
      expect(await taken(other)).toBeNull();
    }
  });
});
