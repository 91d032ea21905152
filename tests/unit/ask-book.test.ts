import { describe, expect, test } from 'vitest';
import { findAnswersIn } from '#api/biography/asking/find-answers.ts';
import { meanVector } from '#api/biography/asking/meanings.ts';
import { questionForms } from '#api/biography/asking/question-forms.ts';
import { encodeSentences } from '#api/language/sentence-encoder.ts';

const names = ['Alma Rourke'];

async function turnsFound(question: string, said: string[]) {
  const passages = said.map((text, at) => ({ messageId: `${at}`, text, asked: '' }));
  const vector = meanVector(await encodeSentences(questionForms(question, names)));
  const found = await findAnswersIn({ question, names, passages, vector });
  return found.map(({ messageId }) => messageId);
}

const voyage =
  'We sailed to Malta that spring. I was sick for most of the voyage, and my brother fed me dry bread.';
const bees = 'My father kept bees behind the church, and we sold the honey at the gate.';

describe('A question to the book', () => {
  test('finds what was said with the British or the American word', async () => {
    expect(await turnsFound('Was she ill on the voyage?', [bees, voyage])).toEqual(['1']);
  });

  test('about a husband is answered by getting engaged, not by being engaged in something', async () => {
    const question = 'How did she meet her husband?';
    const dance = 'I met a sailor at the dance in June, and by the winter we were engaged.';
    const council =
      'I became more political after that, and more involved and engaged, and we met on Fridays.';

    expect(await turnsFound(question, [bees, dance])).toEqual(['1']);
    expect(await turnsFound(question, [bees, council])).toEqual([]);
  });

  test('is answered in words that share none with it', async () => {
    const bread = 'We had a bakery on Mill Street when I was small.';

    expect(await turnsFound('Did her family have a bread shop?', [voyage, bees, bread])).toEqual(['2']);
    expect(await turnsFound('Did she like to play cards?', [voyage, bees, bread])).toEqual([]);
  });
});

describe('A question that can’t be encoded', () => {
  async function found(question: string) {
    const passages = [bees, voyage].map((text, at) => ({ messageId: `${at}`, text, asked: '' }));
    const answers = await findAnswersIn({ question, names, passages, vector: null });
    return answers.map(({ messageId }) => messageId);
  }

  test('is answered by a turn that has its words, and by no other', async () => {
    expect(await found('Where did her father keep bees?')).toEqual(['0']);
    expect(await found('Who fed her bread on the voyage?')).toEqual(['1']);
    expect(await found('honey')).toEqual(['0']);
    expect(await found('Did her father like to play cards?')).toEqual([]);
  });
});

describe('A question of the family', () => {
  test.each([
    ['Where did Alma grow up?', 'Where did you grow up?', 'Where did I grow up?'],
    ['Was she fond of her father?', 'were you fond of your father?', 'was I fond of my father?'],
    ['Who drove her to Alma’s wedding?', 'Who drove you to your wedding?', 'Who drove I to my wedding?'],
  ])('is also asked as the interviewer asks it: %s', (question, second, first) => {
    expect(questionForms(question, names)).toEqual([question, second, first]);
  });
});
