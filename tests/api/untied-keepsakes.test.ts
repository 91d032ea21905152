import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { eraseDeletedWords } from '#api/conversations/service/erase-deleted.ts';
import { db } from '#api/platform/database/database.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { aPhoto } from '#tests/support/keepsake-files.ts';
import { aKeepsake, change, keepsakesOf } from '#tests/support/keepsakes.ts';
import { aPublishedBook, contentOf, download, finished, validEpub } from '#tests/support/made.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, join, useServer } from '#tests/support/world.ts';

useServer();
useClock();

/**
 * A published book of two stories. The bakery's has a photo, and is for Lourdes alone, an editor; another editor and
 * a viewer are left out.
 */
async function aLimitedStory(audience?: object) {
  const family = await aFamily();
  const { subject, self } = family;
  const { telling, bakery, wedding } = await aPublishedBook(family);
  const lourdes = await aPerson('Lourdes');
  await join(self, subject.id, lourdes, 'EDITOR', 'sister');
  const { id: lourdesId } = await db.membership.findFirstOrThrow({
    where: { subjectId: subject.id, userId: lourdes.id },
  });
  const photo = await aKeepsake(lourdes, subject.id, { cardId: bakery.id, content: await aPhoto() });
  const { chapterId } = await db.card.findUniqueOrThrow({ where: { id: bakery.id } });
  const book = {
    ...family,
    ...{ lourdes, lourdesId, subjectId: subject.id, photoId: photo.id as string, chapterId },
    ...{ saidId: telling.said[0] ?? '', cardId: bakery.id as string, openId: wedding.id as string },
  };
  await setAudience(book, { cardId: book.cardId, ...(audience ?? { memberIds: [lourdesId] }) });
  return book;
}
type Book = Awaited<ReturnType<typeof aLimitedStory>>;

async function setAudience({ owner }: Pick<Book, 'owner'>, input: object) {
  succeeded(await owner.gql('SetAudience', { input }));
}

/** Whether somebody gets the photo: by its address and in the album alike. */
async function sees(who: Person, { subjectId, photoId }: Book): Promise<boolean> {
  const { status } = await download(who, photoId);
  const album = await keepsakesOf(who, subjectId);
  expect(
    album.some(({ id }) => id === photoId),
    who.name,
  ).toBe(status === 200);
  return status === 200;
}

async function whoSee(book: Book, people: readonly ('owner' | 'self' | 'lourdes' | 'editor' | 'viewer')[]) {
  const seen = await Promise.all(people.map((who) => sees(book[who], book)));
  return people.filter((_, at) => seen[at]);
}

const everybody = ['owner', 'self', 'lourdes', 'editor', 'viewer'] as const;

async function withdraw({ self, subjectId }: Book) {
  const input = { subjectId, kinds: ['AI_WRITING'], eraseWriting: true };
  succeeded(await self.gql('WithdrawConsent', { input }));
}

async function eraseWords({ saidId, cardId }: Book) {
  await db.message.update({
    where: { id: saidId },
    data: { private: true, deletedAt: new Date(Date.now() - 31 * day) },
  });
  await eraseDeletedWords();
  expect(await db.card.count({ where: { id: cardId } })).toBe(0);
}

describe('The photo of a story for a named member stays hidden from the other members', () => {
  test('when the writing is erased with the withdrawn consent', async () => {
    const book = await aLimitedStory();
    await withdraw(book);
    expect(await db.card.count({ where: { subjectId: book.subjectId } })).toBe(0);
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self', 'lourdes']);
  });

  test('when the words of the story are erased, and its owner can open it then', async () => {
    const book = await aLimitedStory();
    await eraseWords(book);
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self', 'lourdes']);
    await setAudience(book, { keepsakeId: book.photoId, everyone: true });
    expect(await whoSee(book, everybody)).toEqual([...everybody]);
  });

  test('when that member takes it out of the story', async () => {
    const book = await aLimitedStory();
    succeeded({ saved: await change(book.lourdes, 'saveKeepsake', { id: book.photoId, cardId: null }) });
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self', 'lourdes']);
  });

  test('when that member moves it to an open story, also in the book', async () => {
    const book = await aLimitedStory();
    const { lourdes, editor, subjectId, photoId, openId } = book;
    succeeded({ saved: await change(lourdes, 'saveKeepsake', { id: photoId, cardId: openId }) });
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self', 'lourdes']);
    expect(await picturesInBook(lourdes, subjectId)).toBe((await picturesInBook(editor, subjectId)) + 1);
  });

  test('when it was deleted before its story, and is restored', async () => {
    const book = await aLimitedStory();
    const { owner, photoId } = book;
    succeeded({ deleted: await change(owner, 'deleteKeepsake', { id: photoId }) });
    await eraseWords(book);
    succeeded({ restored: await change(owner, 'restoreKeepsake', { id: photoId }) });
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self', 'lourdes']);
  });
});

