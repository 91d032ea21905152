import { describe, expect, test } from 'vitest';
import { type Exchange, goesOnWith, joinModel } from '#api/biography/writing/composing/joining.ts';
import { hashOfJoins } from '#api/biography/writing/composing/joins/train.ts';
import { cutUnits } from '#api/biography/writing/composing/units.ts';

const ferry: Exchange = {
  question: 'What is the roughest sea you were ever on?',
  answer: 'The ferry to Lerwick in a January gale. A crate of budgerigars broke open in the saloon.',
};

/** Groups consecutive tellings into stories and returns the turn numbers of each. */
function cut(exchanges: readonly (Exchange & { bank?: string })[]): string[] {
  const units = cutUnits(
    exchanges.map(({ question, answer, bank }, at) => ({
      messageId: `${at}`,
      question: { text: bank ?? question, chapterKey: bank ? 'love' : null },
      asked: question,
      words: answer.split(' ').length,
      paragraphs: answer ? [[{ text: answer, sources: [{ messageId: `${at}`, start: 0, end: 1 }] }]] : [],
    })),
  );
  return units.map(({ paragraphs }) =>
    paragraphs
      .flat()
      .map(({ sources }) => sources[0]?.messageId)
      .join(''),
  );
}

describe('The join model', () => {
  test('is trained on the current conversations: run "npm run train" after a change', () => {
    expect(joinModel().dataHash).toBe(hashOfJoins());
  });
});

describe('A story continues', () => {
  test.each([
    'What did the crew do with them?',
    'What became of the budgerigars?',
    'And were you sick?',
    'How did it end?',
    'Who caught them?',
  ])('with an answer to “%s”', (question) => {
    expect(goesOnWith([ferry], { question, answer: 'The cook put out his cap.' })).toBeGreaterThanOrEqual(0);
  });

  test('after a turn that told nothing', () => {
    const aside = { question: 'Were you frightened?', answer: '' };
    const end = { question: 'What happened to the crate?', answer: 'It went over the side at dawn.' };

    expect(cut([ferry, aside, end])).toEqual(['02']);
  });

  test('after another story, when the question returns to something it named', () => {
    const shop = { question: 'What was your first wage?', answer: 'Ten shillings, from the draper.' };
    const back = { question: 'Did you keep one of the budgerigars?', answer: 'For nine years.' };

    expect(cut([ferry, shop, back])).toEqual(['02', '1']);
  });

  test('when the person resumes it, whatever was asked', () => {
    const again = {
      question: 'Who taught you to sew?',
      answer: 'Anyway, where was I. The captain had one on his hat.',
      bank: 'Who taught you to sew?',
    };

    expect(cut([ferry, again])).toEqual(['01']);
  });
});

describe('Another story begins', () => {
  test.each([
    'Tell me about your schooldays.',
    'What was your first job?',
    'What music did you like?',
    'Did you ever win a prize?',
    'What makes you laugh these days?',
  ])('with an answer to “%s”', (question) => {
    expect(goesOnWith([ferry], { question, answer: 'A brass band, on Sundays.' })).toBeLessThan(0);
  });

  test('with a question from the bank, however similar the words are', () => {
    const first = { ...ferry, bank: 'What is the roughest sea you were ever on?' };
    const next = {
      question: 'What happened on the ferry?',
      answer: 'I met my husband on the ferry to Lerwick.',
      bank: 'How did you meet?',
    };

    expect(cut([first, next])).toEqual(['0', '1']);
  });
});
