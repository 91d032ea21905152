import { describe, expect, test } from 'vitest';
import {
  compareFields,
  compareTexts,
  mergedText,
  type Part,
  partsOf,
  type VersionChoice,
} from '#web/biography/editing/merge.ts';
import {
  asQuote,
  bodyOf,
  isQuote,
  type StoryText,
  storedIn,
  textOf,
  textOfBody,
} from '#web/biography/editing/text/story-text.ts';

const opened = 'The river rose. It took the barrels.\n\nWe fetched them back.';

/** The parts of a text in which the sentences of `opened` rest on a source of the given revision. */
function parts(body: string, revision = 1): Part[] {
  const text: StoryText = textOfBody(body).map((runs) =>
    runs.flatMap(({ text: words }) =>
      words.split(/(?<=[.!?])(?= )/).map((each) => ({
        text: each,
        sources: opened.includes(each.trim()) ? [`${revision}-${each.trim()}`] : [],
      })),
    ),
  );
  return partsOf(text, []);
}

function merge(mine: string, theirs: string, choices: VersionChoice[] = []): string {
  return bodyOf(mergedText(compareTexts(parts(opened), parts(mine), parts(theirs, 2)), choices));
}

function suggestions(mine: string, theirs: string): VersionChoice[] {
  return compareTexts(parts(opened), parts(mine), parts(theirs, 2)).flatMap((spot) =>
    spot.kind === 'differs' ? [spot.suggested] : [],
  );
}

describe('Two versions of a story', () => {
  test('that differ in different places keep the changes of both', () => {
    const mine = 'The river rose at night. It took the barrels.\n\nWe fetched them back.';
    const theirs = `${opened} The miller kept one.`;

    expect(suggestions(mine, theirs)).toEqual(['mine', 'theirs']);
    expect(merge(mine, theirs)).toBe(
      'The river rose at night. It took the barrels.\n\nWe fetched them back. The miller kept one.',
    );
  });

  test('that change the same sentence keep both unless one is chosen', () => {
    const mine = opened.replace('It took', 'It carried off');
    const theirs = opened.replace('It took', 'It stole');

    expect(suggestions(mine, theirs)).toEqual(['both']);
    expect(merge(mine, theirs)).toContain('It stole the barrels. It carried off the barrels.');
    expect(merge(mine, theirs, ['mine'])).toBe(mine);
    expect(merge(mine, theirs, ['theirs'])).toBe(theirs);
  });

  test('leave out a sentence that one of them deleted, unless the other changed it', () => {
    const without = 'The river rose.\n\nWe fetched them back.';

    expect(merge(without, opened)).toBe(without);
    expect(merge(opened, without)).toBe(without);
    expect(merge(opened.replace('took', 'stole'), without)).toContain('It stole the barrels.');
  });

  test('with the same words have nothing to choose', () => {
    expect(suggestions(opened, opened)).toEqual([]);
    expect(merge(opened, opened)).toBe(opened);
  });

  test('keep every word of both when both is chosen everywhere', () => {
    const mine = 'At night the river rose.\n\nIt took eleven barrels. So it was.';
    const theirs = 'The mill stood still.\n\nThe river rose. It took twelve barrels.';
    const merged = merge(mine, theirs, ['both', 'both', 'both', 'both']);

    for (const word of `${mine} ${theirs}`.split(/\s+/)) expect(merged).toContain(word);
  });

  test('take the sources of the newer one where their words are the same', () => {
    const text = mergedText(compareTexts(parts(opened), parts(`${opened} Mine.`), parts(opened, 2)), []);

    expect(text.flat().map(({ text: words, sources }) => [words, sources])).toContainEqual([
      'It took the barrels.',
      ['2-It took the barrels.'],
    ]);
  });
});

test('A paragraph that one of two versions made a quotation is one in the merged text', () => {
  const base = textOfBody('One.\n\nTwo.\n\nThree.');
  const quoting = (at: number) => base.map((runs, paragraph) => asQuote(paragraph === at, runs));
  const [mine, theirs] = [quoting(0), quoting(1)].map((text) => partsOf(text, []));

  const merged = mergedText(compareTexts(partsOf(base, []), mine ?? [], theirs ?? []), []);

  expect(merged.map((runs) => [runs[0]?.text, isQuote(runs)])).toEqual([
    ['One.', true],
    ['Two.', true],
    ['Three.', false],
  ]);
});

test('A restored draft has its told sentences as they were stored, also those without full stops', () => {
  const sentences = ['it rose. And rose', 'and we ran'].map((text, at) => ({
    ...{ paragraph: 0, text, edited: false },
    sources: [{ id: `s${at}`, offsetSeconds: 3 }],
  }));
  const draft = textOf(sentences);

  expect(partsOf(draft, storedIn(draft)).map(({ text }) => text)).toEqual(sentences.map(({ text }) => text));
});

test('The user’s own value is suggested for a field that both changed, otherwise the changed value', () => {
  const base = { title: 'Barrels', happened: '1951', place: 'Penhallow', chapterKey: 'home', text: [] };

  expect(
    compareFields(
      base,
      { ...base, title: 'The flood', place: 'The mill' },
      { ...base, title: 'The barrels', happened: 'autumn of 1951' },
    ),
  ).toEqual([
    { field: 'title', theirs: 'The barrels', mine: 'The flood', suggested: 'mine' },
    { field: 'happened', theirs: 'autumn of 1951', mine: '1951', suggested: 'theirs' },
    { field: 'place', theirs: 'Penhallow', mine: 'The mill', suggested: 'mine' },
  ]);
});
