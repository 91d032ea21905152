import { describe, expect, test } from 'vitest';
import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import { saidAudience } from '#api/dialogue-acts/rules/audience.ts';
import { saidAudiences } from './said-audiences.ts';

/** An earlier story, so that a wish refers back to it. */
const earlier = { ...withoutConversation, earlier: ['My uncle ran the mill at the river for thirty years.'] };

function heardAs(said: string): string {
  const { audience, privateScope } = listen(said, { ...earlier });
  if (!privateScope) return 'NONE';
  if (audience === null || audience === 'UNSURE') return 'UNSURE';
  switch (audience.kind) {
    case 'AFTER_DEATH':
      return audience.kind;
    case 'UNTIL':
      return `UNTIL ${audience.year}-${String(audience.month).padStart(2, '0')}-${String(audience.day).padStart(2, '0')}`;
    case 'UNTIL_AGE':
      return `UNTIL ${1940 + audience.age + 1}-01-01`;
    case 'IN_YEARS':
      return `IN ${audience.years} YEARS`;
    default:
      return `${audience.kind} ${audience.people.join(', ')}`;
  }
}

describe('Who may read words, as said in a conversation', () => {
  test.each(saidAudiences)('%s', (said, means) => {
    expect(heardAs(said)).toBe(means);
  });
});

test('A story announced and limited in one sentence keeps no earlier story back', () => {
  const said =
    'There is something about my uncle, Teresa may read it but nobody else: he wrote to a woman in Boston for a year.';
  expect(listen(said, { ...earlier })).toMatchObject({ privateScope: 'THIS', reachesBackTo: null });
});

test('Words that are not for everybody leave open who may read them', () => {
  for (const said of ['That’s not for everybody’s eyes.', 'Not everybody needs to read that.'])
    expect(listen(said, { ...earlier }), said).toMatchObject({
      privateScope: expect.any(String),
      audience: 'UNSURE',
    });
});

describe('The time until which nobody may read words', () => {
  test.each([
    ['Nobody may read this until twenty thirty.', { kind: 'UNTIL', year: 2030, month: 1, day: 1 }],
    [
      'That has to wait till the year two thousand and thirty-five.',
      { kind: 'UNTIL', year: 2035, month: 1, day: 1 },
    ],
    ['Not before twenty forty-one, please.', { kind: 'UNTIL', year: 2041, month: 1, day: 1 }],
    [
      'Nobody should see this before the end of twenty thirty.',
      { kind: 'UNTIL', year: 2031, month: 1, day: 1 },
    ],
    ['They can read that in ten years.', { kind: 'IN_YEARS', years: 10 }],
    ['Nobody should read this for twenty-five years.', { kind: 'IN_YEARS', years: 25 }],
    ['Lock that away for 10 years.', { kind: 'IN_YEARS', years: 10 }],
    ['That one has to wait another five years.', { kind: 'IN_YEARS', years: 5 }],
    ['Not until ten years from now.', { kind: 'IN_YEARS', years: 10 }],
    ['They may read this when I turn ninety.', { kind: 'UNTIL_AGE', age: 90 }],
    ['Only once I’m ninety-five.', { kind: 'UNTIL_AGE', age: 95 }],
    ['Keep that back until my ninetieth birthday.', { kind: 'UNTIL_AGE', age: 90 }],
    ['You can show it on my eighty-fifth birthday.', { kind: 'UNTIL_AGE', age: 85 }],
    ['Nobody may see it before my 100th birthday.', { kind: 'UNTIL_AGE', age: 100 }],
  ])('%s', (sentence, means) => {
    expect(saidAudience(sentence)).toEqual(means);
  });

  test.each([
    'Don’t tell anyone that I was in prison for ten years.',
    'Don’t let them know that for ten years he had another wife.',
    'Don’t tell anyone I had to keep it for ten years.',
    'Don’t tell anyone he made me wait for ten years.',
    'Don’t tell anyone that he did not know this for ten years.',
    'Don’t tell anyone I drove before my ninetieth birthday.',
    'Not in a hundred years may they read that.',
    'They can never read that in ten years.',
    'They can read it ten years after I’m gone.',
    'You may print it long after I’m dead.',
    'Nobody may read that until twenty thirty or when I turn ninety.',
    'Only Rita may read this in ten years.',
    'They can’t read that when I turn ninety.',
    'Nobody may read this for a few years.',
    'Don’t tell anyone we waited until twenty people had come.',
  ])('is not certain: %s', (sentence) => {
    expect(saidAudience(sentence)).toBeNull();
  });
});
