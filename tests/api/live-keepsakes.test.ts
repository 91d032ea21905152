import { describe, expect, test } from 'vitest';
import { eraseDeletedWords } from '#api/conversations/service/erase-deleted.ts';
import { db } from '#api/platform/database/database.ts';
import { aBook } from '#tests/support/book.ts';
import { day, useClock } from '#tests/support/clock.ts';
import { aKeepsake, change, keepsakesOf } from '#tests/support/keepsakes.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { cardsOf, stories, told } from '#tests/support/told.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, useOwnServer } from '#tests/support/world.ts';

useOwnServer();
useClock();

const following = `subscription ($subjectId: ID!, $awaySeconds: Int) {
  keepsakeChanged(subjectId: $subjectId, awaySeconds: $awaySeconds) { keepsake { id title } } }`;
const storiesFollowed = `subscription ($subjectId: ID!) {
  cardChanged(subjectId: $subjectId) { card { id keepsakes { id } } } }`;
const messagesFollowed = `subscription ($filter: MessageFilter) {
  messageChanged(filter: $filter) { id role keepsakeAskedAbout { id } } }`;

const peopleFollowed = `subscription ($subjectId: ID!) {
  personChanged(subjectId: $subjectId) { person { id } } }`;

const titleOf = async (stream: Watcher) => (await stream.next()).keepsakeChanged.keepsake?.title ?? null;
const audience = async (owner: Person, input: object) => succeeded(await owner.gql('SetAudience', { input }));

