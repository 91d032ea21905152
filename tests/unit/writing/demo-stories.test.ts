import { expect, test } from 'vitest';
import { compose } from '#api/biography/writing/compose.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { isTold, requestOfTurns, wordsOf } from '#tests/figures/writing.ts';
import { talks } from '../../../prisma/demo/talks.ts';

/** What is said to the interviewer, or kept from the family. */
const NOT_TOLD = [
  'keep that between us',
  'I will say no more about the ears',
  'I do not want to talk about the hospital',
];

test.each(talks.map(({ said }) => said))('Every sentence of a story reaches the book: %s', (...said) => {
  const turns = said.map((words) => ({ question: 'What happened then?', said: words }));
  const { cards } = compose(requestOfTurns(turns));
  const book = wordsOf(
    cards.flatMap(({ paragraphs }) => paragraphs.flat().map(({ text }) => text)).join(' '),
  );
  const missing = said
    .flatMap((words) => splitSentences(words).map(({ text }) => text))
    .filter((text) => !isTold(wordsOf(text), book) && !NOT_TOLD.some((part) => text.includes(part)));
  expect(missing).toEqual([]);
});
