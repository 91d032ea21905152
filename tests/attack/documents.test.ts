import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { documents } from '#tests/support/too-much.ts';
import { aPerson, type Person, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

/** What a document sent by nobody is answered, as text; it must come soon and be short. */
async function sent(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, answer: text ? JSON.parse(text) : null };
}

const query = (document: string, variables?: object) => JSON.stringify({ query: document, variables });

describe('A document beyond the limits', () => {
  test.each(documents)('is refused with a short answer: %s', async (_what, document) => {
    const { status, text, answer } = await sent(query(document), {
      accept: 'application/graphql-response+json',
    });

    expect(status).toBe(400);
    expect(answer.data).toBeUndefined();
    expect(text.length).toBeLessThan(6000);
    expect(text).not.toContain('INTERNAL_SERVER_ERROR');
  });

  test('does not include a single introspection query, which is answered', async () => {
    const { status, answer } = await sent(query(getIntrospectionQuery()));

    expect(status).toBe(200);
    expect(answer.data.__schema.queryType.name).toBe('Query');
    expect(answer.extensions.cost.requested).toBeGreaterThan(4000);
  });
});

describe('What comes with a document', () => {
  const words = 'query ($id: ID!) { subject(id: $id) { id } }';

  test.each<[string, string, number[]]>([
    [
      'five hundred in a batch',
      JSON.stringify(Array.from({ length: 500 }, () => ({ query: '{ __typename }' }))),
      [400],
    ],
    ['a batch of one', JSON.stringify([{ query: '{ __typename }' }]), [400]],
    ['nothing', '', [400]],
    ['no JSON', '{"query": ', [400]],
    ['a number', '1', [400]],
    [
      'variables nested without end',
      `{"query":${JSON.stringify(words)},"variables":{"id":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
      [200, 400],
    ],
    [
      'a variable that is a list without end',
      JSON.stringify({ query: words, variables: { id: Array(100_000).fill('x') } }),
      [200, 400],
    ],
    [
      'a variable of many words',
      JSON.stringify({ query: words, variables: { id: 'x'.repeat(500_000) } }),
      [200],
    ],
    [
      'variables that nobody declared',
      JSON.stringify({
        query: words,
        variables: Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`v${n}`, n])),
      }),
      [200, 400],
    ],
    ['a list of variables', JSON.stringify({ query: words, variables: [1, 2, 3] }), [400]],
    [
      'variables named like what every object has',
      '{"query":"{ me { id } }","variables":{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}}',
      [200],
    ],
    [
      'a parameter named like what every object has',
      '{"query":"{ me { id } }","__proto__":{"viewer":{"admin":true}},"constructor":{"prototype":{"viewer":1}}}',
      [200, 400],
    ],
    [
      'extensions of all kinds',
      JSON.stringify({
        query: '{ me { id } }',
        extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } },
      }),
      [200],
    ],
    [
      'a document by its hash alone',
      JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
      [400],
    ],
  ])('does no harm: %s', async (_what, body, statuses) => {
    const { status, text } = await sent(body);

    expect(statuses).toContain(status);
    expect(text.length).toBeLessThan(6000);
    expect(text).not.toContain('INTERNAL_SERVER_ERROR');
    expect(
      ({} as { admin?: boolean; viewer?: unknown }).admin ?? ({} as { viewer?: unknown }).viewer,
    ).toBeUndefined();
  });

  test.each(['variables={', 'variables=%5B1', 'extensions={', 'extensions=%22one'])(
    'is told to be no JSON in an address too: %s',
    async (part) => {
      const response = await fetch(`${server().url}/graphql?query={me{id}}&${part}`);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        errors: [{ message: 'variables and extensions must be JSON', extensions: { code: 'BAD_REQUEST' } }],
      });
    },
  );

  test('is not repeated by the refusal of unreadable input', async () => {
    const { status, answer } = await sent('{"query": my own words');

    expect(status).toBe(400);
    expect(answer.errors).toEqual([
      { message: 'POST body sent invalid JSON.', extensions: { code: 'BAD_REQUEST' } },
    ]);
  });

  test('gets errors that name only fields, types and arguments of the document', async () => {
    const anna: Person = await aPerson();
    const wrong = [
      '{ subjec { id } }',
      '{ me { nam emal } }',
      '{ subjects(frist: 1) { totalCount } }',
      'mutation { createSubjects(input: {}) { __typename } }',
      'mutation { createSubject(input: { fullNam: "x" }) { __typename } }',
      'mutation ($input: CreateSubjectInputs!) { createSubject(input: $input) { __typename } }',
      '{ conversation(id: "x") { ... on Convrsation { id } } }',
      'query ($role: MessageRole) { messages(filter: { role: $role }) { edges { cursor } } }',
    ];
    for (const document of wrong) {
      const { errors } = await anna.ask(document, { role: 'asistant', input: { fullNam: 'x' } });

      expect(errors?.length, document).toBeGreaterThan(0);
      expect(JSON.stringify(errors)).not.toMatch(/did you mean|fullName"|assistant/i);
    }
  });
});
