import { globSync, readFileSync } from 'node:fs';
import { concatAST, getIntrospectionQuery, Kind, parse, print, separateOperations } from 'graphql';
import { describe, expect, test } from 'vitest';
import { assess } from '#api/graphql/limits/cost.ts';
import { shapeErrors } from '#api/graphql/limits/limits.ts';
import { schema } from '#api/schema.ts';
import { operations } from '#tests/support/operations.ts';
import { aPerson, type Person } from '#tests/support/person.ts';
import { acceptFor, type Way, ways } from '#tests/support/ways.ts';
import { server, useServer } from '#tests/support/world.ts';

useServer();

const plain = 'application/json';
const graphqlResponse = 'application/graphql-response+json';

/** What is answered, which is the same in either way. */
async function ask(body: unknown, { accept = plain } = {}) {
  const [answer, ...others] = await Promise.all(ways.map((way) => askIn(way, body, accept)));
  for (const other of others) expect(other).toEqual(answer);
  return answer as Awaited<ReturnType<typeof askIn>>;
}

async function askIn(way: Way, body: unknown, accept: string) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: acceptFor(way, accept) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, type: response.headers.get('content-type'), ...(await jsonOf(response)) };
}

async function jsonOf(response: Response) {
  const text = await response.text();
  return (text ? JSON.parse(text) : {}) as {
    data?: Record<string, unknown> | null;
    errors?: { message: string; extensions?: Record<string, unknown> }[];
  };
}

