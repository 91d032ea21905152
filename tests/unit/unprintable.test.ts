import { expect, test } from 'vitest';
import { printedOf, unprintable } from '#tests/replay/unprintable.ts';

const ANSWER =
  'We walked to Mieso with two donkeys. Hold on a second, this darn phone. The second donkey ate my hat. Pat, thank you very much for the opportunity.';

test('the replay finds remarks to the interviewer and no telling', () => {
  expect(unprintable([ANSWER])).toEqual([
    'Hold on a second, this darn phone.',
    'Pat, thank you very much for the opportunity.',
  ]);
});

test('the replay finds the remarks that a book prints, however they are punctuated', () => {
  const book = ['We walked to Mieso with two donkeys. Hold on a second – this darn phone!'];

  expect(printedOf(unprintable([ANSWER]), book)).toEqual(['Hold on a second, this darn phone.']);
});
