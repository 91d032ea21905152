import { describe, expect, test } from 'vitest';
import { carrySources, parseBody, printBody } from '#api/biography/writing/bodies.ts';

const rest = (at: number) => [{ messageId: 'm', start: at, end: at + 5 }];
const OLD = [
  [
    { text: 'I met Mr. Sylvia in St. Louis.', sources: rest(0) },
    { text: 'He laughed.', sources: rest(10) },
  ],
  [{ text: 'I said, “Good morning, this is Alma.”', sources: rest(20) }],
];

describe('The body of a card', () => {
  test('has an empty line between printed paragraphs, and parses back to the same sentences', () => {
    const body = printBody(OLD);

    expect(body).toBe('I met Mr. Sylvia in St. Louis. He laughed.\n\nI said, “Good morning, this is Alma.”');
    expect(parseBody(body)).toEqual(OLD.map((paragraph) => paragraph.map((sentence) => sentence.text)));
  });

  test.each([
    ['', []],
    ['  \n\n ', []],
    ['One. Two.\nThree.', [['One.', 'Two.', 'Three.']]],
    ['One.\r\n\r\nTwo.', [['One.'], ['Two.']]],
    ['One.\n \n\n\nTwo.', [['One.'], ['Two.']]],
  ])('typed as %j is split into these sentences', (body, sentences) => {
    expect(parseBody(body)).toEqual(sentences);
  });
});

describe('A body saved by hand', () => {
  test('keeps all sources of unchanged sentences', () => {
    expect(carrySources(OLD, printBody(OLD))).toEqual(OLD);
  });

  test('keeps the sources of a sentence that was moved', () => {
    const saved = carrySources(
      OLD,
      'I said, “Good morning, this is Alma.”\n\nHe laughed. I met Mr. Sylvia in St. Louis.',
    );

    expect(saved.flat().map((sentence) => sentence.sources)).toEqual([rest(20), rest(10), rest(0)]);
  });

  test('removes the sources of a sentence that the family changed', () => {
    const saved = carrySources(OLD, 'I met Mr. Sylvia in St. Louis. He laughed out loud.');

    expect(saved).toEqual([[OLD[0]?.[0], { text: 'He laughed out loud.', sources: [] }]]);
  });

  test('ignores differences in quotes and spaces', () => {
    const saved = carrySources(OLD, 'I said, "Good morning, this is Alma."');

    expect(saved).toEqual([[{ text: 'I said, "Good morning, this is Alma."', sources: rest(20) }]]);
  });

  test('gives the two copies of a repeated sentence the sources of each in turn', () => {
    const twice = [
      [
        { text: 'Number, please.', sources: rest(1) },
        { text: 'Number, please.', sources: rest(2) },
      ],
    ];

    expect(
      carrySources(twice, 'Number, please. Number, please. Number, please.')
        .flat()
        .map((one) => one.sources),
    ).toEqual([rest(1), rest(2), []]);
  });

  test('does not split a stored sentence that could be read as two', () => {
    const odd = [[{ text: 'It was raining. Hard.', sources: rest(3) }]];

    expect(carrySources(odd, 'It was raining. Hard. We stayed.')).toEqual([
      [
        { text: 'It was raining. Hard.', sources: rest(3) },
        { text: 'We stayed.', sources: [] },
      ],
    ]);
  });

  test('returns copies of the stored sources', () => {
    const saved = carrySources(OLD, printBody(OLD));

    expect(saved[0]?.[0]?.sources[0]).not.toBe(OLD[0]?.[0]?.sources[0]);
  });
});
