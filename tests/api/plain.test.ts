import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerPlainly } from '#api/graphql/plain.ts';
import type { RequestContext } from '#api/graphql/yoga.ts';
import { schema } from '#api/schema.ts';
import { operation, operations } from '#tests/support/operations.ts';
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

type Way = 'plainly' | 'by Yoga';

/** What is asked with a character set goes by Yoga; nearly everything else is answered plainly when it can be. */
async function ask(way: Way, body: unknown, accept: string | undefined, cookie: string | null) {
  const type = accept ?? '*/*';
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(way === 'by Yoga' ? { accept: `${type}; charset=utf-8` } : accept && { accept }),
      ...(cookie && { cookie }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const headers = Object.fromEntries(response.headers);
  for (const name of ['date', 'x-request-id', 'content-length', 'transfer-encoding', 'keep-alive']) {
    delete headers[name];
  }
  const text = (await response.text()).replace(/"errorId":"[^"]+"/g, '"errorId":""');
  return { status: response.status, headers, body: text && JSON.parse(text) };
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
    ['to no query', () => ({})],
    ['to a query that is no text', () => ({ query: 1 })],
    ['to variables that are none', () => ({ query: '{ me { id } }', variables: [] })],
    ['to variables as text', () => ({ query: '{ me { id } }', variables: '{}' })],
    ['to a name that is none', () => ({ query: '{ me { id } }', operationName: 1 })],
    ['to more than there is to say', () => ({ query: '{ me { id } }', also: true })],
    ['with extensions', () => ({ query: '{ me { id } }', extensions: {} })],
    ['to many at once', () => [{ query: '{ me { id } }' }]],
    ['to nothing', () => 'null'],
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
    for (const other of [{ query: '{' }, { query: '{ nothing }' }, { query, extensions: {} }, {}]) {
      expect(await taken(other)).toBeNull();
    }
  });
});
