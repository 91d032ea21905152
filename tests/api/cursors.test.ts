import { expect, test } from 'vitest';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, useServer } from '#tests/support/world.ts';

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

test('A cursor of another family’s messages reads only one’s own, in lists and in resumed streams', async () => {
  const [ours, theirs] = await Promise.all([aFamily(), aFamily()]);
  const talk = await aTalk(ours.self, ours.subject.id);
  await talk.say('Our oven was lit at three.');
  const foreign = await aTalk(theirs.self, theirs.subject.id);
  await foreign.say('Their boat lay at the pier.');
  const list = `query ($id: ID!, $after: String) {
    conversation(id: $id) { messages(first: 100, after: $after) { edges { cursor node { id } } } }
  }`;
  const { edges } = (await theirs.self.gql(list, { id: foreign.id })).conversation.messages;
  const own = (await talk.transcript()).map(({ id }) => id);

  for (const { cursor } of edges) {
    const read = (await ours.self.gql(list, { id: talk.id, after: cursor })).conversation.messages.edges;
    expect(own).toEqual(expect.arrayContaining(read.map(({ node }: { node: { id: string } }) => node.id)));
    const other = await ours.self.gql(list, { id: foreign.id, after: cursor });
    expect(other.conversation).toBeNull();
  }

  const filter = { subjectId: ours.subject.id };
  const stream = await ours.self.watch('MessageAdded', { filter, after: edges[0].cursor });
  const said = await talk.say('My father lit it with birch wood.');
  const heard: string[] = [];
  while (!heard.includes(said.id)) heard.push((await stream.next()).messageAdded.node.id);
  const now = (await talk.transcript()).map(({ id }) => id);
  expect(now).toEqual(expect.arrayContaining(heard));
  await stream.end();
});