describe('The photo of an erased story', () => {
  test('opens on the day of the story’s audience, not earlier', async () => {
    const until = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
    const book = await aLimitedStory({ until });
    await withdraw(book);
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self']);
    later(Date.parse(`${until}T05:01:00Z`) - Date.now());
    expect(await whoSee(book, everybody)).toEqual([...everybody]);
  });

  test('opens after the death of the person if the story would have', async () => {
    const book = await aLimitedStory({ afterDeath: true });
    await withdraw(book);
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self']);
    const input = { id: book.subjectId, status: 'MEMORIAL' };
    succeeded(await book.owner.gql('UpdateSubject', { input }));
    expect(await whoSee(book, ['lourdes', 'editor', 'viewer'])).toEqual(['lourdes', 'editor', 'viewer']);
  });

  test('is for those alone whom the story, its chapter and its own audience all admit', async () => {
    const book = await aLimitedStory();
    const { editor, subjectId, chapterId, lourdesId, photoId } = book;
    const { id: editorId } = await db.membership.findFirstOrThrow({
      where: { subjectId, userId: editor.id },
    });
    await setAudience(book, { cardId: book.cardId, everyone: true });
    await setAudience(book, { chapterId, memberIds: [lourdesId, editorId] });
    await setAudience(book, { keepsakeId: photoId, memberIds: [editorId] });
    await withdraw(book);
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self', 'editor']);
  });

  test('is for the owners and the person alone where its audiences have nobody in common', async () => {
    const book = await aLimitedStory();
    await setAudience(book, { keepsakeId: book.photoId, afterDeath: true });
    await withdraw(book);
    expect(await whoSee(book, everybody)).toEqual(['owner', 'self']);
  });

  test('is for everyone if the story was', async () => {
    const book = await aLimitedStory({ everyone: true });
    await withdraw(book);
    expect(await whoSee(book, everybody)).toEqual([...everybody]);
  });

  test.each(['HIDDEN', 'DRAFT'] as const)(
    'is for the owners and the person if the story was %s, whoever edits the book later, until an owner opens it',
    async (status) => {
      const book = await aLimitedStory({ everyone: true });
      await db.card.update({ where: { id: book.cardId }, data: { status } });
      await withdraw(book);
      expect(await whoSee(book, everybody)).toEqual(['owner', 'self']);
      await db.membership.update({ where: { id: book.lourdesId }, data: { role: 'VIEWER' } });
      expect(await whoSee(book, everybody)).toEqual(['owner', 'self']);
      await setAudience(book, { keepsakeId: book.photoId, everyone: true });
      expect(await whoSee(book, everybody)).toEqual([...everybody]);
    },
  );
});

test('A photo that an editor takes out of a hidden story is for everyone, as that is the family’s own hand', async () => {
  const book = await aLimitedStory({ everyone: true });
  succeeded(await book.owner.gql('SetCardStatus', { id: book.cardId, status: 'HIDDEN' }));
  succeeded({ saved: await change(book.lourdes, 'saveKeepsake', { id: book.photoId, cardId: null }) });
  expect(await whoSee(book, everybody)).toEqual([...everybody]);
});

/** The number of pictures in somebody's e-book. */
async function picturesInBook(person: Person, subjectId: string): Promise<number> {
  const { id } = await finished(person, { subjectId, kind: 'BOOK_EPUB' });
  const zip = await yauzl.fromBufferPromise(await validEpub(await contentOf(person, id)), {
    lazyEntries: true,
  });
  let count = 0;
  for await (const { fileName } of zip.eachEntry()) if (/\.(jpe?g|png|webp)$/.test(fileName)) count += 1;
  return count;
}
