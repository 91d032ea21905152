import { buildSchema, execute, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { maskedResult } from '#api/graphql/masking.ts';
import { Forbidden, InvalidInput, NotFound } from '#api/platform/errors.ts';

const schema = buildSchema('type Query { text: String! maybe: String count: Int }');

async function answerOf(query: string, throwing: () => unknown) {
  const rootValue = { text: throwing, maybe: throwing, count: throwing };
  return maskedResult(await execute({ schema, document: parse(query), rootValue }), 'request-1');
}

const defects: [string, string, () => unknown][] = [
  [
    'our own mistake',
    '{ maybe }',
    () => (undefined as unknown as { secret: { innards: string } }).secret.innards,
  ],
  [
    'a database that repeats what it was given',
    '{ maybe }',
    () => {
      throw Object.assign(new Error('Key (email)=(anna@evertold.test) already exists'), { code: 'P2002' });
    },
  ],
  ['a promise that the schema broke', '{ text }', () => null],
  ['a value of the wrong kind', '{ count }', () => 'innards'],
  [
    'what is no error at all',
    '{ maybe }',
    () => {
      throw 'innards';
    },
  ],
];

describe('An error that a client reads', () => {
  test.each(defects)('tells nothing of %s but an id', async (_what, query, throwing) => {
    const { errors } = await answerOf(query, throwing);

    expect(errors?.map((error) => error.toJSON())).toEqual([
      {
        message: 'Unexpected error.',
        locations: [{ line: 1, column: 3 }],
        path: [expect.any(String)],
        extensions: { code: 'INTERNAL_SERVER_ERROR', errorId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    ]);
  });

  test.each([
    ['NOT_FOUND', new NotFound('Card')],
    ['FORBIDDEN', new Forbidden()],
    ['BAD_REQUEST', new InvalidInput([{ path: 'name', message: 'must not be empty' }])],
  ])('is a refusal as it was meant: %s', async (code, refusal) => {
    const { errors } = await answerOf('{ maybe }', () => {
      throw refusal;
    });

    expect(errors?.[0]?.message).toBe(refusal.message);
    expect(errors?.[0]?.extensions.code).toBe(code);
  });

  test('keeps the message of graphql about the document', async () => {
    const { errors } = maskedResult(
      await execute({ schema, document: parse('query A { maybe } query B { maybe }') }),
      null,
    );

    expect(errors?.[0]?.message).toContain('operation name');
  });

  test('stays the same when it is masked twice', async () => {
    const once = await answerOf('{ text }', () => null);

    expect(maskedResult(once, null).errors?.[0]).toBe(once.errors?.[0]);
  });
});
