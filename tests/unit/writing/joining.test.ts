import { describe, expect, test } from 'vitest';
import type { Exchange } from '#api/biography/writing/composing/answer-signs.ts';
import { answerModel, goesOnWith, joinModel } from '#api/biography/writing/composing/joining.ts';
import { hashOfJoins } from '#api/biography/writing/composing/joins/train.ts';
import { unitText } from '#api/biography/writing/composing/story-unit.ts';
import { cutUnits } from '#api/biography/writing/composing/units.ts';

const ferry: Exchange = {
  question: 'What is the roughest sea you were ever on?',
  answer: 'The ferry to Lerwick in a January gale. A crate of budgerigars broke open in the saloon.',
};

/** Groups consecutive tellings into stories and returns the turn numbers of each. */
function cut(exchanges: readonly (Exchange & { bank?: string; family?: string })[]): string[] {
  const units = cutUnits(
    exchanges.map(({ question, answer, bank, family }, at) => ({
      messageId: `${at}`,
      question: {
        text: bank ?? family ?? question,
        chapterKey: bank ? 'love' : null,
        opens: Boolean(bank ?? family),
      },
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

describe('The join models', () => {
  test('are trained on the current conversations and tellings: run "npm run train" after a change', () => {
    expect([joinModel().dataHash, answerModel().dataHash]).toEqual([hashOfJoins(), hashOfJoins()]);
  });
});

describe('A story continues', () => {
  test.each([
    ['What did the crew do with them?', 'They put out their caps.'],
    ['What became of the budgerigars?', 'The cook took them home in his cap.'],
    ['How did it end?', 'The cook put out his cap.'],
    ['Who caught them?', 'The cook, with his cap.'],
  ])('with an answer to “%s”', (question, answer) => {
    expect(goesOnWith([ferry], { question, answer })).toBeGreaterThanOrEqual(0);
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
    expect(cut([first, { ...next, bank: undefined, family: 'How did you meet?' }])).toEqual(['0', '1']);
  });

  const shop: Exchange & { bank: string } = {
    question: 'What was your first wage?',
    answer:
      'I started at the draper’s in 1951. Mr. Oakes kept the till, and he gave me a yard of ribbon and ten shillings, and I had never held so much at once.',
    bank: 'What was your first wage?',
  };

  test.each([
    'In 1964 we moved to Leith with the two boys, and the van broke down at every bridge on the way.',
    'On Saturdays my father boxed at the institute, and my mother sat outside on the wall with her knitting.',
    'There was a fire at the chapel in 1970, and the whole of the choir carried the organ out in pieces.',
  ])('when the answer to a follow-up leaves the story: %s', (answer) => {
    expect(cut([shop, { question: 'What was Mr. Oakes like?', answer, bank: shop.bank }])).toEqual([
      '0',
      '1',
    ]);
  });

  test('at a paragraph that plainly begins one, within a long telling', () => {
    const long = (about: string) =>
      Array.from({ length: 18 }, (_, at) => `${about} number ${at} had its own hook and name.`).join(' ');
    const paragraphs = [
      `My uncle ran a ferry in 1938. ${long('Each rope')}`,
      `In 1957 I nursed at Saint Olave. ${long('Each lamp')}`,
    ];
    const units = cutUnits([
      {
        messageId: 'm',
        question: null,
        asked: 'Tell me about it.',
        words: 300,
        paragraphs: paragraphs.map((text) =>
          text
            .split(/(?<=\.) /)
            .map((sentence) => ({ text: sentence, sources: [{ messageId: 'm', start: 0, end: 1 }] })),
        ),
      },
    ]);

    expect(units.map((unit) => unitText(unit).slice(0, 12))).toEqual(['My uncle ran', 'In 1957 I nu']);
  });
});

describe('A story goes on although another question was asked', () => {
  test('when the answer takes up one of its things', () => {
    const first = { ...ferry, bank: ferry.question };
    const crate = {
      question: 'What games did you play?',
      answer: 'The crate? It went over the side at dawn, and they say that there are budgerigars on Unst.',
      bank: 'What games did you play?',
    };

    expect(cut([first, crate])).toEqual(['01']);
  });

  test('when a follow-up to it is answered', () => {
    const first = { ...ferry, bank: ferry.question };
    const cook = { question: 'Who caught them?', answer: 'The cook, with his cap.', bank: ferry.question };

    expect(cut([first, cook])).toEqual(['01']);
  });
});
