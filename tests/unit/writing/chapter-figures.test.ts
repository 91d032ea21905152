import { describe, expect, test } from 'vitest';
import { ageSaid, stageOfLife } from '#api/biography/writing/chapters/ages.ts';
import { chapterModel } from '#api/biography/writing/chapters/chapter-model.ts';
import { authors, hashOfTellings, loadTellings } from '#api/biography/writing/chapters/train.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import { type ChapterCase, measureChapters } from '#tests/figures/book.ts';
import { type Half, loadCases, shareOf } from '#tests/figures/cases.ts';

describe('The chapter model', () => {
  test('is trained on the current tellings: run "npm run train" after a change', () => {
    expect(chapterModel().dataHashes).toEqual([hashOfTellings(), hashOfTellings()]);
  });

  test('is trained on the same tellings each time, with every chapter from several authors', () => {
    const chaptersOf = authors().map((author) => {
      const tellings = loadTellings([author]);
      expect(tellings).toEqual(loadTellings([author]));
      return new Set(tellings.map(({ chapter }) => chapter));
    });
    const chapters = new Set(chaptersOf.flatMap((told) => [...told]));
    expect(chapters.size).toBe(13);
    for (const chapter of chapters) {
      expect(chaptersOf.filter((told) => told.has(chapter)).length, chapter).toBeGreaterThan(5);
    }
  });

  test.each(['', ' \n ', '🙂🙂', 'a'.repeat(20_000), 'We moved. '.repeat(4_000), '1952 '.repeat(8_000)])(
    'has odds for whatever was said, with its meaning and without: %#',
    async (text) => {
      const oddsOf = () => [...chapterModel().oddsOf(text).values()];
      for (const odds of [...oddsOf(), ...(await withMeanings(oddsOf))]) {
        expect(odds).toBeGreaterThanOrEqual(0);
        expect(odds).toBeLessThan(Number.POSITIVE_INFINITY);
      }
    },
  );
});

describe('The age in a telling', () => {
  test.each([
    ['I was nine, and it rained.', 9],
    ['They sent me out at thirteen.', 13],
    ['When I turned sixteen my father called me in.', 16],
    ['I was twenty-two years old and a fool.', 22],
    ['I was 7 when the war came.', 7],
  ])('is read from: %s', (text, age) => {
    expect(ageSaid(text)).toBe(age);
  });

  test.each([
    'I was nine days in that camp.',
    'We had supper at six o’clock.',
    'I was one of eleven.',
    'There were nine of us.',
    '',
  ])('is not read from: %s', (text) => {
    expect(ageSaid(text)).toBeNull();
  });

  test('belongs to a stage of life', () => {
    expect([-3, 4, 9, 17, 40, 80, null].map(stageOfLife)).toEqual([
      'before',
      'small',
      'child',
      'young',
      'grown',
      'old',
      null,
    ]);
  });
});

test.each<[Half, number]>([
  ['open', 0.85],
  ['kept', 0.8],
])(
  'In the %s cases a telling gets its own chapter although the question was about another',
  async (half, least) => {
    const cases = loadCases<ChapterCase>('chapters', half) ?? [];
    const [figure] = await withMeanings(() => measureChapters(cases));

    expect(figure && shareOf(figure), figure?.what).toBeGreaterThanOrEqual(least);
  },
);
