import { describe, expect, test } from 'vitest';
import { findAnswersIn } from '#api/biography/asking/find-answers.ts';

function turnsFound(question: string, said: string[]) {
  const passages = said.map((text, at) => ({ messageId: `${at}`, text, asked: '' }));
  return findAnswersIn({ question, names: ['Alma Rourke'], passages }).map(({ messageId }) => messageId);
}

const voyage =
  'We sailed to Malta that spring. I was sick for most of the voyage, and my brother fed me dry bread.';
const bees = 'My father kept bees behind the church, and we sold the honey at the gate.';

describe('A question to the book', () => {
  test('finds what was said with the British or the American word', () => {
    expect(turnsFound('Was she ill on the way?', [bees, voyage])).toEqual(['1']);
  });

  test('about a husband is answered by getting engaged, not by being engaged in something', () => {
    const question = 'How did she meet her husband?';
    const dance = 'Frank asked me for a waltz at the dance in June, and by the winter we were engaged.';
    const council =
      'I became more political after that, and more involved and engaged, and we met on Fridays.';

    expect(turnsFound(question, [bees, dance])).toEqual(['1']);
    expect(turnsFound(question, [bees, council])).toEqual([]);
  });
});
