import { describe, expect, test } from 'vitest';
import { compare } from '#api/biography/correcting/comparison.ts';
import { reword } from '#api/biography/correcting/reword.ts';

const heard = 'We lived in Gallway. I hated it. Then we moved to Cork.';

/** The corrected text of each of these quotes of the text as it was heard. */
function quotes(after: string, ...before: string[]): string[] {
  const { moved } = compare(heard, after);
  return before.map((quote) => {
    const start = heard.indexOf(quote);
    const { start: from, end: to } = moved({ start, end: start + quote.length });
    return after.slice(from, to);
  });
}

const sentences = ['We lived in Gallway.', 'I hated it.', 'Then we moved to Cork.'];

describe('A span of a corrected message', () => {
  test('moves with its words when they or the words before them change in length', () => {
    expect(quotes('We lived in Galway, Ireland. I hated it. Then we moved to Cork.', ...sentences)).toEqual([
      'We lived in Galway, Ireland.',
      'I hated it.',
      'Then we moved to Cork.',
    ]);
    expect(
      quotes('We lived in Galway. I hated it. Then we moved to Cork.', 'lived in Gallway', 'to'),
    ).toEqual(['lived in Galway', 'to']);
  });

  test('grows by words added inside it, not by words added beside it', () => {
    const after = 'In May we lived in old Gallway. I hated it. Then we moved to Cork. So it was.';

    expect(quotes(after, 'lived in Gallway', ...sentences.slice(1))).toEqual([
      'lived in old Gallway',
      'I hated it.',
      'Then we moved to Cork.',
    ]);
    expect(quotes(after, 'We lived in Gallway.')).toEqual(['In May we lived in old Gallway.']);
  });

  test('still covers whole sentences when two become one', () => {
    expect(quotes('We lived in Galway, and I hated it. Then we moved to Cork.', ...sentences)).toEqual([
      'We lived in Galway, and I hated it.',
      'We lived in Galway, and I hated it.',
      'Then we moved to Cork.',
    ]);
  });

  test('becomes empty when its words are removed, and covers them again when they return', () => {
    const without = 'We lived in Gallway. Then we moved to Cork.';
    const { moved } = compare(heard, without);
    const start = heard.indexOf('I hated');

    const gone = moved({ start, end: start + 'I hated it.'.length });
    const back = compare(without, heard).moved(gone);

    expect(gone.start).toBe(gone.end);
    expect(heard.slice(back.start, back.end)).toBe('I hated it.');
  });

  test('counts UTF-16 units and ignores changed spaces', () => {
    expect(quotes('We  lived in 🎻 Galway. I hated it. Then we moved to Cork.', ...sentences)).toEqual([
      'We  lived in 🎻 Galway.',
      'I hated it.',
      'Then we moved to Cork.',
    ]);
  });

  test('is found quickly in a long text that was replaced by a different one', () => {
    const long = Array.from({ length: 4_000 }, (_, at) => `a${at}`).join(' ');
    const other = Array.from({ length: 4_000 }, (_, at) => `b${at}`).join(' ');

    expect(compare(long, other).moved({ start: 0, end: long.length })).toEqual({
      start: 0,
      end: other.length,
    });
  });
});

describe('A sentence with corrected sources', () => {
  const always = () => true;

  test('changes only the corrected words, wherever it uses them', () => {
    const quoted = [{ before: 'We lived in Gallway, by the sea.', after: 'We lived in Galway, by the sea.' }];

    expect(reword('In Gallway, by the sea.', quoted, always)).toBe('In Galway, by the sea.');
    expect(reword('She lived in Gallway.', quoted, always)).toBe('She lived in Galway.');
  });

  test('stays as it is when it left the corrected words out', () => {
    const quoted = [{ before: 'Then, uhm, we moved to Cork.', after: 'Then we moved to Cork.' }];

    expect(reword('Later they moved to Cork.', quoted, always)).toBe('Later they moved to Cork.');
  });

  test('keeps its capital and closes the gap where words are removed', () => {
    const quoted = [
      { before: 'So gallway was a very, very far place.', after: 'So galway was a far place.' },
    ];

    expect(reword('Gallway was a very, very far place.', quoted, always)).toBe('Galway was a far place.');
  });

  test('is written again from the words when the change can’t be located or is not supported', () => {
    const quoted = [
      { before: 'My father was a baker, um, there.', after: 'My farmer was a, um, beggar there.' },
    ];

    expect(reword('His dad baked.', quoted, always)).toBe('My farmer was a beggar there.');
    expect(reword('A baker was my father there.', quoted, always)).toBe('My farmer was a beggar there.');
    expect(reword('My father was a baker there.', quoted, (text) => text.includes('beggar'))).toBe(
      'My farmer was a beggar there.',
    );
  });

  test('is removed when only a sound is left of it', () => {
    const told = 'My father lit the oven.';

    expect(reword(told, [{ before: told, after: 'Mm, the, uh.' }], always)).toBeNull();
  });

  test('is removed when no version of it is supported', () => {
    const gone = [{ before: 'I hated it.', after: '' }];

    expect(reword('I hated it.', gone, always)).toBeNull();
    expect(reword('I hated it.', [{ before: '', after: 'I hated it.' }], always)).toBe('I hated it.');
    expect(reword('I hated it.', [{ before: 'I hated it.', after: 'I ate it.' }], () => false)).toBeNull();
  });
});