const aliases = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: id`).join(' ');
/** Depth by going round from a chapter to its cards to their subject. */
const nested = (rounds: number) =>
  `{ subjects { edges { node { ${'chapters { cards { subject { '.repeat(rounds)} id ${'} } } '.repeat(rounds)} } } } }`;

let reader: Promise<Person> | undefined;

/** The same person for all that only reads. */
function theReader(): Promise<Person> {
  reader ??= aPerson();
  return reader;
}

describe('A document that exceeds a limit', () => {
  const tooMuch: [string, string][] = [
    ['depth', nested(4)],
    ['number of aliases', `{ me { ${aliases(31)} } }`],
    ['number of aliases', `query { me { ...A } again: me { ...A } } fragment A on User { ${aliases(16)} }`],
    ['number of directives', `{ me { id ${'@include(if: true) '.repeat(51)} } }`],
    ['number of root fields', `{ ${'__typename '.repeat(21)} }`],
    ['tokens', `{ me { ${'id '.repeat(2000)} } }`],
    ['contains itself', '{ me { ...A } } fragment A on User { id ...B } fragment B on User { id ...A }'],
    ['contains itself', '{ me { id } } fragment A on User { ...A }'],
    ['costs', '{ subjects(first: 100) { edges { node { cards(first: 100) { edges { node { id } } } } } } }'],
    ['subjects.first: must be from 1 to 100', '{ subjects(first: 0) { totalCount } }'],
    ['subjects.first: must be from 1 to 100', '{ subjects(first: -1) { totalCount } }'],
    ['subjects.first: must be from 1 to 100', '{ subjects(first: 101) { totalCount } }'],
    ['subjects.last: must be from 1 to 100', '{ subjects(last: 101) { totalCount } }'],
    ['subjects.first: give either', '{ subjects(first: 1, last: 1) { totalCount } }'],
    [
      'subjects.edges.node.cards.first: must be',
      '{ subjects { edges { node { ...S } } } } fragment S on Subject { cards(first: 0) { edges { cursor } } }',
    ],
    ['mine.first: must be', '{ mine: subjects(first: 1000) { totalCount } }'],
  ];

  test.each(tooMuch)('is refused before it runs, for every media type: %s', async (told, query) => {
    for (const accept of [plain, graphqlResponse]) {
      const { status, data, errors } = await ask({ query }, { accept });

      expect(status).toBe(400);
      expect(data).toBeUndefined();
      expect(errors?.[0]?.message).toContain(told);
      expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
    }
  });

  test('is refused even if a variable or its default causes it', async () => {
    const query = 'query ($first: Int, $last: Int) { subjects(first: $first, last: $last) { totalCount } }';

    for (const variables of [{ first: 0 }, { first: 101 }, { last: -5 }, { first: 5, last: 5 }]) {
      expect(await ask({ query, variables })).toMatchObject({ status: 400 });
    }
    const byDefault = 'query ($first: Int = 500) { subjects(first: $first) { totalCount } }';
    expect(await ask({ query: byDefault })).toMatchObject({ status: 400 });
    expect((await ask({ query: byDefault, variables: { first: 5 } })).status).toBe(200);
  });

  test('is measured by the operation that is selected', async () => {
    const query = `query Small { me { id } } query Large { subjects(first: 1000) { totalCount } }`;

    expect((await ask({ query, operationName: 'Small' })).status).toBe(200);
    expect((await ask({ query, operationName: 'Large' })).status).toBe(400);
  });

  test('gets an error that names the field and the rule', async () => {
    const { errors } = await ask({ query: '{ subjects(first: 101) { totalCount } }' });

    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', path: ['subjects', 'first'] });
  });
});

describe('The operations that clients rely on', () => {
  const isLimit = ({ message }: { message: string }) =>
    /^(The (depth|number|query|document)|\w+\.)/.test(message);

  test.each([...operations])('stay within every limit: %s', async (_name, query) => {
    const anna = await theReader();
    const { errors } = await anna.ask(query, { first: 100 });

    expect(errors?.filter(isLimit) ?? []).toEqual([]);
  });

  test('stay within every limit on our own pages, even with the largest pages', () => {
    const pages = globSync('web/**/*.graphql').map((file) => parse(readFileSync(file, 'utf8')));
    const all = concatAST(pages);
    const asked = all.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
    expect(asked.length).toBeGreaterThan(0);

    for (const operation of asked) {
      const document = separateOperations(all)[operation.name?.value ?? ''] ?? all;
      const variables = Object.fromEntries(
        (operation.variableDefinitions ?? []).map(({ variable, type }) => [
          variable.name.value,
          // One page forward, as large as may be: it is what a person can make a page ask for.
          variable.name.value === 'first'
            ? 100
            : ['after', 'before'].includes(variable.name.value) || /Int/.test(print(type))
              ? null
              : 'x',
        ]),
      );
      const errors = [
        ...shapeErrors(document),
        ...assess(schema, document, operation.name?.value, variables).errors,
      ];

      expect(
        errors.map(({ message }) => message),
        operation.name?.value,
      ).toEqual([]);
    }
  });

  test('may include introspection', async () => {
    expect((await ask({ query: getIntrospectionQuery() })).errors).toBeUndefined();
  });
});

describe('The HTTP status of an answer', () => {
  const since = 'query ($from: DateTime) { messages(filter: { dateFrom: $from }) { edges { cursor } } }';
  const faults: [string, { query: string; [part: string]: unknown }, string][] = [
    ['a document that can not be read', { query: '{ me {' }, 'GRAPHQL_PARSE_FAILED'],
    ['a field that is not there', { query: '{ me { secret } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a variable of the wrong kind',
      { query: 'query ($n: Int) { subjects(first: $n) { totalCount } }', variables: { n: 'x' } },
      'BAD_REQUEST',
    ],
    ['a time that is none', { query: since, variables: { from: '2026-02-30T00:00:00Z' } }, 'BAD_REQUEST'],
    [
      'a time that is none, in the document',
      { query: '{ messages(filter: { dateFrom: "noon" }) { edges { cursor } } }' },
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'an operation that is not there',
      { query: 'query A { me { id } }', operationName: 'B' },
      'OPERATION_RESOLUTION_FAILURE',
    ],
  ];

  test.each(faults)('is 400 or 200 for %s, depending on the media type', async (_fault, body, code) => {
    const asResponse = await ask(body, { accept: graphqlResponse });
    expect(asResponse).toMatchObject({ status: 400, type: `${graphqlResponse}; charset=utf-8` });
    expect(asResponse.data).toBeUndefined();

    const asJson = await ask(body, { accept: plain });
    expect(asJson).toMatchObject({ status: 200, type: `${plain}; charset=utf-8` });
    expect(asJson.errors).toHaveLength(1);
    expect(asJson.errors?.[0]?.extensions).toEqual({ code });
  });

  test.each(faults.slice(0, -1))(
    'has a matching error code on the socket for %s',
    async (_fault, body, code) => {
      const anna = await theReader();
      const stream = await anna.watch(body.query, body.variables as object);

      await expect(stream.next()).rejects.toMatchObject({ code });
      await stream.end();
    },
  );

  test.each([
    ['nothing asked', {}, 400],
    ['no JSON', '{"query":', 400],
    ['several at once', [{ query: '{ __typename }' }, { query: '{ __typename }' }], 400],
    ['no text', { query: 7 }, 400],
    ['variables that are none', { query: '{ __typename }', variables: 'x' }, 400],
  ])('is 4xx for a request with %s', async (_what, body, status) => {
    expect((await ask(body)).status).toBe(status);
  });

  test('is 200 for an executed document, even when a field was refused', async () => {
    const { status, errors } = await ask(
      { query: '{ subjects { totalCount } }' },
      { accept: graphqlResponse },
    );

    expect(status).toBe(200);
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED');
  });

  test('is 406 for an unsupported media type', async () => {
    expect((await ask({ query: '{ __typename }' }, { accept: 'application/pdf' })).status).toBe(406);
  });

  test('comes without suggestions of other field names', async () => {
    const { errors } = await ask({ query: '{ mee { id } subjcts { totalCount } me { nam } }' });

    expect(errors?.map(({ message }) => message).join()).not.toContain('Did you mean');
  });
});
