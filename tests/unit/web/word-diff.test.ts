import { describe, expect, test } from 'vitest';
import { wordDiff } from '#web/biography/words/word-diff.ts';

const told = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('');

describe('A text diff', () => {
  test('lists changes word by word, the old word before the new one', () => {
    expect(told('to the phone company in shoes', 'to the telephone exchange in shoes')).toBe(
      'to the -phone company -+telephone exchange +in shoes',
    );
  });

  test('is empty between a text and itself', () => {
    expect(wordDiff('One. Two.\n\nThree.', 'One. Two.\n\nThree.')).toEqual([
      { kind: 'same', text: 'One. Two.\n\nThree.', at: 0 },
    ]);
  });

  test('keeps every word of both texts, in their order', () => {
    const [before, after] = ['a b c d e f', 'x b d c f g g'];
    const stretches = wordDiff(before, after);

    expect(
      stretches
        .filter(({ kind }) => kind !== 'added')
        .map(({ text }) => text)
        .join(''),
    ).toBe(before);
    expect(
      stretches
        .filter(({ kind }) => kind !== 'removed')
        .map(({ text }) => text)
        .join(''),
    ).toBe(after);
  });

  test('may cover the whole text', () => {
    expect(told('', 'All new')).toBe('+All new+');
    expect(told('All gone', '')).toBe('-All gone-');
  });
});
