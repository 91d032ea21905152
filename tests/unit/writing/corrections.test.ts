import { describe, expect, test } from 'vitest';
import { compare } from '#api/biography/correcting/comparison.ts';
import { reword } from '#api/biography/correcting/reword.ts';

const heard = 'We lived in Gallway. I hated it. Then we moved to Cork.';

/** What each quote of the text as it was heard says once it was corrected. */
function quotes(after: string, ...before: string[]): string[] {
  const { moved } = compare(heard, after);
  return before.map((quote) => {
    const start = heard.indexOf(quote);
    const { start: from, end: to } = moved({ start, end: start + quote.length });
    return after.slice(from, to);
  });
}

const sentences = ['We lived in Gallway.', 'I hated it.', 'Then we moved to Cork.'];

describe('What points into words that are corrected', () => {
  test('points at the same words, longer or shorter, and at those behind them', () => {
    expect(quotes('We lived in Galway, Ireland. I hated it. Then we moved to Cork.', ...sentences)).toEqual([
      'We lived in Galway, Ireland.',
      'I hated it.',
      'Then we moved to Cork.',
    ]);
    expect(
      quotes('We lived in Galway. I hated it. Then we moved to Cork.', 'lived in Gallway', 'to'),
    ).toEqual(['lived in Galway', 'to']);
  });

  test('takes in what is added within it, and not what is added beside it', () => {
    const after = 'In May we lived in old Gallway. I hated it. Then we moved to Cork. So it was.';

    expect(quotes(after, 'lived in Gallway', ...sentences.slice(1))).toEqual([
      'lived in old Gallway',
      'I hated it.',
      'Then we moved to Cork.',
    ]);
    expect(quotes(after, 'We lived in Gallway.')).toEqual(['In May we lived in old Gallway.']);
  });

  test('points at whole sentences where it did, when two become one', () => {
    expect(quotes('We lived in Galway, and I hated it. Then we moved to Cork.', ...sentences)).toEqual([
      'We lived in Galway, and I hated it.',
      'We lived in Galway, and I hated it.',
      'Then we moved to Cork.',
    ]);
  });

  test('points at nothing where the words are gone, and at them again when they are back', () => {
    const without = 'We lived in Gallway. Then we moved to Cork.';
    const { moved } = compare(heard, without);
    const start = heard.indexOf('I hated');

    const gone = moved({ start, end: start + 'I hated it.'.length });
    const back = compare(without, heard).moved(gone);

    expect(gone.start).toBe(gone.end);
    expect(heard.slice(back.start, back.end)).toBe('I hated it.');
  });

  test('counts UTF-16 units, and minds no spaces', () => {
    expect(quotes('We  lived in 🎻 Galway. I hated it. Then we moved to Cork.', ...sentences)).toEqual([
      'We  lived in 🎻 Galway.',
      'I hated it.',
      'Then we moved to Cork.',
    ]);
  });

  test('is found in a long text that became quite another one, soon', () => {
    const long = Array.from({ length: 4_000 }, (_, at) => `a${at}`).join(' ');
    const other = Array.from({ length: 4_000 }, (_, at) => `b${at}`).join(' ');

    expect(compare(long, other).moved({ start: 0, end: long.length })).toEqual({
      start: 0,
      end: other.length,
    });
  });
});

describe('A sentence whose words are corrected', () => {
  const always = () => true;

  test('changes just these words, wherever it has them', () => {
    const quoted = [{ before: 'We lived in Gallway, by the sea.', after: 'We lived in Galway, by the sea.' }];

    expect(reword('In Gallway, by the sea.', quoted, always)).toBe('In Galway, by the sea.');
    expect(reword('She lived in Gallway.', quoted, always)).toBe('She lived in Galway.');
  });

  test('stays as it is where it has left them out', () => {
    const quoted = [{ before: 'Then, uhm, we moved to Cork.', after: 'Then we moved to Cork.' }];

    expect(reword('Later they moved to Cork.', quoted, always)).toBe('Later they moved to Cork.');
  });

  test('begins with a capital as before, and closes up where words go', () => {
    const quoted = [
      { before: 'So gallway was a very, very far place.', after: 'So galway was a far place.' },
    ];

    expect(reword('Gallway was a very, very far place.', quoted, always)).toBe('Galway was a far place.');
  });

  test('is laid down from the words anew where it can’t be told what of it changes, or that doesn’t hold', () => {
    const quoted = [
      { before: 'My father was a baker, um, there.', after: 'My farmer was a, um, beggar there.' },
    ];

    expect(reword('His dad baked.', quoted, always)).toBe('My farmer was a beggar there.');
    expect(reword('A baker was my father there.', quoted, always)).toBe('My farmer was a beggar there.');
    expect(reword('My father was a baker there.', quoted, (text) => text.includes('beggar'))).toBe(
      'My farmer was a beggar there.',
    );
  });

  test('is gone where a mere sound is left of it', () => {
    const told = 'My father lit the oven.';

    expect(reword(told, [{ before: told, after: 'Mm, the, uh.' }], always)).toBeNull();
  });

  test('is gone where nothing holds', () => {
    const gone = [{ before: 'I hated it.', after: '' }];

    expect(reword('I hated it.', gone, always)).toBeNull();
    expect(reword('I hated it.', [{ before: '', after: 'I hated it.' }], always)).toBe('I hated it.');
    expect(reword('I hated it.', [{ before: 'I hated it.', after: 'I ate it.' }], () => false)).toBeNull();
  });
});
