import { describe, expect, test } from 'vitest';
import { saidName } from '#api/conversations/interviewer/wording/instructed.ts';
import { turnAfter } from '#tests/figures/followups.ts';

describe('An instruction', () => {
  test.each([
    ['Oats, and some barley. Call me Mick, will you, there’s no need for the mister.', 'Of course, Mick.'],
    ['You could turn yourself up a bit.', 'I can’t change my voice'],
    ['Would you read me back what you’ve got so far', 'There is nothing yet'],
  ])('is done, or answered with what can be done: %s', (said, answer) => {
    const { plan, text } = turnAfter({ question: 'What did you grow?', said });

    expect(plan.kind).toBe('REASSURE');
    expect(text).toContain(answer);
  });

  test('about the name holds for the conversation, and is not found in a story', () => {
    const user = (text: string) => ({ role: 'user' as const, text, private: false });

    expect(saidName([user('Call me Mick, please.'), user('We grew oats by the river.')])).toBe('Mick');
    expect(saidName([user('In the yard they would all call me Ginger, because of my hair.')])).toBeNull();
    expect(saidName([{ ...user('Call me Mick, please.'), private: true }])).toBeNull();
  });
});
