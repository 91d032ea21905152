import { expect, test } from 'vitest';
import { aPerson, useServer } from '#tests/support/world.ts';

useServer();

test.each([
  ['what is none', 'garbage'],
  ['another list’s', Buffer.from('[1,2]').toString('base64url')],
  ['no row’s id', Buffer.from('GPC:S:abc').toString('base64')],
  ['a number', Buffer.from('GPC:N:123').toString('base64')],
  ['NUL', '\0'],
])('A cursor that no list gave out is refused by its field: %s', async (_what, cursor) => {
  const anna = await aPerson();
  const inner = 'subjects { edges { node { ...S } } } } fragment S on Subject';
  for (const [document, field] of [
    ['query ($c: String) { subjects(after: $c) { totalCount } }', 'subjects.after'],
    ['query ($c: String) { subjects(last: 2, before: $c) { totalCount } }', 'subjects.before'],
    [
      `query ($c: String) { ${inner} { cards(after: $c) { edges { cursor } } }`,
      'subjects.edges.node.cards.after',
    ],
  ] as const) {
    const { status, errors } = await anna.ask(document, { c: cursor });

    expect(status).toBe(400);
    expect(errors?.[0]?.message).toBe(`${field}: is not a cursor of this list`);
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_REQUEST', path: field.split('.') });
  }
});
