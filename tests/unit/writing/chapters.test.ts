import { describe, expect, test } from 'vitest';
import { chapterOf } from '#api/biography/writing/composing/chapters.ts';
import { PLAIN_TALK, TOLD } from '#tests/unit/writing/told-by-chapter.ts';

const chapters = Object.keys(TOLD).map((key) => ({ key, title: key }));
const told = Object.entries(TOLD).flatMap(([key, answers]) => answers.map((text) => [key, text] as const));

describe('a chapter', () => {
  test.each(told)('%s is known by the words alone: %s', (key, text) => {
    expect(chapterOf(text, null, chapters)).toBe(key);
  });

  test.each(told)('%s is kept when it was asked for: %s', (key, text) => {
    expect(chapterOf(text, key, chapters)).toBe(key);
  });

  test.each(PLAIN_TALK)('is the question’s when the answer could stand anywhere: %s', (text) => {
    for (const { key } of chapters) expect(chapterOf(text, key, chapters)).toBe(key);
  });

  test.each([
    ['love', 'school'],
    ['family-made', 'childhood-home'],
    ['hard-times', 'friends-and-play'],
    ['origins', 'lifes-work'],
    ['first-work', 'places-and-moves'],
  ])('%s wins over the question of %s when the answer goes there', (key, asked) => {
    const right = TOLD[key]?.filter((text) => chapterOf(text, asked, chapters) === key) ?? [];

    expect(right.length).toBeGreaterThanOrEqual(4);
  });

  test('of a question goes on for what only follows it up', () => {
    const [text = ''] = PLAIN_TALK;

    expect(chapterOf(text, null, chapters, { followsUp: 'school' })).toBe('school');
  });

  test('is that of the origins for what was before the speaker was born', () => {
    const text = 'They came ashore in the dark, and the first thing they bought was a loaf of white bread.';
    const life = { happened: '1929', birthDate: '1941-03-02' };

    expect(chapterOf(text, null, chapters, life)).toBe('origins');
  });

  test('that the book alone has is found by its title', () => {
    const own = [...chapters, { key: 'sailing', title: 'Sailing and boats' }];

    expect(
      chapterOf('The boats went out, and we were sailing before the boat next to ours.', null, own),
    ).toBe('sailing');
  });
});