describe('A keepsake', () => {
  test('that is added, described, deleted or restored reaches every reader, and no other family', async () => {
    const [{ subject, owner, editor, viewer, self }, other] = [await aFamily(), await aFamily()];
    const readers = [owner, editor, viewer, self];
    const streams = await Promise.all(
      readers.map((reader) => reader.watch(following, { subjectId: subject.id })),
    );
    const stranger = await other.owner.watch(following, { subjectId: other.subject.id });
    const next = () => Promise.all(streams.map(titleOf));

    const { id } = await aKeepsake(owner, subject.id, { title: 'Two girls on a pier' });
    expect(await next()).toEqual(Array(4).fill('Two girls on a pier'));
    succeeded({ saved: await change(editor, 'saveKeepsake', { id, title: 'Three girls on a pier' }) });
    expect(await next()).toEqual(Array(4).fill('Three girls on a pier'));
    succeeded({ deleted: await change(owner, 'deleteKeepsake', { id }) });
    expect(await next()).toEqual(Array(4).fill(null));
    succeeded({ restored: await change(owner, 'restoreKeepsake', { id }) });
    expect(await next()).toEqual(Array(4).fill('Three girls on a pier'));

    await aKeepsake(other.owner, other.subject.id, { title: 'Their own' });
    expect(await titleOf(stranger)).toBe('Their own');
    await Promise.all([...streams, stranger].map((stream) => stream.end()));
  });

  test('that is withdrawn by an audience is sent to those who are named, and as gone to others', async () => {
    const { subject, owner, editor, viewer } = await aFamily();
    const { id, media } = await aKeepsake(owner, subject.id, { title: 'Two girls on a pier' });
    const { members } = (
      await owner.gql('query ($id: ID!) { subject(id: $id) { members { id user { id } } } }', {
        id: subject.id,
      })
    ).subject;
    const named = members.find(({ user }: { user: { id: string } }) => user.id === editor.id);
    const follow = (reader: Person) => reader.watch(following, { subjectId: subject.id });
    const streams = await Promise.all([owner, editor, viewer].map(follow));
    const next = () => Promise.all(streams.map(titleOf));

    await audience(owner, { keepsakeId: media.id, memberIds: [named.id] });
    expect(await next()).toEqual(['Two girls on a pier', 'Two girls on a pier', null]);
    expect(await keepsakesOf(viewer, subject.id)).toEqual([]);
    await audience(owner, { keepsakeId: media.id, afterDeath: true });
    expect(await next()).toEqual(['Two girls on a pier', null, null]);
    await audience(owner, { keepsakeId: media.id, everyone: true });
    expect(await next()).toEqual(Array(3).fill('Two girls on a pier'));
    expect(await keepsakesOf(viewer, subject.id)).toMatchObject([{ id }]);
    await Promise.all(streams.map((stream) => stream.end()));
  });

  test('goes from its story as soon as it is withdrawn', async () => {
    const family = await aFamily();
    const { subject, owner, viewer } = family;
    const { publishedId: cardId } = await aBook(family);
    const { id, media } = await aKeepsake(owner, subject.id, { cardId });
    const story = await viewer.watch(storiesFollowed, { subjectId: subject.id });
    const shown = async () => (await story.next()).cardChanged.card.keepsakes;

    await audience(owner, { keepsakeId: media.id, afterDeath: true });
    expect(await shown()).toEqual([]);
    await audience(owner, { keepsakeId: media.id, everyone: true });
    expect(await shown()).toEqual([{ id }]);
    succeeded({ deleted: await change(owner, 'deleteKeepsake', { id }) });
    expect(await shown()).toEqual([]);
    succeeded({ restored: await change(owner, 'restoreKeepsake', { id }) });
    expect(await shown()).toEqual([{ id }]);
    await story.end();
  });

  test('goes from the album with its story, and with its chapter', async () => {
    const family = await aFamily();
    const { subject, owner, editor, viewer } = family;
    const { publishedId: cardId } = await aBook(family);
    await aKeepsake(owner, subject.id, { cardId, title: 'Two girls on a pier' });
    const { card } = await owner.gql('query ($id: ID!) { card(id: $id) { chapter { id } } }', { id: cardId });
    const follow = (reader: Person) => reader.watch(following, { subjectId: subject.id });
    const streams = await Promise.all([editor, viewer].map(follow));
    const chapters = await viewer.watch(storiesFollowed, { subjectId: subject.id });
    const next = () => Promise.all(streams.map(titleOf));

    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'HIDDEN' }));
    expect(await next()).toEqual(['Two girls on a pier', null]);
    expect((await chapters.next()).cardChanged.card).toBeNull();
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'PUBLISHED' }));
    expect(await next()).toEqual(Array(2).fill('Two girls on a pier'));
    expect((await chapters.next()).cardChanged.card).toMatchObject({ id: cardId });
    await audience(owner, { chapterId: card.chapter.id, afterDeath: true });
    expect(await next()).toEqual([null, null]);
    expect((await chapters.next()).cardChanged.card).toBeNull();
    await Promise.all([...streams, chapters].map((stream) => stream.end()));
  });

  test('goes with its story when the person makes the words private that it rests on', async () => {
    const { subject, owner, viewer, self } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    const [{ id: cardId }] = await cardsOf(owner, subject.id);
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'PUBLISHED' }));
    const { id } = await aKeepsake(owner, subject.id, { cardId, title: 'The oven' });
    const [album, story, people] = await Promise.all(
      [following, storiesFollowed, peopleFollowed].map((document) =>
        viewer.watch(document, { subjectId: subject.id }),
      ),
    );
    expect(await keepsakesOf(viewer, subject.id)).toMatchObject([{ id }]);

    succeeded(await self.gql('SetMessagePrivate', { id: said[0], private: true }));
    expect(await titleOf(album as Watcher)).toBeNull();
    expect((await story?.next())?.cardChanged.card).toBeNull();
    expect((await people?.next())?.personChanged.person).toBeNull();
    expect(await keepsakesOf(viewer, subject.id)).toEqual([]);
    await Promise.all([album, story, people].map((stream) => stream?.end()));
  });

  test('comes back with its story when the person makes these words readable again', async () => {
    const { subject, owner, viewer, self } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    const [{ id: cardId }] = await cardsOf(owner, subject.id);
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'PUBLISHED' }));
    await aKeepsake(owner, subject.id, { cardId, title: 'The oven' });
    succeeded(await self.gql('SetMessagePrivate', { id: said[0], private: true }));
    const follow = (reader: Person, document: string) => reader.watch(document, { subjectId: subject.id });
    const [album, ofViewer] = [await follow(owner, following), await follow(viewer, following)];
    const story = await follow(owner, storiesFollowed);

    succeeded(await self.gql('SetMessagePrivate', { id: said[0], private: false }));
    expect(await titleOf(album)).toBe('The oven');
    expect((await story.next()).cardChanged.card).toMatchObject({ id: cardId });
    // The story is a draft again, which readers don't see until it is published.
    expect(await titleOf(ofViewer)).toBeNull();
    await Promise.all([album, ofViewer, story].map((stream) => stream.end()));
  });

  test('stays without its story, for owners alone, when its words are erased, and all hear of it', async () => {
    const { subject, owner, editor, viewer } = await aFamily();
    const { said } = await told(subject.id, [stories.bakery]);
    const [{ id: cardId }] = await cardsOf(owner, subject.id);
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'HIDDEN' }));
    const { id } = await aKeepsake(owner, subject.id, { cardId, title: 'The oven' });
    await db.message.update({
      where: { id: said[0] ?? '' },
      data: { private: true, deletedAt: new Date(Date.now() - 31 * day) },
    });
    const follow = (reader: Person, document: string) => reader.watch(document, { subjectId: subject.id });
    const albums = await Promise.all([owner, editor, viewer].map((reader) => follow(reader, following)));
    const story = await follow(owner, storiesFollowed);

    await eraseDeletedWords();
    expect(await Promise.all(albums.map(titleOf))).toEqual(['The oven', null, null]);
    expect((await story.next()).cardChanged.card).toBeNull();
    expect(await keepsakesOf(owner, subject.id)).toMatchObject([{ id, card: null }]);
    for (const reader of [editor, viewer]) expect(await keepsakesOf(reader, subject.id)).toEqual([]);
    await Promise.all([...albums, story].map((stream) => stream.end()));
  });

  test('stays without its story when everything that was written is erased, and readers hear of it', async () => {
    const { subject, owner, viewer, self } = await aFamily();
    await told(subject.id, [stories.bakery]);
    const [{ id: cardId }] = await cardsOf(owner, subject.id);
    succeeded(await owner.gql('SetCardStatus', { id: cardId, status: 'PUBLISHED' }));
    await aKeepsake(owner, subject.id, { cardId, title: 'The oven' });
    const follow = (document: string) => viewer.watch(document, { subjectId: subject.id });
    const [album, story] = [await follow(following), await follow(storiesFollowed)];

    const input = { subjectId: subject.id, kinds: ['AI_WRITING'], eraseWriting: true };
    succeeded(await self.gql('WithdrawConsent', { input }));
    expect(await titleOf(album)).toBe('The oven');
    expect((await story.next()).cardChanged.card).toBeNull();
    expect(await db.card.count({ where: { id: cardId } })).toBe(0);
    await Promise.all([album, story].map((stream) => stream.end()));
  });

  test('goes from beside its question in open transcripts, for those who may not see it any more', async () => {
    const { subject, owner, editor, self } = await aFamily();
    const { id, media } = await aKeepsake(owner, subject.id, { title: 'Two girls on a pier' });
    const talk = await aTalk(self, subject.id);
    await talk.say('Hm, let me think.');
    const filter = { conversationId: talk.id };
    const streams = await Promise.all(
      [owner, editor, self].map((reader) => reader.watch(messagesFollowed, { filter })),
    );
    /** The keepsake beside the question and beside the turn that waits for the answer, for each reader. */
    const beside = () =>
      Promise.all(
        streams.map(async (stream) => {
          const changed = [(await stream.next()).messageChanged, (await stream.next()).messageChanged];
          expect(changed.map(({ role }) => role)).toEqual(['assistant', 'assistant']);
          return changed.map(({ keepsakeAskedAbout }) => keepsakeAskedAbout?.id ?? null);
        }),
      );
    const [shown, gone] = [
      [id, id],
      [null, null],
    ];

    await audience(owner, { keepsakeId: media.id, afterDeath: true });
    expect(await beside()).toEqual([shown, gone, shown]);
    await audience(owner, { keepsakeId: media.id, everyone: true });
    expect(await beside()).toEqual([shown, shown, shown]);
    succeeded({ deleted: await change(owner, 'deleteKeepsake', { id }) });
    expect(await beside()).toEqual([gone, gone, gone]);
    await Promise.all(streams.map((stream) => stream.end()));
  });

  test('that was withdrawn while a reader was away is sent first, as gone', async () => {
    const { subject, owner, viewer } = await aFamily();
    const { media } = await aKeepsake(owner, subject.id);
    await audience(owner, { keepsakeId: media.id, afterDeath: true });
    const stream = await viewer.watch(following, { subjectId: subject.id, awaySeconds: 60 });
    // One for the keepsake that was added, which is gone by now, and one for the audience.
    expect(await titleOf(stream)).toBeNull();
    expect(await titleOf(stream)).toBeNull();
    await stream.end();
  });
});
