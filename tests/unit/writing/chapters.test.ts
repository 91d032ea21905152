import { describe, expect, test } from 'vitest';
import { chapterOf, UNSORTED } from '#api/biography/writing/composing/chapters.ts';
import { PLAIN_TALK, TOLD } from '#tests/unit/writing/told-by-chapter.ts';

const chapters = Object.keys(TOLD).map((key) => ({ key, title: key }));
const told = Object.entries(TOLD).flatMap(([key, answers]) => answers.map((text) => [key, text] as const));

describe('The chapter of a telling', () => {
  const shareOf = (right: boolean[]) => right.filter(Boolean).length / right.length;

  test('is found from the words alone', () => {
    const right = told.map(([key, text]) => chapterOf(text, null, chapters) === key);

    expect(shareOf(right)).toBeGreaterThanOrEqual(0.9);
  });

  test('is usually right when the question was about it', () => {
    const right = told.map(([key, text]) => chapterOf(text, key, chapters) === key);

    expect(shareOf(right)).toBeGreaterThanOrEqual(0.95);
  });

  test('is that of the question when the answer fits into any chapter, and unsorted when nothing was asked', () => {
    const kept = PLAIN_TALK.flatMap((text) =>
      chapters.map(({ key }) => chapterOf(text, key, chapters) === key),
    );

    expect(shareOf(kept)).toBeGreaterThanOrEqual(0.9);
    expect(PLAIN_TALK.map((text) => chapterOf(text, null, chapters))).toContain(UNSORTED);
  });

  test('is unsorted when the book has no fitting chapter', () => {
    const [text = ''] = TOLD.school ?? [];

    expect(chapterOf(text, null, [{ key: 'love', title: 'Love' }])).toBe(UNSORTED);
    expect(chapterOf(text, UNSORTED, [...chapters, { key: UNSORTED, title: 'Not sorted yet' }])).toBe(
      'school',
    );
  });

  test('is not decided by words that the answer repeats from the question', () => {
    const text =
      'My wedding dress, no. What I think of is the flood that took the barn, and we sat on the roof for two days.';

    expect(chapterOf(text, 'love', chapters, { question: 'What was your wedding dress like?' })).toBe(
      'hard-times',
    );
  });

  test.each([
    ['love', 'school'],
    ['family-made', 'childhood-home'],
    ['hard-times', 'friends-and-play'],
    ['origins', 'lifes-work'],
    ['first-work', 'places-and-moves'],
  ])('is %s although the question was about %s, when the answer tells of the former', (key, asked) => {
    const right = TOLD[key]?.filter((text) => chapterOf(text, asked, chapters) === key) ?? [];

    expect(right.length).toBeGreaterThanOrEqual(3);
  });

  test('stays that of the question for an answer to a follow-up', () => {
    const [text = ''] = PLAIN_TALK;

    expect(chapterOf(text, null, chapters, { followsUp: 'school' })).toBe('school');
  });

  test('is origins for events before the speaker was born', () => {
    const text = 'They came ashore in the dark, and the first thing they bought was a loaf of white bread.';
    const life = { happened: '1929', birthDate: '1941-03-02' };

    expect(chapterOf(text, null, chapters, life)).toBe('origins');
  });

  test('is found by its title when only this book has the chapter', () => {
    const own = [...chapters, { key: 'sailing', title: 'Sailing and boats' }];

    expect(
      chapterOf('The boats went out, and we were sailing before the boat next to ours.', null, own),
    ).toBe('sailing');
  });
});
