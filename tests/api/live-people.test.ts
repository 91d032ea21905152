import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { twoPeople } from '#tests/support/book.ts';
import { succeeded } from '#tests/support/person.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const following = `subscription ($subjectId: ID!, $awaySeconds: Int) {
  personChanged(subjectId: $subjectId, awaySeconds: $awaySeconds) { person { id name } } }`;
const saving = `mutation ($input: SavePersonInput!) {
  savePerson(input: $input) { __typename ... on Person { id } } }`;

describe('A person who is added, corrected, merged or separated', () => {
  test('reaches every reader of the book as they are now, and nobody else', async () => {
    const [{ subject, owner, viewer, editor }, other] = [await aFamily(), await aFamily()];
    const follow = { subjectId: subject.id };
    const streams = await Promise.all([owner, viewer].map((reader) => reader.watch(following, follow)));
    const stranger = await other.owner.watch(following, { subjectId: other.subject.id });
    const next = () =>
      Promise.all(streams.map(async (stream) => (await stream.next()).personChanged.person?.name));

    const input = { subjectId: subject.id, name: 'Rosa Pires' };
    const { id } = succeeded(await editor.gql(saving, { input }));
    expect(await next()).toEqual(['Rosa Pires', 'Rosa Pires']);
    succeeded(await editor.gql(saving, { input: { ...input, id, name: 'Rosa Medeiros' } }));
    expect(await next()).toEqual(['Rosa Medeiros', 'Rosa Medeiros']);

    const { keepId, otherId } = await twoPeople(subject.id);
    const merge = `mutation ($keepId: ID!, $otherId: ID!) { mergePeople(keepId: $keepId, otherId: $otherId) { __typename } }`;
    await editor.gql(merge, { keepId, otherId });
    expect((await next())[0]).toBe(`Rosa ${keepId}`);
    await editor.gql('mutation ($id: ID!) { undoMergePeople(id: $id) { __typename } }', { id: keepId });
    expect((await next())[0]).toBe(`Rosa ${keepId}`);

    await other.owner.gql(saving, { input: { subjectId: other.subject.id, name: 'Frank' } });
    expect((await stranger.next()).personChanged.person.name).toBe('Frank');
    await Promise.all([...streams, stranger].map((stream) => stream.end()));
  });

  test('reaches a reader when the owners choose which of the living people are shown', async () => {
    const { subject, owner, viewer } = await aFamily();
    const input = { subjectId: subject.id, name: 'Rosa Pires' };
    succeeded(await owner.gql(saving, { input }));
    const stream = await viewer.watch(following, { subjectId: subject.id });
    const listed = async () => {
      const document =
        'query ($id: ID!) { subject(id: $id) { people(first: 9) { edges { node { name } } } } }';
      const { people } = (await viewer.gql(document, { id: subject.id })).subject;
      return people.edges.map(({ node }: { node: { name: string } }) => node.name);
    };
    for (const [livingForViewers, names] of [
      ['STORIES_ONLY', []],
      ['WITHOUT_DATES', ['Rosa Pires']],
    ]) {
      // Only the first is a choice: a repeat would be the next event of the stream.
      succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, livingForViewers } }));
      succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, livingForViewers } }));
      expect((await stream.next()).personChanged.person).toBeNull();
      expect(await listed()).toEqual(names);
    }
    succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, preferredName: 'Alma' } }));
    const { id } = succeeded(await owner.gql(saving, { input: { ...input, name: 'Frank Pires' } }));
    expect((await stream.next()).personChanged.person).toMatchObject({ id });
    await stream.end();
  });

  test('is not shown to a viewer who may read no story about them', async () => {
    const { subject, viewer, editor } = await aFamily();
    const { keepId, otherId } = await twoPeople(subject.id);
    await db.person.updateMany({ where: { id: { in: [keepId, otherId] } }, data: { found: true } });
    const stream = await viewer.watch(following, { subjectId: subject.id });

    const merge = `mutation ($keepId: ID!, $otherId: ID!) { mergePeople(keepId: $keepId, otherId: $otherId) { __typename } }`;
    await editor.gql(merge, { keepId, otherId });

    expect((await stream.next()).personChanged.person).toBeNull();
    await stream.end();
  });
});
