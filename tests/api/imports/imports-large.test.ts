import { expect, test } from 'vitest';
import { importsMake } from '#api/imports/jobs.ts';
import { db } from '#api/platform/database/database.ts';
import { aQueuedImport, importsOf } from '#tests/support/imports.ts';
import { aFilm } from '#tests/support/keepsake-files.ts';
import { mostMemoryOf } from '#tests/support/memory.ts';
import { aSmallBook, exportWith, firstOf } from '#tests/support/small-export.ts';
import { aPerson, useServer } from '#tests/support/world.ts';

useServer();

test('A book of 50,000 messages and 300 MB of films is brought in little memory', {
  timeout: 240_000,
}, async () => {
  const anna = await aPerson('Anna Rourke');
  const book = aSmallBook();
  const words = 'We had a bakery. It was warm, and the whole street came for the rolls before school. ';
  firstOf(book.conversations).messages = Array.from({ length: 50_000 }, (_, at) => ({
    ...{ id: `m${at}`, seq: at + 1, role: 'user' as const, private: false, firstText: null },
    ...{ text: words + crypto.randomUUID().repeat(4), createdAt: book.exportedAt },
  }));
  const film = Buffer.concat([aFilm(), Buffer.alloc(30 * 1024 * 1024, 7)]);
  book.media = Array.from({ length: 10 }, (_, at) => ({
    ...{
      id: `f${at}`,
      file: `media/f${at}.mp4`,
      contentType: 'video/mp4',
      bytes: 1,
      kind: 'VIDEO' as const,
    },
    ...{ title: null, caption: null, happened: null, cardId: null, personIds: [], addedBy: null },
    ...{ createdAt: book.exportedAt, audience: null },
  }));
  const files = book.media.map(({ file }) => [file ?? '', film] as const);
  const id = await aQueuedImport(anna, await exportWith(book, files, false));
  const most = await mostMemoryOf(() => importsMake.run({ importId: id }, new AbortController().signal));

  expect(await importsOf(anna)).toMatchObject([{ status: 'DONE', problem: null }]);
  expect(most).toBeLessThan(250 * 1024 * 1024);
  expect(
    await db.message.count({ where: { subject: { is: { members: { some: { userId: anna.id } } } } } }),
  ).toBe(50_000);
});
