import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import {
  aPublishedBook,
  contentOf,
  entryOf,
  finished,
  keptPicture,
  pagesOf,
  validEpub,
} from '#tests/support/made.ts';
import { colourAt, renderPages, shareOf } from '#tests/support/pdf-pictures.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

describe('A printed book', () => {
  test('contains the pictures of its stories and no other files', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery } = await aPublishedBook(family);
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer();
    for (const [content, caption] of [
      [picture, 'The oven in 1946'],
      [Buffer.from('no picture'), 'A broken one'],
    ] as const) {
      const storageKey = `${subject.id}/${crypto.randomUUID()}`;
      await ports.storage.put(storageKey, content);
      await db.media.create({
        data: {
          subjectId: subject.id,
          cardId: bakery.id,
          storageKey,
          bytes: content.length,
          contentType: 'image/jpeg',
          caption,
        },
      });
    }

    const { id } = await finished(owner, { subjectId: subject.id, kind: 'BOOK_PDF' });

    const pdf = await contentOf(owner, id);
    const pages = await pagesOf(pdf);
    const all = pages.join(' ');
    expect(all).toContain('The oven in 1946');
    expect(all).not.toContain('A broken one');
    // The photo itself is on the page of its caption: three to two, as wide as the text.
    const captioned = pages.findIndex((text) => text.includes('The oven in 1946')) + 1;
    const [shown] = await renderPages(pdf, [captioned], 1);
    if (!shown) throw new Error('No page');
    expect(shareOf(shown, [0xaa, 0x33, 0x33])).toBeCloseTo((4.35 * 2.9) / (6.25 * 9.25), 2);
  });

  test('contains only the chosen chapters and stories', async () => {
    const family = await aFamily();
    const { subject, owner } = family;
    const { bakery } = await aPublishedBook(family);

    const one = await finished(owner, { subjectId: subject.id, kind: 'BOOK_PDF', cardIds: [bakery.id] });
    expect((await pagesOf(await contentOf(owner, one.id))).join(' ')).not.toContain('Frank');
    const { key } = await db.chapter.findFirstOrThrow({ where: { cards: { some: { id: bakery.id } } } });
    const chapter = await finished(owner, {
      subjectId: subject.id,
      kind: 'BOOK_PDF',
      chapterKeys: [key],
    });
    expect((await pagesOf(await contentOf(owner, chapter.id))).join(' ')).toContain('bakery');
  });
});

describe('A cover', () => {
  test('has the chosen picture of the keepsakes on the chosen cloth, in print and in an e-book', async () => {
    const family = await aFamily();
    const { owner, subject } = family;
    await aPublishedBook(family);
    const coverId = await keptPicture(subject.id);
    const made = { subjectId: subject.id, kind: 'BOOK_PDF' };
    const choices = { ...made, coverId, cloth: 'moss', title: 'Bread at four' };
    const pdf = await contentOf(owner, (await finished(owner, choices)).id);
    const [cover] = await renderPages(pdf, [1], 2);
    if (!cover) throw new Error('No cover');
    expect(colourAt(cover, 40, 40)).toBe('#474c1f');
    const [red, green, blue] = [1, 3, 5].map((at) =>
      Number.parseInt(colourAt(cover, cover.width / 2, Math.round(cover.height / 3)).slice(at, at + 2), 16),
    );
    expect([red, green, blue].map((part) => Math.round((part ?? 0) / 17))).toEqual([3, 6, 10]);

    const epub = await contentOf(owner, (await finished(owner, { ...choices, kind: 'BOOK_EPUB' })).id);
    await validEpub(epub);
    const { data, info } = await sharp(await entryOf(epub, 'EPUB/cover.png'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ];
    expect(at(20, 20)).toEqual([0x47, 0x4c, 0x1f]);
    expect(at(600, 500).map((part) => Math.round(part / 17))).toEqual([3, 6, 10]);
  });
});
