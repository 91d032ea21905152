import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { correct } from '#tests/support/correcting.ts';
import { succeeded } from '#tests/support/person.ts';
import { cardsOf, told, workDone } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();

const anywhere =
  'In 1946 it stood on Mill Street, sort of green, with a chain and a big dent in the side. Mrs. Olsen and Tomas asked about it when they came in, and nobody answered. We carried it up and we carried it down again, and it would not fit, so there it stayed behind the coats with the umbrella on it.';
const schooling =
  'In 1946 it stood on Mill Street, sort of green, with a chain and a big dent in the side. Mrs. Olsen and Tomas asked about it when they came in, and nobody answered. The teacher rang it for us at the school every morning, and in our classroom we learned spelling and long division, and I passed the examination, and the headmaster gave me the school prize.';

/** The keys of a book's chapters that hold stories, with those behind the twelve. */
async function chaptersOf(subjectId: string): Promise<string[]> {
  const chapters = await db.chapter.findMany({
    where: { subjectId },
    orderBy: { position: 'asc' },
    include: { _count: { select: { cards: true } } },
  });
  return chapters.filter(({ key, _count }) => _count.cards > 0 || key === 'unsorted').map(({ key }) => key);
}

describe('The chapter of a story', () => {
  test('is none where it fits in none, and that is gone when more is told of it', async () => {
    const { subject, editor } = await aFamily();
    const telling = await told(subject.id, [anywhere]);
    expect(await chaptersOf(subject.id)).toEqual(['unsorted']);

    await correct(editor, telling.said[0], schooling);
    await workDone();

    expect(await cardsOf(editor, subject.id)).toHaveLength(1);
    expect(await chaptersOf(subject.id)).toEqual(['school']);
  });

  test('is decided anew when a second telling adds to its card', async () => {
    const { subject, editor } = await aFamily();
    await told(subject.id, [anywhere]);

    await told(subject.id, [`${anywhere} ${schooling.split('answered. ')[1]}`]);

    expect(await cardsOf(editor, subject.id)).toHaveLength(1);
    expect(await chaptersOf(subject.id)).toEqual(['school']);
  });

  test('stays where somebody has moved it', async () => {
    const { subject, editor } = await aFamily();
    const telling = await told(subject.id, [anywhere]);
    const [{ id, title, body }] = await cardsOf(editor, subject.id);
    const input = { id, subjectId: subject.id, title, body, baseRevision: 1, chapterKey: 'hard-times' };
    succeeded(await editor.gql('SaveCard', { input }));
    expect(await chaptersOf(subject.id)).toEqual(['hard-times']);

    await correct(editor, telling.said[0], schooling);
    await workDone();

    const card = await db.card.findUniqueOrThrow({ where: { id }, include: { chapter: true } });
    expect(card.chapter.key).toBe('hard-times');
  });
});
