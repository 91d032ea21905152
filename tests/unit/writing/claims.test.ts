import { describe, expect, test } from 'vitest';
import { type ClaimedSource, type StoredWording, splitClaims } from '#api/biography/service/claims.ts';

const walked = 'In September of 1958 I walked to the telephone exchange in my mother’s good shoes.';
const span = (at: number) => ({ messageId: 'm', start: at, end: at + 9 });
const stored: StoredWording[] = [
  { text: walked, sources: [span(0)], edited: false },
  { text: 'They pinched.', sources: [span(10)], edited: false },
  { text: 'and then we laughed', sources: [span(20)], edited: false },
  { text: 'Mrs. Hathaway laughed so loudly.', sources: [span(30)], edited: true },
];
const from = (at: number): ClaimedSource => {
  const sentence = stored.find(({ sources }) => sources[0]?.start === at)?.text ?? '';
  return { ...span(at), sentence };
};

/** Reads one paragraph of sentences: each text with where its sources start. */
function read(...sentences: [string, ...number[]][]) {
  const claims = sentences.map(([text, ...sources]) => ({ paragraph: 0, text, sources: sources.map(from) }));
  return splitClaims(claims, stored).map(({ text, sources, edited }) => [
    text,
    sources.map(({ start }) => start),
    edited,
  ]);
}

describe('The sentences that an editor sends', () => {
  test('keep their sources, and are edited only where their words changed', () => {
    expect(read([walked, 0], ['They pinched badly.', 10])).toEqual([
      [walked, [0], false],
      ['They pinched badly.', [10], true],
    ]);
  });

  test('rest on the same source when they are the halves of a split sentence', () => {
    const [before, after] = [
      'In September of 1958 I walked to the telephone exchange.',
      'I wore my mother’s good shoes.',
    ];

    expect(read([before, 0], [after, 0])).toEqual([
      [before, [0], true],
      [after, [0], true],
    ]);
  });

  test('are split when two were sent as one', () => {
    expect(read(['They pinched me. The shoes did.', 10])).toEqual([
      ['They pinched me.', [10], true],
      ['The shoes did.', [], false],
    ]);
  });

  test('rest on all sources of the sentences that they join', () => {
    const joined = 'I walked to the telephone exchange, and my good shoes pinched.';

    expect(read([joined, 0, 10])).toEqual([[joined, [0, 10], true]]);
    expect(read(['I walked to the telephone exchange, and', 0], ['the shoes pinched.', 10])).toEqual([
      ['I walked to the telephone exchange, and the shoes pinched.', [0, 10], true],
    ]);
  });

  test('have no source when none is named, even with the same words', () => {
    expect(read(['They pinched.'])).toEqual([['They pinched.', [], false]]);
  });

  test('do not rest on a source with which they share no word', () => {
    expect(read(['My brother sold the boat.', 0], ['They pinched.', 10])).toEqual([
      ['My brother sold the boat.', [], false],
      ['They pinched.', [10], false],
    ]);
  });

  test('stay whole where they are stored without a full stop or with one inside', () => {
    expect(read(['They pinched.', 10], ['and then we laughed', 20], ['We went home.'])).toEqual([
      ['They pinched.', [10], false],
      ['and then we laughed', [20], false],
      ['We went home.', [], false],
    ]);
  });

  test('stay edited while they have the edited words, but not with the original words', () => {
    expect(read(['Mrs. Hathaway laughed so loudly.', 30])).toEqual([
      ['Mrs. Hathaway laughed so loudly.', [30], true],
    ]);
    expect(read(['They pinched.', 10])).toEqual([['They pinched.', [10], false]]);
  });

  test('have paragraphs numbered from zero', () => {
    const claims = [4, 4, 9].map((paragraph) => ({ paragraph, text: 'It rained.', sources: [] }));

    expect(splitClaims(claims, []).map(({ paragraph }) => paragraph)).toEqual([0, 0, 1]);
  });
});
