import { randomUUID } from 'node:crypto';
import { type ExecutionArgs, isEnumType, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '#api/graphql/context.ts';
import { runCompiled } from '#api/graphql/operations/compiled.ts';
import { schema } from '#api/schema.ts';
import { aBook, type Book } from '#tests/support/book.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

/** So often a document is asked before it is compiled. */
const oftenEnough = 20;

let family: Family;
let other: Family;
let book: Book;
beforeAll(async () => {
  family = await aFamily();
  other = await aFamily();
  book = await aBook(family);
});

describe('A frequent query', () => {
  const everybody = ['owner', 'viewer', 'self', 'stranger', 'admin', 'nobody'] as const;
  const queries: [string, () => object[]][] = [
    [
      'WriterMessages',
      () => [{ first: 2 }, { filter: { subjectId: family.subject.id } }, { filter: { phone: 'not one' } }],
    ],
    ['Transcript', () => [{ id: book.pastId, first: 10 }, { id: randomUUID() }, { id: null }]],
    ['SubjectHome', () => [{ id: family.subject.id }, { id: other.subject.id }, {}]],
    [
      'Biography',
      () => [{ subjectId: family.subject.id }, { subjectId: family.subject.id, chapter: 'none' }],
    ],
    ['WriterUsers', () => [{ first: 2 }, { first: 'two' }]],
    [
      'query Some($id: ID!, $yes: Boolean!) { subject(id: $id) { id @skip(if: $yes) fullName @include(if: $yes) } }',
      () => [{ id: family.subject.id, yes: true }, { id: family.subject.id, yes: false }, { yes: 1 }],
    ],
  ];

  test.each(queries)('answers everybody as before: %s', async (query, asked) => {
    const all = asked().flatMap((variables) => everybody.map((who) => [who, variables] as const));
    expect(all.length).toBeLessThan(oftenEnough);
    const askAll = async () => {
      const answers = [];
      for (const [who, variables] of all) answers.push([who, await family[who].ask(query, variables)]);
      return JSON.stringify(answers, withoutChance, 1);
    };

    const before = await askAll();
    await Promise.all(
      Array.from({ length: oftenEnough }, () => family.owner.ask(query, asked()[0] as object)),
    );

    expect(await askAll()).toBe(before);
  });

  test('is compiled from the twentieth run on', async () => {
    const args = of('query Often($yes: Boolean!) { __typename @include(if: $yes) }', { yes: true });
    const answers = [];
    for (let times = 0; times <= oftenEnough; times++) answers.push(await runCompiled(args));

    const data = { data: { __typename: 'Query' } };
    expect(answers).toEqual([...Array.from({ length: oftenEnough - 1 }, () => null), data, data]);
  });

  test.each([
    ['a change', 'mutation { signOutEverywhere: __typename }'],
    ['words of a stranger', '{ invitation(token: "*/ process.exit() /*") { token: __typename } }'],
    ['a name that means something to JavaScript', '{ constructor: __typename }'],
    ['a name that changes an object', '{ __proto__: __typename }'],
    ['what describes the schema', '{ __schema { queryType { name } } }'],
  ])('is never made into code where it has %s', async (_what, text) => {
    const args = of(text);
    for (let times = 0; times < 2 * oftenEnough; times++) expect(await runCompiled(args)).toBeNull();
  });
});

test('Enum values equal their names, so that a compiled query can return them unchanged', () => {
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  const values = enums.filter(({ name }) => !name.startsWith('__')).flatMap((each) => each.getValues());

  expect(values.length).toBeGreaterThan(50);
  expect(values.filter(({ name, value }) => value !== name)).toEqual([]);
});

function of(text: string, variableValues: Record<string, unknown> = {}): ExecutionArgs {
  const contextValue = createContext(null, { requestId: 'test', ipAddress: null, userAgent: null });
  return { schema, document: parse(text), variableValues, contextValue };
}

/** What is another one each time. */
function withoutChance(key: string, value: unknown): unknown {
  // A cursor also says which transactions were under way, of other tests too.
  return ['errorId', 'cursor', 'startCursor', 'endCursor'].includes(key) ? '' : value;
}
