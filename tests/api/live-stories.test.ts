import { describe, expect, test } from 'vitest';
import { aBook } from '#tests/support/book.ts';
import { post, succeeded } from '#tests/support/person.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, aPerson, type Person, useServer } from '#tests/support/world.ts';

useServer();

const document = `subscription ($subjectId: ID!, $awaySeconds: Int) {
  cardChanged(subjectId: $subjectId, awaySeconds: $awaySeconds) { card { id title status } }
}`;

async function aSharedBook() {
  const family = await aFamily();
  const book = await aBook(family);
  const follow = (person: Person, variables: object = {}) =>
    person.watch(document, { subjectId: book.subjectId, ...variables });
  const save = async (title: string) => {
    const { card } = await family.owner.gql('query ($id: ID!) { card(id: $id) { revision } }', {
      id: book.publishedId,
    });
    const { chapterKey, publishedId: id, subjectId } = book;
    const input = {
      id,
      subjectId,
      chapterKey,
      title,
      body: 'It smelled of bread.',
      baseRevision: card.revision,
    };
    succeeded(await family.owner.gql('SaveCard', { input }));
  };
  return { family, book, follow, save };
}

async function nextCard(stream: Watcher) {
  return (await stream.next()).cardChanged.card;
}

describe('A story that changes', () => {
  test('reaches every reader in its current form', async () => {
    const { family, book, follow, save } = await aSharedBook();
    const streams = await Promise.all(
      [family.viewer, family.editor, family.self, family.admin].map((each) => follow(each)),
    );

    await save('The bakery in Galway');

    for (const stream of streams) {
      expect(await nextCard(stream)).toEqual({
        id: book.publishedId,
        title: 'The bakery in Galway',
        status: 'PUBLISHED',
      });
      await stream.end();
    }
  });

  test('is not sent to those who may not read it', async () => {
    const { family, book, follow } = await aSharedBook();
    const [viewer, editor] = await Promise.all([follow(family.viewer), follow(family.editor)]);

    succeeded(await family.owner.gql('SetCardStatus', { id: book.publishedId, status: 'HIDDEN' }));

    expect(await nextCard(viewer)).toBeNull();
    expect(await nextCard(editor)).toMatchObject({ id: book.publishedId, status: 'HIDDEN' });
    await Promise.all([viewer.end(), editor.end()]);
  });

  test('is sent first to readers who were disconnected when it changed', async () => {
    const { family, follow, save } = await aSharedBook();
    await save('Read while away');

    const stream = await follow(family.viewer, { awaySeconds: 60 });

    expect(await nextCard(stream)).toMatchObject({ title: 'Read while away' });
    await stream.end();
  });
});

describe('The stream of a book’s stories', () => {
  test('ends when the reader’s place in the book ends', async () => {
    const { family, follow, save } = await aSharedBook();
    const stream = await follow(family.editor);
    const { members } = (await family.owner.gql('FamilyFriends', { subjectId: family.subject.id })).subject;
    const own = members.find((member: { user: { id: string } }) => member.user.id === family.editor.id);

    await family.owner.gql('RemoveMember', { id: own.id });
    await stream.ended;
    await save('For those who stayed');

    await expect(stream.next()).rejects.toThrow('The stream has ended');
    expect(stream.waiting()).toBe(0);
  });

  test('ends when the reader signs out', async () => {
    const { family, follow } = await aSharedBook();
    const stream = await follow(family.editor);

    await post('/api/auth/sign-out', {}, family.editor.cookie ?? '');

    await stream.ended;
  });

  test('is refused to strangers and anonymous callers', async () => {
    const { family, book, follow } = await aSharedBook();
    const stranger = await follow(await aPerson('Sid'));
    const nobody = await family.nobody.watch(document, { subjectId: book.subjectId });

    await expect(stranger.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(nobody.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await Promise.all([stranger.end(), nobody.end()]);
  });

  test.each([-1, 31 * 24 * 3600])('refuses to go back %i seconds', async (awaySeconds) => {
    const { family, follow } = await aSharedBook();
    const stream = await follow(family.viewer, { awaySeconds });

    await expect(stream.next()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await stream.end();
  });

  test('contains nothing of other subjects', async () => {
    const [own, other] = [await aSharedBook(), await aSharedBook()];
    const stream = await own.follow(own.family.viewer);

    await other.save('Another family’s story');
    await own.save('Our story');

    expect(await nextCard(stream)).toMatchObject({ title: 'Our story' });
    expect(stream.waiting()).toBe(0);
    await stream.end();
  });
});
