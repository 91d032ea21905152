import { describe, expect, test } from 'vitest';
import { edtfFromWords, inOrderOfLife, spanOfStories } from '#web/biography/story-dates.ts';

describe('A typed date', () => {
  test.each([
    ['1958', '1958'],
    ['September 1958', '1958-09'],
    ['sept 1958', '1958-09'],
    ['9 September 1958', '1958-09-09'],
    ['March 9, 1941', '1941-03-09'],
    ['summer of 1952', '1952-22'],
    ['the 1950s', '195X'],
    ['about 1950', '1950~'],
    ['1958 to 1966', '1958/1966'],
    ['1952-07', '1952-07'],
  ])('%s is %s', (words, edtf) => {
    expect(edtfFromWords(words)).toBe(edtf);
  });

  test.each(['when I was young', '31 February 1950', 'may'])('%s is no date', (words) => {
    expect(edtfFromWords(words)).toBeNull();
  });
});

describe('Stories', () => {
  test('are sorted in the order of life, with undated ones at the end', () => {
    const stories = ['1962', null, '1952-22', '195X', '1952-07'].map((happened) => ({ happened }));

    expect(inOrderOfLife(stories).map(({ happened }) => happened)).toEqual([
      '195X',
      '1952-22',
      '1952-07',
      '1962',
      null,
    ]);
  });

  test('show the range of their years', () => {
    expect(spanOfStories([{ happened: '1958-09' }, { happened: '1966~' }, { happened: null }])).toBe(
      '1958 to 1966',
    );
    expect(spanOfStories([{ happened: null }])).toBeNull();
  });
});
