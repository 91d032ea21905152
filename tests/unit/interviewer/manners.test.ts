import { describe, expect, test } from 'vitest';
import { TENDER_FOLLOW_UPS } from '#api/conversations/interviewer/forms/by-telling.ts';
import { sentencesOf } from '#api/conversations/interviewer/words.ts';
import { aLife } from './request.ts';

describe('A person who talks as people do', () => {
  const talking = (...said: string[]) => {
    const life = aLife({ conversation: { number: 3 } });
    life.begin();
    const turns = said.map((words) => life.say(words));
    return { last: turns.at(-1), turns };
  };

  test.each([
    ['What about you, do you have a favourite animal?', /^(?=.*computer).*(?:you|yours)/i],
    ['How old are you?', /computer/i],
    ['What’s your name?', /My name is Evertold/],
    ['Who told you that?', /only know what you and your family told me/],
    ['What do you think?', /what you think that belongs in the book/],
    ['Are you still there?', /I’m here/],
    ['Is this going to be in a book?', /for a book/],
  ])('gets an honest answer to their own question, and no question back: %s', (said, words) => {
    const { last } = talking('We had a goat called Bishop, and it ate the washing off the line.', said);
    expect(last?.plan.kind).toBe('REASSURE');
    expect(last?.text).toMatch(words);
    expect(last?.text).not.toContain('?');
  });

  test('is reminded of their story when they have lost the thread', () => {
    const { last } = talking(
      'My brother Amos kept pigeons on the roof of the mill, and he knew each of them by name.',
      'What was I saying? I’ve lost my thread.',
    );
    expect(last?.text).toMatch(/^You were telling me about (?:your brother|Amos)\b/);
    expect(last?.text).not.toContain('?');
  });

  test('is not pressed when they can’t say how it was', () => {
    for (const words of ['I don’t remember much about that.', 'It was a long time ago.']) {
      const { last } = talking(words);
      expect(last?.plan.kind).toBe('ASK');
      expect(last?.text).toMatch(
        /^(?:That’s quite all right|Of course|No trouble at all|We’ll leave that one)\./,
      );
    }
  });

  test('is led back from a long story of their own to a question of the same chapter', () => {
    const life = aLife({ conversation: { number: 3, limits: { minutes: 60, questions: 30 } } });
    const asked = [life.begin()];
    const story =
      'We had three children, and Peter went to Canada, and Loveday teaches, and the third one lives near the harbor with two dogs.';
    for (let year = 1950; year < 1962; year++) asked.push(life.say(`${story} That was ${year}.`));
    const chapters = asked.map(({ plan }) => plan.ask?.chapter);
    const within = asked.filter(
      ({ plan }, at) => plan.kind === 'ASK' && plan.ask?.from === 'BANK' && chapters[at] === chapters[at - 1],
    );
    expect(within.length).toBeGreaterThan(0);
    expect(within.map(({ text }) => sentencesOf(text).length).filter((count) => count < 2)).toEqual([]);
  });

  test('is not asked about a toy or the wedding when they tell of a second loss soon after the first', () => {
    const { turns } = talking(
      'I lost my mother in 1963 and I was cross with everybody for a year.',
      'I became a nurse. Nights mostly. You learn what people are made of at four in the morning.',
      'My husband passed away last spring.',
    );
    expect(turns[0]?.plan.kind).toBe('COMFORT');
    expect(turns[2]?.text).toMatch(/^(?:Thank you for trusting me|That can’t have been easy|I’m sorry)/);
    expect([
      ...TENDER_FOLLOW_UPS,
      'What was your husband like?',
      'What did your husband mean to you?',
    ]).toContain(turns[2]?.plan.ask?.text);
  });

  test('is asked something else when they have told it already', () => {
    const { last } = talking('you asked that before and i answered it');
    expect(last?.plan.kind).toBe('ASK');
    expect(last?.text).toMatch(/^Yes, /);
  });

  test('is not asked about a subject that they closed in words outside the story', () => {
    const { last } = talking('There are things I don’t put words to, not even to my wife.');
    expect(last?.plan.kind).not.toBe('FOLLOW_UP');
  });

  test('is told that it is good to hear a story again', () => {
    const { last } = talking('I’ve told you about the bus, haven’t I?');
    expect(last?.text).toMatch(/^Yes, (?:you told me about that|I have that from before)\./);
  });
});
